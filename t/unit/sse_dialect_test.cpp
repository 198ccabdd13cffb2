#include "sse/dialect.hpp"

#include "json/prescan.hpp"
#include "json/writer.hpp"
#include "json_tree.hpp"
#include "sse_reference.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::sse {

namespace {

constexpr Dialect all_dialects[] = {
    Dialect::automatic, Dialect::chat, Dialect::responses, Dialect::messages,
    Dialect::generic,
};

Event event_of(std::string_view data, std::string_view name = "")
{
    return Event{name, data, true};
}

Usage usage_of(std::string_view data)
{
    Usage usage;
    read_usage(data, &usage);
    return usage;
}

// What an upstream's string looks like inside the quotes of a JSON text.
std::string inside(std::string_view text)
{
    std::string out;
    json::append_string(out, text);
    return out.substr(1, out.size() - 2);
}

TEST(Dialect, ThePathTellsByItsLastSegment)
{
    EXPECT_EQ(dialect_of_path("/v1/chat/completions"), Dialect::chat);
    EXPECT_EQ(dialect_of_path("/v1/completions"), Dialect::chat);
    EXPECT_EQ(dialect_of_path("/v1/responses"), Dialect::responses);
    EXPECT_EQ(dialect_of_path("/v1/messages"), Dialect::messages);
    for (std::string_view path : {"", "/", "/v1/messages/", "/messages/1",
             "completions", "/xcompletions", "/responses?x=1", "/Messages"}) {
        EXPECT_EQ(dialect_of_path(path), Dialect::automatic) << path;
    }
}

TEST(Dialect, TheFirstEventTells)
{
    EXPECT_EQ(dialect_of_event(event_of(
                  "{\"object\":\"chat.completion.chunk\"}")), Dialect::chat);
    EXPECT_EQ(dialect_of_event(event_of("{\"object\": \"text_completion\"}")),
              Dialect::chat);
    EXPECT_EQ(dialect_of_event(event_of("{\"choices\":[]}")), Dialect::chat);
    EXPECT_EQ(dialect_of_event(event_of("[DONE]")), Dialect::chat);
    EXPECT_EQ(dialect_of_event(event_of("{}", "response.created")),
              Dialect::responses);
    EXPECT_EQ(dialect_of_event(event_of("{\"type\": \"response.created\"}")),
              Dialect::responses);
    EXPECT_EQ(dialect_of_event(event_of("{}", "message_start")),
              Dialect::messages);
    EXPECT_EQ(dialect_of_event(event_of("{\"type\":\"content_block_start\"}")),
              Dialect::messages);
    for (std::string_view data : {"", "hello", "{}", "{\"type\":\"other\"}",
             "{\"type\":5}", "{\"type\":\"", "{\"type\":", "{\"type\":   ",
             "{\"text\":\"\\\"choices\\\"\"}"}) {
        EXPECT_EQ(dialect_of_event(event_of(data)), Dialect::automatic)
            << data;
    }
}

TEST(Dialect, EachHasItsOwnEnd)
{
    EXPECT_TRUE(is_terminal(Dialect::chat, event_of("[DONE]")));
    EXPECT_FALSE(is_terminal(Dialect::chat, event_of("{\"a\":\"[DONE]\"}")));
    EXPECT_FALSE(is_terminal(Dialect::chat, event_of("{}", "error")));

    for (std::string_view name : {"response.completed", "response.incomplete",
             "response.failed", "response.cancelled", "error"}) {
        std::string data = "{\"type\":\"" + std::string(name) + "\"}";
        EXPECT_TRUE(is_terminal(Dialect::responses, event_of("{}", name)));
        EXPECT_TRUE(is_terminal(Dialect::responses, event_of(data)));
        EXPECT_EQ(is_terminal(Dialect::messages, event_of(data)),
                  name == "error");
    }
    EXPECT_FALSE(is_terminal(Dialect::responses,
                             event_of("{}", "response.output_text.done")));
    EXPECT_TRUE(is_terminal(Dialect::messages, event_of("{}", "message_stop")));
    EXPECT_FALSE(is_terminal(Dialect::messages,
                             event_of("{}", "message_delta")));
    EXPECT_FALSE(is_terminal(Dialect::responses, event_of("[DONE]")));

    for (Dialect dialect : {Dialect::generic, Dialect::automatic}) {
        EXPECT_FALSE(is_terminal(dialect, event_of("[DONE]")));
        EXPECT_FALSE(is_terminal(dialect, event_of("{}", "error")));
    }
}

TEST(Dialect, OnlyTheTypeOfTheEventItselfCounts)
{
    EXPECT_TRUE(is_terminal(Dialect::responses, event_of(
        "{\"response\":{\"output\":[{\"type\":\"message\"}]},"
        "\"type\":\"response.completed\"}")));
    Event inner = event_of("{\"delta\":{\"type\":\"error\"},"
                           "\"type\":\"content_block_delta\"}");
    EXPECT_FALSE(is_terminal(Dialect::messages, inner));
    EXPECT_FALSE(is_failure(Dialect::messages, inner));
}

TEST(Dialect, TheUpstreamsOwnFailureIsKnown)
{
    EXPECT_TRUE(is_failure(Dialect::responses, event_of("{}", "error")));
    EXPECT_TRUE(is_failure(Dialect::responses,
                           event_of("{\"type\":\"response.failed\"}")));
    EXPECT_TRUE(is_failure(Dialect::messages, event_of("{}", "error")));
    EXPECT_FALSE(is_failure(Dialect::responses,
                            event_of("{}", "response.completed")));
    EXPECT_FALSE(is_failure(Dialect::messages, event_of("{}", "message_stop")));
    EXPECT_FALSE(is_failure(Dialect::chat, event_of("{}", "error")));
    EXPECT_FALSE(is_failure(Dialect::generic, event_of("{}", "error")));
}

TEST(Dialect, UsageIsReadInBothSpellings)
{
    Usage chat = usage_of("{\"choices\":[],\"usage\": {\"x\":{\"y\":[1]},"
        "\"prompt_tokens\":12,\"completion_tokens\":34,\"cost\":0.5}}");
    EXPECT_EQ(chat.prompt_tokens, 12);
    EXPECT_EQ(chat.completion_tokens, 34);

    Usage other = usage_of("{\"response\":{\"usage\":{\"input_tokens\":5,"
                           "\"output_tokens\":0}}}");
    EXPECT_EQ(other.prompt_tokens, 5);
    EXPECT_EQ(other.completion_tokens, 0);
}

TEST(Dialect, UsageThatIsNotAnObjectOfCountsIsNotReported)
{
    for (std::string_view data : {"", "{}", "{\"usage\":null}",
             "{\"usage\":5}", "{\"usage\":{}}", "{\"usage\":",
             "{\"usage\":{\"prompt_tokens\":-3}}",
             "{\"usage\":{\"prompt_tokens\":\"3\"}}",
             "{\"usage\":{\"prompt_tokens\":1.5}}",
             "{\"usage\":{\"prompt_tokens\":9223372036854775808}}",
             "{\"usage\":{\"prompt_tokens\":1e3}}",
             "{\"usage\":{\"prompt_tokens\":null}}",
             "{\"text\":\"\\\"usage\\\":{\\\"prompt_tokens\\\":3}\"}",
             "{\"usage\":{\"prompt_tokens\":3,\"x\":\"\xff\"}}",
             "\"\"usage\":{\"\\"}) {
        Usage usage = usage_of(data);
        EXPECT_EQ(usage.prompt_tokens, -1) << data;
        EXPECT_EQ(usage.completion_tokens, -1) << data;
    }
}

TEST(Dialect, AnEventWithoutUsageChangesNothing)
{
    Usage usage{1, 2};
    read_usage("{\"choices\":[]}", &usage);
    read_usage("{\"usage\":{\"output_tokens\":9}}", &usage);
    EXPECT_EQ(usage.prompt_tokens, 1);
    EXPECT_EQ(usage.completion_tokens, 9);
}

TEST(Dialect, TheChatTailIsErrorThenFinalThenDone)
{
    std::string out;
    TailContext context{"c-1", "m", 17, 3};
    append_tail(out, Dialect::chat,
                make_error(502, Reason::stream_severed, "Cut"), context);
    EXPECT_EQ(out,
        "data: {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\","
        "\"created\":17,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{}"
        ",\"finish_reason\":\"error\"}],\"error\":{\"code\":502,\"message\":"
        "\"Cut\",\"metadata\":{\"reason\":\"stream_severed\",\"retryable\":"
        "true}}}\n\n"
        "data: {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\","
        "\"created\":17,\"model\":\"m\",\"choices\":[],\"usage\":null}\n\n"
        "data: [DONE]\n\n");
}

TEST(Dialect, TheOtherTailsAreOneErrorEvent)
{
    Error cut = make_error(502, Reason::stream_severed, "Cut");
    Error late = make_error(504, Reason::timeout, "Late");

    for (Dialect dialect : {Dialect::responses, Dialect::messages,
                            Dialect::generic, Dialect::automatic}) {
        for (const Error& error : {cut, late}) {
            std::string out;
            append_tail(out, dialect, error, TailContext{"i", "m", 1, 7});
            ASSERT_EQ(out.substr(0, 19), "event: error\ndata: ");

            auto tree = test::tree_of(out.substr(19));
            ASSERT_TRUE(tree.has_value()) << out;
            const test::Tree* inner = tree->get("error");
            ASSERT_NE(inner, nullptr);
            EXPECT_TRUE(inner->get("message")->is_string(error.message));
            if (dialect == Dialect::responses) {
                EXPECT_TRUE(tree->get("type")->is_string("error"));
                EXPECT_TRUE(tree->get("code")->is_string(name(error.reason)));
                EXPECT_EQ(tree->get("sequence_number")->text, "7");
            } else if (dialect == Dialect::messages) {
                EXPECT_TRUE(tree->get("type")->is_string("error"));
                EXPECT_TRUE(inner->get("type")->is_string(
                    error.status == 504 ? "timeout_error" : "api_error"));
            } else {
                EXPECT_EQ(inner->get("code")->text,
                          std::to_string(error.status));
            }
        }
    }
}

TEST(Dialect, ATailEndsTheStreamOfItsOwnDialect)
{
    for (Dialect dialect : {Dialect::chat, Dialect::responses,
                            Dialect::messages}) {
        std::string out;
        append_tail(out, dialect, make_error(502, Reason::stream_severed, ""),
                    TailContext());
        test::SeenStream seen = test::read_stream(out);
        const test::SeenEvent& last = seen.events.back();
        EXPECT_TRUE(is_terminal(dialect, event_of(last.data, last.name)));
    }
}

TEST(Dialect, ATailIsStrictJsonWhateverTheTextsAre)
{
    for (unsigned c = 1; c < 256; c++) {
        std::string text = {'a', static_cast<char>(c), '"', '\n'};
        std::string raw = inside(text);
        for (Dialect dialect : all_dialects) {
            std::string out;
            append_tail(out, dialect, Error{504, Reason::timeout, true, text},
                        TailContext{raw, raw, -5, ~uint64_t{0}});
            EXPECT_EQ(test::check_tail(dialect, out), "") << out;
        }
    }
}

}  // namespace

}  // namespace gate::sse
