#include "chat/chat_request.hpp"

#include "chat_rules.hpp"
#include "json_random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::chat {

namespace {

const std::string hi = "{\"role\":\"user\",\"content\":\"hi\"}";
const std::string call =
    "{\"id\":\"q1\",\"function\":{\"name\":\"service.provide_input\","
    "\"arguments\":\"{\\\"kind\\\":\\\"permission\\\"}\"}}";
const std::string answer =
    "{\"role\":\"tool\",\"tool_call_id\":\"q1\",\"content\":\"allow_once\"}";

std::string body_of(const std::string& messages, const std::string& rest = "")
{
    return "{\"messages\":[" + messages + "],\"stream\":true" + rest + "}";
}

std::string echo_with(const std::string& content)
{
    return "{\"role\":\"assistant\"" + content + ",\"tool_calls\":[" + call
           + "]}";
}

std::string quoted_text(size_t count, std::string_view character)
{
    std::string out = "\"";
    for (size_t i = 0; i < count; i++) {
        out += character;
    }
    return out + '"';
}

// Empty when the body is accepted, else the message of the refusal.
std::string refusal(const std::string& body)
{
    auto request = read_chat_request(body);
    if (request) {
        return "";
    }
    EXPECT_EQ(request.error().status, 400);
    EXPECT_EQ(request.error().reason, Reason::bad_request);
    EXPECT_FALSE(request.error().retryable);
    EXPECT_FALSE(request.error().message.empty());
    return request.error().message;
}

TEST(ChatRequest, APromptIsReadWithAllItsMembers)
{
    auto request = read_chat_request(body_of(hi,
        ",\"model\":\"m/x\",\"session_id\":\"s\",\"approval_mode\":"
        "\"manual\",\"temperature\":0.5,\"tools\":[{\"a\":[]}],\"user\":null"));
    ASSERT_TRUE(bool(request));
    EXPECT_EQ(request->turn(), Turn::prompt);
    EXPECT_EQ(request->last.role, Role::user);
    EXPECT_EQ(request->last.texts, std::vector<std::string>{"hi"});
    EXPECT_EQ(request->model, "m/x");
    EXPECT_EQ(request->session_id, "s");
    EXPECT_EQ(request->approval_mode, ApprovalMode::manual);
    EXPECT_FALSE(request->echo.has_value());
}

TEST(ChatRequest, SelfDriveAndANewSessionAreTheDefaults)
{
    auto request = read_chat_request(body_of(hi));
    ASSERT_TRUE(bool(request));
    EXPECT_EQ(request->approval_mode, ApprovalMode::self_drive);
    EXPECT_EQ(request->session_id, "");
    EXPECT_EQ(name(ApprovalMode::self_drive), "self-drive");
    EXPECT_EQ(name(ApprovalMode::manual), "manual");
}

TEST(ChatRequest, StreamMustBeTrue)
{
    EXPECT_EQ(refusal("{\"messages\":[" + hi + "]}"), "stream must be true");
    EXPECT_EQ(refusal("{\"messages\":[" + hi + "],\"stream\":false}"),
              "stream must be true");
    for (std::string_view value : {"\"true\"", "1", "null", "{}", "[true]"}) {
        EXPECT_EQ(refusal("{\"stream\":" + std::string(value)
                          + ",\"messages\":[" + hi + "]}"),
                  "stream has the wrong type") << value;
    }
}

TEST(ChatRequest, MessagesMustBeThere)
{
    EXPECT_EQ(refusal("{\"stream\":true}"), "messages is required");
    EXPECT_EQ(refusal(body_of("")), "messages must not be empty");
    for (std::string_view value : {"null", "{}", "\"x\"", "1", "true"}) {
        EXPECT_EQ(refusal("{\"messages\":" + std::string(value)
                          + ",\"stream\":true}"),
                  "messages has the wrong type") << value;
    }
}

// faults J01, J02, J04 and J17
TEST(ChatRequest, OnlyAnObjectIsABody)
{
    for (std::string_view body : {"", "  ", "x", "{}{}", "\xef\xbb\xbf{}"}) {
        EXPECT_EQ(refusal(std::string(body)).rfind("The body is not valid JSON"
                                                   ": ", 0), 0u) << body;
    }
    EXPECT_EQ(refusal(body_of(hi) + "x").substr(0, 26),
              "The body is not valid JSON");
    EXPECT_EQ(refusal(body_of(hi) + std::string(1, '\0')).substr(0, 26),
              "The body is not valid JSON");
    for (std::string_view body : {"[]", "\"x\"", "1", "null", "true", "[{}]"}) {
        EXPECT_EQ(refusal(std::string(body)), "the body must be a JSON object")
            << body;
    }
}

// fault J03
TEST(ChatRequest, ABodyCutAnywhereIsRefused)
{
    std::string body = body_of(echo_with(",\"content\":null") + ',' + answer,
                               ",\"session_id\":\"s\\u00e9\"");
    EXPECT_EQ(refusal(body), "");
    for (size_t size = 0; size < body.size(); size++) {
        EXPECT_NE(refusal(body.substr(0, size)), "") << size;
    }
}

// faults J06 and J07
TEST(ChatRequest, AMemberThatStandsTwiceIsRefused)
{
    for (std::string body : {
             body_of(hi, ",\"stream\":false"), body_of(hi, ",\"stream\":true"),
             body_of(hi, ",\"\\u006dessages\":[" + hi + "]"),
             body_of("{\"role\":\"user\",\"content\":\"a\",\"content\":\"b\"}"),
             body_of(hi, ",\"x\":{\"y\":1,\"y\":2}")}) {
        EXPECT_NE(refusal(body), "") << body;
    }
}

TEST(ChatRequest, TheLastMessageIsAPromptOrAnAnswer)
{
    for (std::string_view role : {"system", "developer", "assistant"}) {
        std::string other = "{\"role\":\"" + std::string(role)
                            + "\",\"content\":\"x\"}";
        EXPECT_EQ(refusal(body_of(hi + ',' + other)),
                  "the last message must have role user or tool") << role;
        EXPECT_EQ(refusal(body_of(other + ',' + hi)), "") << role;
    }
    EXPECT_EQ(refusal(body_of(answer)),
              "session_id is required when the last message has role tool");
    EXPECT_EQ(refusal(body_of(answer, ",\"session_id\":\"s\"")), "");
}

// fault J24
TEST(ChatRequest, WordsHaveOneTo256Characters)
{
    for (std::string name : {"model", "session_id"}) {
        auto with = [&name](const std::string& value) {
            return refusal(body_of(hi, ",\"" + name + "\":" + value));
        };
        EXPECT_EQ(with(quoted_text(1, "a")), "");
        EXPECT_EQ(with(quoted_text(256, "a")), "");
        EXPECT_EQ(with(quoted_text(256, "\xf0\x9f\x98\x80")), "");
        std::string wrong = name + " must be 1 to 256 characters long";
        EXPECT_EQ(with("\"\""), wrong);
        EXPECT_EQ(with(quoted_text(257, "a")), wrong);
        EXPECT_EQ(with(quoted_text(257, "\xc3\xa9")), wrong);
        // fault O02: they become headers
        EXPECT_EQ(with("\"a\\r\\nb\""), name + " holds a control character");
        EXPECT_EQ(with("\"\\u007f\""), name + " holds a control character");
        for (std::string value : {"5", "null", "[]", "{}", "true"}) {
            EXPECT_EQ(with(value), name + " has the wrong type") << value;
        }
    }
}

TEST(ChatRequest, TheApprovalModeIsOneOfTwoWords)
{
    for (std::string value : {"\"auto\"", "\"\"", "\"Manual\"",
                              "\"manual \""}) {
        EXPECT_EQ(refusal(body_of(hi, ",\"approval_mode\":" + value)),
                  "approval_mode must be manual or self-drive") << value;
    }
    for (std::string value : {"null", "1", "[]", "{}"}) {
        EXPECT_EQ(refusal(body_of(hi, ",\"approval_mode\":" + value)),
                  "approval_mode has the wrong type") << value;
    }
}

TEST(ChatRequest, APromptHasAtMost32000Characters)
{
    auto with = [](const std::string& content) {
        return refusal(body_of("{\"role\":\"user\",\"content\":" + content
                               + "}"));
    };
    const std::string wrong = "the prompt is longer than 32000 characters";
    EXPECT_EQ(with(quoted_text(32000, "a")), "");
    EXPECT_EQ(with(quoted_text(32001, "a")), wrong);
    EXPECT_EQ(with(quoted_text(32000, "\xf0\x9f\x98\x80")), "");
    EXPECT_EQ(with(quoted_text(32001, "\xf0\x9f\x98\x80")), wrong);

    auto part = [](size_t count) {
        return "{\"type\":\"text\",\"text\":" + quoted_text(count, "a") + "}";
    };
    EXPECT_EQ(with('[' + part(16000) + ',' + part(16000) + ']'), "");
    EXPECT_EQ(with('[' + part(16000) + ',' + part(16001) + ']'), wrong);

    // an earlier message and an answer are not prompts
    std::string earlier = "{\"role\":\"user\",\"content\":"
                          + quoted_text(40000, "a") + "}";
    EXPECT_EQ(refusal(body_of(earlier + ',' + hi)), "");
}

TEST(ChatRequest, TheUpstreamBodyOfAPromptIsOurs)
{
    auto request = read_chat_request(body_of(
        "{\"role\":\"system\",\"content\":\"hidden\"}," + hi,
        ",\"approval_mode\":\"manual\",\"temperature\":1,"
        "\"model\":\"theirs\""));
    ASSERT_TRUE(bool(request));
    EXPECT_EQ(upstream_body(*request, "ours", "ses-1"),
              "{\"model\":\"ours\",\"stream\":true,\"stream_options\":"
              "{\"include_usage\":true},\"messages\":[{\"role\":\"user\","
              "\"content\":\"hi\"}],\"session_id\":\"ses-1\","
              "\"approval_mode\":\"manual\"}");
}

TEST(ChatRequest, TheUpstreamBodyOfAnAnswerHasTheEchoAndNoMode)
{
    auto request = read_chat_request(body_of(
        hi + ',' + echo_with(",\"content\":null") + ',' + answer,
        ",\"session_id\":\"s\",\"approval_mode\":\"manual\""));
    ASSERT_TRUE(bool(request));
    EXPECT_TRUE(request->is_tool_reply());
    EXPECT_EQ(upstream_body(*request, "m", "s"),
              "{\"model\":\"m\",\"stream\":true,\"stream_options\":"
              "{\"include_usage\":true},\"messages\":[{\"role\":\"assistant\","
              "\"content\":null,\"tool_calls\":[{\"id\":\"q1\",\"type\":"
              "\"function\",\"function\":{\"name\":\"service.provide_input\","
              "\"arguments\":\"{\\\"kind\\\":\\\"permission\\\"}\"}}]},"
              "{\"role\":\"tool\",\"tool_call_id\":\"q1\",\"content\":"
              "\"allow_once\"}],\"session_id\":\"s\"}");
}

TEST(ChatRequest, AnAnswerWithoutItsEchoGoesAlone)
{
    auto request = read_chat_request(body_of(answer, ",\"session_id\":\"s\""));
    ASSERT_TRUE(bool(request));
    EXPECT_FALSE(request->echo.has_value());
    std::string body = upstream_body(*request, "m", "s");
    EXPECT_EQ(body.find("assistant"), body.npos);
    EXPECT_EQ(refusal(body), "");
}

TEST(ChatRequest, TextsSurviveTheWayThroughTheUpstreamBody)
{
    for (std::string_view text : {"\\u2028</script>\\n\\\"\\\\",
             "\\ud83d\\ude00", "\xc3\xa9", "", "\\u0001\\u007f",
             "data: [DONE]\\n\\n"}) {
        for (bool is_list : {false, true}) {
            std::string content = '"' + std::string(text) + '"';
            if (is_list) {
                content = "[{\"type\":\"text\",\"text\":" + content + "},"
                          "{\"text\":\"b\",\"type\":\"text\"}]";
            }
            auto request = read_chat_request(body_of(
                "{\"role\":\"user\",\"content\":" + content + "}"));
            ASSERT_TRUE(bool(request)) << content;
            std::string body = upstream_body(*request, "m", "s");
            EXPECT_TRUE(test::dump_by_parse(body).has_value()) << body;
            EXPECT_EQ(body.find('\n'), body.npos);

            auto again = read_chat_request(body);
            ASSERT_TRUE(bool(again)) << body;
            EXPECT_EQ(again->last.texts, request->last.texts);
            EXPECT_EQ(again->last.content_is_list, is_list);
        }
    }
}

// Bodies put together from good and bad pieces.
std::string random_body(test::Random& random)
{
    static const std::string contents[] = {
        "\"a\"", "\"\"", "null", "[]", "5", "{}", "[{\"type\":\"text\","
        "\"text\":\"b\"}]", "[{\"type\":\"image_url\",\"text\":\"\"}]",
        "[{\"type\":\"text\"}]", "[\"x\"]", "[{\"type\":\"text\",\"text\":1}]",
    };
    static const std::string roles[] = {
        "user", "tool", "assistant", "system", "developer", "function", "",
    };
    static const std::string extras[] = {
        "", "", ",\"tool_call_id\":\"q\"", ",\"tool_call_id\":\"\"",
        ",\"tool_calls\":[" + call + "]", ",\"tool_calls\":[]",
        ",\"tool_calls\":[{\"id\":\"x\"}]", ",\"name\":\"n\"",
        ",\"tool_calls\":[{\"id\":\"\",\"function\":{\"name\":\"\","
        "\"arguments\":\"\"}}]",
    };
    static const std::string rests[] = {
        "", "", ",\"session_id\":\"s\"", ",\"session_id\":\"\"",
        ",\"model\":\"m\"", ",\"approval_mode\":\"manual\"", ",\"model\":5",
        ",\"x\":[{\"messages\":1}]",
    };

    std::string messages;
    for (size_t count = random.below(4); count > 0; count--) {
        messages += messages.empty() ? "" : ",";
        std::string role = random.one_in(3) ? random.pick(roles) : "user";
        messages += "{\"role\":\"" + role + "\"";
        messages += random.one_in(8) ? "" : ",\"content\":"
            + (random.one_in(3) ? random.pick(contents) : "\"a\"");
        messages += random.pick(extras) + '}';
    }
    return body_of(messages, random.pick(rests));
}

TEST(ChatRequest, AgreesWithTheSlowRulesOnRandomBodies)
{
    test::Random random(17);
    int accepted = 0;

    for (int round = 0; round < 20000; round++) {
        std::string body = random_body(random);
        auto tree = test::tree_of(body);
        ASSERT_TRUE(tree.has_value()) << body;
        bool allowed = test::ChatRules::allow(*tree);
        ASSERT_EQ(refusal(body).empty(), allowed) << body;
        accepted += allowed;
    }
    EXPECT_GT(accepted, 500);
}

TEST(ChatRequest, HarmedBodiesAreAcceptedOnlyByTheRules)
{
    test::Random random(18);
    const std::string good = body_of(hi + ',' + echo_with("") + ',' + answer,
                                     ",\"session_id\":\"s\"");

    for (int round = 0; round < 10000; round++) {
        std::string body = test::harmed(good, random);
        auto strict = test::dump_by_parse(body);
        bool allowed = strict && test::ChatRules::allow(*test::tree_of(body));
        ASSERT_EQ(refusal(body).empty(), allowed) << body;
    }
}

}  // namespace

}  // namespace gate::chat
