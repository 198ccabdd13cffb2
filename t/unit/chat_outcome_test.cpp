#include "chat/outcome.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gate::chat {

namespace {

std::string body_with(std::string_view reason, bool retryable = false)
{
    return "{\"error\":{\"code\":1,\"message\":\"upstream text\","
           "\"metadata\":{\"reason\":\"" + std::string(reason)
           + "\",\"retryable\":" + (retryable ? "true" : "false") + "}}}";
}

// "status reason" of what the client is told.
std::string told(int status, std::string_view body = "", bool is_json = true,
    Turn turn = Turn::prompt)
{
    Error error = refusal_of(UpstreamAnswer{status, body, is_json, turn});
    EXPECT_EQ(error.message.find("upstream text"), std::string::npos);
    EXPECT_FALSE(error.message.empty());
    return std::to_string(error.status) + ' '
           + std::string(name(error.reason));
}

// interface.md, "Chat with an intern"; openapi createInternChatCompletion
TEST(Outcome, AStatusWithAReasonThatBelongsToItIsKept)
{
    struct Row { int status; std::string_view reason; };

    for (Row row : {Row{400, "bad_request"}, Row{404, "interaction_unknown"},
             Row{409, "interaction_not_pending"}, Row{409, "busy"},
             Row{409, "intern_not_ready"}, Row{409, "attachment_failed"},
             Row{410, "attachment_failed"}, Row{429, "rate_limited"},
             Row{503, "busy"}, Row{504, "timeout"}, Row{410, "run_ended"}}) {
        EXPECT_EQ(told(row.status, body_with(row.reason)),
                  std::to_string(row.status) + ' ' + std::string(row.reason));
    }
}

TEST(Outcome, AReasonAtAnotherStatusCountsAsNone)
{
    EXPECT_EQ(told(400, body_with("busy")), "502 intern_rejected");
    EXPECT_EQ(told(404, body_with("not_found")), "502 intern_rejected");
    EXPECT_EQ(told(409, body_with("payload_too_large")),
              "502 intern_rejected");
    EXPECT_EQ(told(503, body_with("timeout")), "502 intern_unreachable");
    EXPECT_EQ(told(500, body_with("internal_error")),
              "502 intern_unreachable");
    EXPECT_EQ(told(429, body_with("none")), "502 intern_rejected");
}

// fault U12
TEST(Outcome, TheInternsOwn401And403AreNeverTheClients)
{
    for (int status : {401, 403}) {
        EXPECT_EQ(told(status), "502 intern_rejected");
        EXPECT_EQ(told(status, body_with("bad_request")),
                  "502 intern_rejected");
        EXPECT_EQ(told(status, body_with("turn_failed")),
                  "502 intern_rejected");
    }
}

// fault U13
TEST(Outcome, OtherStatusesAreRejectedOrUnreachable)
{
    for (int status = 400; status < 600; status++) {
        EXPECT_EQ(told(status), status < 500 ? "502 intern_rejected"
                                             : "502 intern_unreachable");
        EXPECT_EQ(told(status, body_with("busy"), false),
                  status < 500 ? "502 intern_rejected"
                               : "502 intern_unreachable");
        if (status != 401 && status != 403) {
            EXPECT_EQ(told(status, body_with("turn_failed")),
                      "502 turn_failed") << status;
        }
    }
}

// faults U06, U11, U14 and U15
TEST(Outcome, WhatIsNoRefusalMeansUnreachable)
{
    for (int status : {0, 20, 100, 103, 199, 200, 201, 204, 301, 302, 307,
                       399, 600, 999, -1}) {
        EXPECT_EQ(told(status), "502 intern_unreachable") << status;
        EXPECT_EQ(told(status, body_with("turn_failed")),
                  "502 intern_unreachable") << status;
    }
}

TEST(Outcome, TurnFailedIsRetryableAsTheInternSays)
{
    for (bool retryable : {false, true}) {
        std::string body = body_with("turn_failed", retryable);
        Error error = refusal_of(UpstreamAnswer{500, body, true});
        EXPECT_EQ(error.retryable, retryable);
    }
    std::string lie = body_with("bad_request", true);
    EXPECT_FALSE(refusal_of(UpstreamAnswer{400, lie, true}).retryable);
}

TEST(Outcome, AServerWithoutQuestionsDoesNotKnowTheInteraction)
{
    for (int status : {400, 404, 422}) {
        EXPECT_EQ(told(status, "", false, Turn::tool_reply),
                  "404 interaction_unknown");
        EXPECT_EQ(told(status, "", false, Turn::prompt),
                  "502 intern_rejected");
    }
    EXPECT_EQ(told(405, "", false, Turn::tool_reply), "502 intern_rejected");
    EXPECT_EQ(told(500, "", false, Turn::tool_reply),
              "502 intern_unreachable");
    EXPECT_EQ(told(400, body_with("bad_request"), true, Turn::tool_reply),
              "400 bad_request");
}

TEST(Outcome, BusyAnd429AreRetryable)
{
    for (int status : {409, 503}) {
        std::string body = body_with("busy");
        EXPECT_TRUE(refusal_of(UpstreamAnswer{status, body, true}).retryable);
    }
    std::string body = body_with("rate_limited");
    EXPECT_TRUE(refusal_of(UpstreamAnswer{429, body, true}).retryable);
}

TEST(Outcome, InTheStreamTheReasonAloneDecides)
{
    struct Row { std::string_view reason; int status; bool retryable; };

    for (Row row : {Row{"run_ended", 410, false},
             Row{"stream_severed", 502, true}, Row{"timeout", 504, true},
             Row{"busy", 503, true}, Row{"interaction_unknown", 404, false},
             Row{"interaction_not_pending", 409, false},
             Row{"intern_unreachable", 502, true}}) {
        Error error = in_stream_error(UpstreamError{row.reason, false});
        EXPECT_EQ(error.status, row.status) << row.reason;
        EXPECT_EQ(name(error.reason), row.reason);
        EXPECT_EQ(error.retryable, row.retryable) << row.reason;
        EXPECT_FALSE(error.message.empty());
    }
}

TEST(Outcome, AnyOtherErrorInTheStreamIsAFailedTurn)
{
    for (std::string_view reason : {"", "turn_failed", "nonsense",
             "payload_too_large", "run_ended ", "a\\nb"}) {
        for (bool retryable : {false, true}) {
            Error error = in_stream_error(UpstreamError{reason, retryable});
            EXPECT_EQ(error.status, 502) << reason;
            EXPECT_EQ(error.reason, Reason::turn_failed) << reason;
            EXPECT_EQ(error.retryable, retryable) << reason;
        }
    }
}

TEST(Outcome, ASteeredTurnNamesItsSession)
{
    EXPECT_EQ(steered_session("{\"session_id\":\"s\\u00e9\",\"status\":"
                              "\"steered\",\"x\":[1]}"), "s\xc3\xa9");
    EXPECT_EQ(steered_session("{\"status\":\"steered\",\"session_id\":\"a\"}"),
              "a");
    for (std::string_view body : {"", "{}", "[]", "{\"session_id\":\"a\"}",
             "{\"status\":\"steered\"}", "{\"session_id\":\"a\",\"status\":"
             "\"other\"}", "{\"session_id\":\"\",\"status\":\"steered\"}",
             "{\"session_id\":5,\"status\":\"steered\"}",
             "{\"session_id\":null,\"status\":\"steered\"}",
             "{\"session_id\":\"a\",\"status\":\"steered\"}x",
             "{\"session_id\":\"a\",\"status\":\"steered\"",
             "{\"session_id\":\"\xff\",\"status\":\"steered\"}"}) {
        EXPECT_FALSE(steered_session(body).has_value()) << body;
    }
}

TEST(Outcome, TheGatesOwnRefusalsAreThoseOfTheInterface)
{
    EXPECT_EQ(intern_unreachable().status, 502);
    EXPECT_EQ(intern_unreachable().reason, Reason::intern_unreachable);
    EXPECT_TRUE(intern_unreachable().retryable);
    EXPECT_EQ(intern_timed_out().status, 504);
    EXPECT_EQ(intern_timed_out().reason, Reason::timeout);

    Error late = route_deadline(300);
    EXPECT_EQ(late.status, 408);
    EXPECT_EQ(late.reason, Reason::timeout);
    EXPECT_TRUE(late.retryable);
    EXPECT_EQ(late.message,
              "Operation timed out after 300s. Please try again later.");
}

}  // namespace

}  // namespace gate::chat
