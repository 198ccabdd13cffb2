#include "sse/relay.hpp"

#include "relay_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::sse {

namespace {

// The error object of the last error event in a tail.
test::Tree error_of(std::string_view tail)
{
    for (const test::SeenEvent& event : test::read_stream(tail).events) {
        auto tree = test::tree_of(event.data);
        if (tree && tree->get("error") != nullptr) {
            return *tree->get("error");
        }
    }
    ADD_FAILURE() << tail;
    return {};
}

TEST(Relay, AWholeStreamPassesByteForByteAndNothingIsAdded)
{
    for (const std::string& text : {chat_stream, responses_stream,
                                    messages_stream}) {
        for (End why : {End::finished, End::cut, End::deadline,
                        End::shutdown}) {
            Case setup;
            setup.why = why;
            Ran out = run(text, setup);
            EXPECT_EQ(out.before, text);
            EXPECT_EQ(out.passed, text.size());
            EXPECT_EQ(out.tail, "");
            EXPECT_EQ(out.outcome, Outcome::complete);
        }
    }
}

// faults U07 to U09
TEST(Relay, AStreamCutAtAnyByteGetsItsWholeEventsAndThenATail)
{
    struct Whole { Dialect dialect; const std::string* text; };

    for (Whole one : {Whole{Dialect::chat, &chat_stream},
                      Whole{Dialect::responses, &responses_stream},
                      Whole{Dialect::messages, &messages_stream}}) {
        for (size_t size = 0; size < one.text->size(); size++) {
            std::string text = one.text->substr(0, size);
            for (End why : {End::finished, End::cut}) {
                Case setup = with(one.dialect);
                setup.why = why;
                if (why == End::finished && size + 1 == one.text->size()) {
                    continue;  // only its blank line is missing: see below
                }
                if (why == End::finished && size + 2 == one.text->size()
                    && one.dialect == Dialect::chat)
                {
                    continue;
                }
                Ran out = run(text, setup);
                size_t end = test::read_stream(text).end;
                EXPECT_EQ(out.before, text.substr(0, end));
                EXPECT_EQ(out.outcome, Outcome::severed);
                EXPECT_EQ(test::check_tail(one.dialect, out.tail), "");
            }
        }
    }
}

// Many clients take such an end for one: it is completed, not replaced.
TEST(Relay, AnEndWithoutItsBlankLineIsCompleteAfterAProperEnd)
{
    struct Last { Dialect dialect; const char* text; const char* tail; };

    for (Last last : {
             Last{Dialect::chat, "data: [DONE]\n", "\n"},
             Last{Dialect::chat, "data: [DONE]", "\n\n"},
             Last{Dialect::chat, "data:[DONE]", "\n\n"},
             Last{Dialect::chat, "data: [DONE]\r\n", "\n"},
             Last{Dialect::chat, "data: [DONE]\r", "\n\n"},
             Last{Dialect::automatic, "data: [DONE]\n", "\n"},
             Last{Dialect::messages, "event: message_stop\n"
                  "data: {\"type\":\"message_stop\"}\n", "\n"},
             Last{Dialect::responses, "data: {\"type\":"
                  "\"response.completed\"}\n", "\n"}}) {
        std::string before = "data: {\"id\":\"a\"}\n\n";
        Case setup = with(last.dialect);
        Ran out = run(before + last.text, setup);
        EXPECT_EQ(out.before, before) << last.text;
        EXPECT_EQ(out.tail, std::string(last.text) + last.tail);
        EXPECT_EQ(out.outcome, Outcome::complete) << last.text;

        setup.why = End::cut;
        EXPECT_EQ(run(before + last.text, setup).outcome, Outcome::severed)
            << last.text;
    }
}

TEST(Relay, HalfALineIsNoEnd)
{
    for (std::string_view text : {
             "data: [DONE", "data: [DON", "data: x[DONE]",
             "data: {\"a\":1}\ndata: [DONE]\n", "id: 1\n", ": [DONE]\n"}) {
        Ran out = run(std::string(text), with(Dialect::chat));
        EXPECT_EQ(out.outcome, Outcome::severed) << text;
    }
    for (std::string_view text : {
             "data: {\"type\":\"response.completed\"}",
             "data: {\"type\":\"response.completed\",\"a\":\"data: [DONE]"}) {
        Ran out = run(std::string(text), with(Dialect::responses));
        EXPECT_EQ(out.outcome, Outcome::severed) << text;
    }
}

TEST(Relay, TheResultDoesNotDependOnHowTheBytesWereCut)
{
    for (const std::string& text : {chat_stream, responses_stream,
             messages_stream, chat_stream.substr(0, 200),
             std::string("data: a\r\n\r\ndata: b\r\n\r\n"),
             std::string("data: a\r\rdata: b\r\rdata: c")}) {
        Ran whole = run(text);
        for (const test::Pieces& pieces : test::all_cuts(text)) {
            Ran out = run(pieces, {});
            ASSERT_EQ(out.before, whole.before);
            ASSERT_EQ(out.tail, whole.tail);
            ASSERT_EQ(out.outcome, whole.outcome);
            ASSERT_EQ(out.events, whole.events);
            ASSERT_EQ(out.usage.prompt_tokens, whole.usage.prompt_tokens);
            ASSERT_EQ(out.usage.completion_tokens,
                      whole.usage.completion_tokens);
        }
    }
}

TEST(Relay, RandomStreamsInRandomCutsAreTheSame)
{
    test::Random random(16);
    static constexpr std::string_view parts[] = {
        "data: {\"model\":\"a\",\"x\":1}\n\n",
        "data: {\"model\":\"bb\"}\r\n\r\n",
        "event: message_stop\n", "data: [DONE]\n\n", "data: x", "\n", "\r",
        ": c\n\n", "event: error\ndata: {}\n\n", "data: {\"choices\":[]}\n\n",
        "data: {\"model\":null,\"usage\":{\"prompt_tokens\":4}}\n\n",
    };
    constexpr Dialect dialects[] = {
        Dialect::automatic, Dialect::chat, Dialect::responses,
        Dialect::messages, Dialect::generic,
    };

    for (int round = 0; round < 3000; round++) {
        std::string text;
        for (size_t count = random.below(8); count > 0; count--) {
            text += random.pick(parts);
        }
        Case setup = with(random.pick(dialects));
        setup.max_event = random.one_in(3) ? 30 : 1 << 20;
        Ran whole = run(text, setup);
        Ran cut = run(test::random_cut(text, random), setup);
        ASSERT_EQ(cut.tail, whole.tail) << testing::PrintToString(text);
        ASSERT_EQ(cut.outcome, whole.outcome);
        ASSERT_EQ(cut.events, whole.events);
        ASSERT_EQ(text.substr(0, whole.before.size()), whole.before);
    }
}

TEST(Relay, EventsInOneSliceArePassedWithoutACopy)
{
    Ran whole = run(chat_stream);
    EXPECT_EQ(whole.passed, chat_stream.size());
    Ran bytes = run(test::pieces_of(chat_stream, 1), {});
    EXPECT_EQ(bytes.before, chat_stream);
    EXPECT_LT(bytes.passed, chat_stream.size());
}

TEST(Relay, CountsEventsAndUsage)
{
    Ran chat = run(chat_stream);
    EXPECT_EQ(chat.events, 3u);  // the comment is none
    EXPECT_EQ(chat.usage.prompt_tokens, 3);
    EXPECT_EQ(chat.usage.completion_tokens, 4);
    EXPECT_EQ(run(responses_stream).usage.completion_tokens, 2);
    EXPECT_EQ(run(messages_stream).usage.prompt_tokens, 9);
    EXPECT_EQ(run("data: {\"choices\":[]}\n\n").usage.prompt_tokens, -1);
}

TEST(Relay, TheChatTailRepeatsIdTimeAndTheLastModel)
{
    std::string cut = chat_stream.substr(0, chat_stream.find("data: [DONE]"));
    Ran out = run(cut);
    EXPECT_EQ(out.outcome, Outcome::severed);
    for (const test::SeenEvent& event : test::read_stream(out.tail).events) {
        if (event.data != "[DONE]") {
            auto chunk = test::tree_of(event.data);
            ASSERT_TRUE(chunk.has_value());
            EXPECT_TRUE(chunk->get("id")->is_string("c-1"));
            EXPECT_TRUE(chunk->get("model")->is_string("n"));
            EXPECT_EQ(chunk->get("created")->text, "17");
        }
    }
}

TEST(Relay, ATextThatIsNoModelIsNotRepeated)
{
    for (std::string_view model : {"null", "5", "{}", "[\"x\"]", "\"\\u12\"",
                                   "\"a\\\"b\"", "\"\x01\"", "\"\xff\""}) {
        Ran out = run("data: {\"id\":\"i\",\"model\":\"good\"}\n\n"
                         "data: {\"model\":" + std::string(model)
                         + ",\"object\":\"o\"}\n\n", with(Dialect::chat));
        EXPECT_NE(out.tail.find("\"model\":\"good\""), out.tail.npos)
            << model << ' ' << out.tail;
        EXPECT_EQ(test::check_tail(Dialect::chat, out.tail), "") << model;
    }
}

TEST(Relay, WithoutChunksTheTailHasAnIdOfOurs)
{
    Ran out = run("", with(Dialect::chat));
    EXPECT_EQ(test::check_tail(Dialect::chat, out.tail), "");
    EXPECT_NE(out.tail.find("\"id\":\"chatcmpl-gate\""), out.tail.npos);
    EXPECT_NE(out.tail.find("\"created\":1700000000"), out.tail.npos);
}

TEST(Relay, ThePathDecidesWhenNoEventDoes)
{
    Case setup;
    setup.path = "/v1/chat/completions";
    EXPECT_NE(run("", setup).tail.find("[DONE]"), std::string::npos);
    EXPECT_NE(run("data: hello\n\n", setup).tail.find("[DONE]"),
              std::string::npos);
    // an event wins over the path
    EXPECT_EQ(run("event: message_start\ndata: {}\n\n", setup)
                  .tail.find("[DONE]"), std::string::npos);
}

TEST(Relay, AGenericStreamIsCompleteWhenItEndsCleanlyBetweenEvents)
{
    Case setup = with(Dialect::generic);
    EXPECT_EQ(run("data: a\n\n", setup).outcome, Outcome::complete);
    EXPECT_EQ(run("data: a\n\n", setup).tail, "");
    EXPECT_EQ(run("", setup).outcome, Outcome::complete);
    EXPECT_EQ(run("data: a\n\nda", setup).outcome, Outcome::severed);
    test::Pieces cut_crlf = {"data: a\r\n\r", "\n"};
    EXPECT_EQ(run(cut_crlf, setup).outcome, Outcome::complete);

    setup.why = End::cut;
    Ran cut = run("data: a\n\n", setup);
    EXPECT_EQ(cut.outcome, Outcome::severed);
    EXPECT_EQ(test::check_tail(Dialect::generic, cut.tail), "");
}

TEST(Relay, TheReasonOfTheEndIsInTheTail)
{
    Case setup = with(Dialect::generic);

    setup.why = End::cut;
    Ran cut = run("data: a\n\n", setup);
    EXPECT_EQ(error_of(cut.tail).get("code")->text, "502");

    setup.why = End::deadline;
    Ran late = run("data: a\n\n", setup);
    EXPECT_EQ(late.outcome, Outcome::timeout);
    EXPECT_EQ(error_of(late.tail).get("code")->text, "504");

    setup.why = End::shutdown;
    Ran gone = run("data: a\n\n", setup);
    EXPECT_EQ(gone.outcome, Outcome::shutdown);
    EXPECT_EQ(error_of(gone.tail).get("code")->text, "502");
}

TEST(Relay, TheUpstreamsOwnErrorIsNoCutButAFailure)
{
    std::string text = "event: error\ndata: {\"type\":\"error\"}\n\n";
    for (Dialect dialect : {Dialect::responses, Dialect::messages}) {
        Ran out = run(text, with(dialect));
        EXPECT_EQ(out.outcome, Outcome::failed);
        EXPECT_EQ(out.tail, "");
        EXPECT_EQ(out.before, text);
    }
}

// fault U18
TEST(Relay, NothingFollowsDone)
{
    for (const test::Pieces& pieces : {
             test::Pieces{"data: [DONE]\n\ndata: late\n\ndata: [DONE]\n\n"},
             test::Pieces{"data: [DONE]\n\n", "data: late\n\n"},
             test::Pieces{"data: [DONE]\n\n" + std::string(200, 'x')},
             test::Pieces{"data: [DONE]\n\n", std::string(200, 'x')}}) {
        Case setup = with(Dialect::chat);
        setup.max_event = 100;
        Ran out = run(pieces, setup);
        EXPECT_EQ(out.before, "data: [DONE]\n\n");
        EXPECT_EQ(out.tail, "");
        EXPECT_EQ(out.outcome, Outcome::complete);
    }
}

TEST(Relay, BytesAfterTheEndAreExcess)
{
    auto has_excess = [](const test::Pieces& pieces) {
        Relay relay({Dialect::chat, 1000, 0}, "");
        test::Collector sink;
        for (const std::string& piece : pieces) {
            relay.feed(piece, sink);
        }
        return relay.has_excess();
    };
    EXPECT_FALSE(has_excess({"data: x\n\n"}));
    EXPECT_FALSE(has_excess({"data: [DONE]\n\n"}));
    EXPECT_FALSE(has_excess({"data: [DONE]\r\n\r", "\n"}));
    EXPECT_TRUE(has_excess({"data: [DONE]\n\nx"}));
    EXPECT_TRUE(has_excess({"data: [DONE]\n\n", "data: x\n\n"}));
}

// fault U19
TEST(Relay, ATooLongEventBreaksTheStream)
{
    for (Dialect dialect : {Dialect::chat, Dialect::responses,
                            Dialect::messages, Dialect::generic}) {
        RelayOptions options;
        options.dialect = dialect;
        options.max_event = 50;
        Relay relay(options, "");
        test::Collector sink;

        EXPECT_EQ(relay.feed("data: a\n\n", sink), Supervisor::State::open);
        EXPECT_EQ(relay.feed(std::string(60, 'x'), sink),
                  Supervisor::State::broken);
        EXPECT_EQ(relay.feed("\n\ndata: b\n\n", sink),
                  Supervisor::State::broken);
        EXPECT_EQ(sink.bytes, "data: a\n\n");
        EXPECT_EQ(relay.end(End::cut, sink), Outcome::severed);
        EXPECT_EQ(test::check_tail(dialect, sink.bytes.substr(9)), "");
    }
}

TEST(Relay, JunkAfterTheEndDoesNotUndoIt)
{
    for (const std::string& text : {responses_stream, messages_stream}) {
        Case setup;
        setup.max_event = 200;
        Ran out = run(text + std::string(300, 'x'), setup);
        EXPECT_EQ(out.outcome, Outcome::complete);
        EXPECT_EQ(out.tail, "");
    }
}

TEST(Relay, AStreamThatNeverBeganEndsWithItsError)
{
    for (Dialect dialect : {Dialect::chat, Dialect::responses,
                            Dialect::messages, Dialect::generic}) {
        Relay relay({dialect, 1000, 5}, "/x");
        test::Collector sink;
        EXPECT_EQ(relay.fail(Error{429, Reason::rate_limited, true, "a\n\"b"},
                             sink), Outcome::failed);
        EXPECT_EQ(test::check_tail(dialect, sink.bytes), "");
    }
}

// an event that ends in a backslash outside a string
TEST(Relay, AnEventThatIsNoJsonIsNotReadOutOfBounds)
{
    for (std::string_view data : {"\"\"usage\":{\"\\", "\"\"usage\":{\"\\u",
             "\"\"usage\":{\"\\ud800", "\"usage\":{\"", "\"model\":\"",
             "{\"id\":\"a", "{\"id\":", "\"\"model\":\"\\"}) {
        for (Dialect dialect : {Dialect::chat, Dialect::responses,
                                Dialect::messages, Dialect::generic}) {
            std::string text = "data: " + std::string(data) + "\n\n";
            Ran out = run(text, with(dialect));
            EXPECT_EQ(out.before, text);
        }
    }
}

TEST(Relay, EachOutcomeHasAWord)
{
    for (Outcome outcome : {Outcome::open, Outcome::complete, Outcome::paused,
             Outcome::run_ended, Outcome::failed, Outcome::severed,
             Outcome::timeout, Outcome::shutdown}) {
        EXPECT_NE(name(outcome), "");
    }
    EXPECT_EQ(name(Outcome::severed), "severed");
}

}  // namespace

}  // namespace gate::sse
