#include "chat/translator.hpp"

#include "translator_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::chat {

namespace {

using State = sse::Supervisor::State;

TEST(Translator, AWholeTurnComesOutInTheInterfacesForm)
{
    const std::string head = "data: {\"id\":\"c-1\",\"object\":"
        "\"chat.completion.chunk\",\"created\":17,\"model\":\"m\","
        "\"choices\":[";
    const std::string open = head + "{\"index\":0,\"delta\":";
    const std::string more = ",\"finish_reason\":null}]}\n\n";

    EXPECT_EQ(run(whole_turn).out,
        open + "{\"role\":\"assistant\",\"content\":\"\"}" + more
        + open + "{\"reasoning\":\"think\"}" + more
        + open + "{\"content\":\"Hello\"}" + more
        + open + "{},\"finish_reason\":\"stop\"}]}\n\n"
        + head + "],\"session_id\":\"s-9\",\"usage\":{\"prompt_tokens\":1,"
        "\"completion_tokens\":2,\"total_tokens\":3}}\n\n" + done);
}

TEST(Translator, TheOutputDoesNotDependOnHowTheBytesWereCut)
{
    std::string small = "data: {\"choices\":[{\"delta\":{\"content\":\"a\\n"
                        "\xf0\x9f\x98\x80\"}}]}\r\n\r\n: c\r\rdata: [DONE]\n\n";
    std::string asks = question(permission) + chunk("{}", "\"tool_calls\"")
                       + done;
    for (const std::string& text : {small, asks, whole_turn.substr(0, 300),
                                    event("junk"), std::string("\n\r\n\r")}) {
        Ran whole = run(text);
        for (const test::Pieces& pieces : test::all_cuts(text)) {
            Translator translator(options_with());
            test::Collector sink;
            for (const std::string& piece : pieces) {
                translator.feed(piece, sink);
            }
            ASSERT_EQ(translator.end(End::finished, sink), whole.outcome);
            ASSERT_EQ(sink.bytes, whole.out);
        }
    }
}

// faults U07 to U09 and U17
TEST(Translator, ATurnCutAtAnyByteEndsWithStreamSevered)
{
    for (size_t size = 0; size + 2 < whole_turn.size(); size++) {
        Ran out = run(whole_turn.substr(0, size),
                         size % 2 ? End::cut : End::finished);
        ASSERT_EQ(out.outcome, Outcome::severed) << size;
        ASSERT_TRUE(out.error.get("metadata")->get("reason")
                        ->is_string("stream_severed"));
        ASSERT_EQ(out.last.get("usage")->text, "null");
    }
}

TEST(Translator, AnEndWithoutItsBlankLineIsTheEndAfterAProperEnd)
{
    std::string turn = whole_turn.substr(0, whole_turn.size() - 2);
    Ran whole = run(whole_turn);

    for (const char* missing : {"", "\n", "\r", "\r\n"}) {
        Ran out = run(turn + missing);
        EXPECT_EQ(out.outcome, Outcome::complete) << missing;
        EXPECT_EQ(out.out, whole.out) << missing;
        EXPECT_EQ(run(turn + missing, End::cut).outcome, Outcome::severed);
    }
    EXPECT_EQ(run(turn.substr(0, turn.size() - 1)).outcome, Outcome::severed);
}

TEST(Translator, TheReasonOfTheEndIsInTheErrorChunk)
{
    Ran late = run(chunk("{\"content\":\"x\"}"), End::deadline);
    EXPECT_EQ(late.outcome, Outcome::timeout);
    EXPECT_EQ(late.error.get("code")->text, "504");
    Ran gone = run(chunk("{\"content\":\"x\"}"), End::shutdown);
    EXPECT_EQ(gone.outcome, Outcome::shutdown);
    EXPECT_EQ(gone.error.get("code")->text, "502");
}

TEST(Translator, AMinimalServerIsAnIntern)
{
    Ran out = run(event("{\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}")
                     + done);
    EXPECT_EQ(out.outcome, Outcome::complete);
    EXPECT_EQ(out.text, "hi");
    EXPECT_TRUE(out.last.get("id")->is_string("chatcmpl-f"));
    EXPECT_EQ(out.last.get("created")->text, "1700000000");
    EXPECT_TRUE(out.last.get("model")->is_string("service/intern"));
    EXPECT_TRUE(out.last.get("session_id")->is_string("ses-ours"));
    EXPECT_EQ(out.last.get("usage")->text, "null");
    EXPECT_EQ(run(done).finish, "stop");
}

TEST(Translator, EachOtherFinishReasonBecomesStop)
{
    for (std::string finish : {"length", "content_filter", "tool_calls",
                               "eos", "x"}) {
        Ran out = run(chunk("{\"content\":\"a\"}", '"' + finish + '"')
                         + done);
        EXPECT_EQ(out.finish, "stop") << finish;
        EXPECT_EQ(out.text, "a");
    }
    EXPECT_EQ(run(chunk("{}", "\"error\"") + done).finish, "error");
}

// fault U23
TEST(Translator, ThereIsOneFinishOneFinalAndOneDone)
{
    std::string stop = chunk("{}", "\"stop\"");
    for (const std::string& text : {stop + stop + done,
             stop + question(permission) + done, stop + done + stop + done,
             stop + event("{\"error\":{}}") + usage + usage + done,
             event("{\"error\":{}}") + stop + done + done}) {
        run(text);  // checks the grammar
    }
    EXPECT_EQ(run(stop + chunk("{\"content\":\"late\"}") + done).text, "");
}

TEST(Translator, AQuestionComesBeforeItsFinishAndWithoutUsage)
{
    Ran out = run(chunk("{\"content\":\"May I?\"}") + question(permission)
                     + chunk("{}", "\"tool_calls\"") + usage + done);
    EXPECT_EQ(out.outcome, Outcome::paused);
    EXPECT_EQ(out.finish, "tool_calls");
    EXPECT_EQ(out.last.get("usage")->text, "null");
    EXPECT_TRUE(out.last.get("session_id")->is_string("s-9"));
    EXPECT_NE(out.out.find("\"name\":\"service.provide_input\",\"arguments\":"
                           "\"" + permission + "\""), out.out.npos);
    // without a finish chunk too
    EXPECT_EQ(run(question(permission) + done).finish, "tool_calls");
}

TEST(Translator, AQuestionInPartsIsPutTogether)
{
    for (size_t at = 1; at < permission.size(); at++) {
        if (permission[at - 1] == '\\') {
            continue;  // an escape is never split
        }
        std::string rest = "{\"tool_calls\":[{\"index\":0,\"function\":"
                           "{\"arguments\":\"" + permission.substr(at)
                           + "\"}}]}";
        Ran out = run(question(permission.substr(0, at)) + chunk(rest)
                         + chunk("{}", "\"tool_calls\"") + done);
        EXPECT_EQ(out.finish, "tool_calls") << at;
        EXPECT_NE(out.out.find("\"" + permission + "\""), out.out.npos);
    }
}

TEST(Translator, TheBrandNamesQuestionAndModel)
{
    TranslatorOptions options = options_with();
    options.brand = "acme";
    for (std::string name : {"acme.provide_input", "service.provide_input"}) {
        Ran out = run({event("{\"choices\":[{\"delta\":{\"tool_calls\":"
            "[{\"index\":0,\"id\":\"q\",\"function\":{\"name\":\"" + name
            + "\",\"arguments\":\"{}\"}}]}}]}"), done}, End::finished, options);
        EXPECT_EQ(out.finish, "tool_calls") << name;
        EXPECT_TRUE(out.last.get("model")->is_string("acme/intern"));
    }
    EXPECT_EQ(run(question("{}", "acme.provide_input") + done).finish,
              "error");
}

TEST(Translator, AnotherToolCallIsAFailedTurn)
{
    for (const std::string& text : {question("{}", "shell"),
             chunk("{\"function_call\":{\"name\":\"f\"}}"),
             chunk("{\"tool_calls\":[{\"index\":1,\"id\":\"a\",\"function\":"
                   "{\"name\":\"service.provide_input\",\"arguments\":"
                   "\"{}\"}}]}"),
             chunk("{\"tool_calls\":[{\"index\":0,\"id\":\"a\"}]}"),
             question("{}") + question("{}")}) {
        Ran out = run(text + chunk("{}", "\"tool_calls\"") + done);
        EXPECT_EQ(out.outcome, Outcome::failed) << text;
        EXPECT_TRUE(out.error.get("metadata")->get("reason")
                        ->is_string("turn_failed")) << text;
        EXPECT_EQ(out.error.get("code")->text, "502");
    }
    // what follows is read on: usage and session belong to the final chunk
    Ran out = run(question("{}", "shell") + usage + done);
    EXPECT_EQ(out.last.get("usage")->kind, json::Kind::object);
    EXPECT_TRUE(out.last.get("session_id")->is_string("s-9"));
}

TEST(Translator, AQuestionThatCannotBeShownIsNot)
{
    for (std::string arguments : {"", "[]", "5", "{", "{}x", "{\\\"a\\\":}",
                                  "\\\"\\\"", "null"}) {
        Ran out = run(question(arguments) + chunk("{}", "\"tool_calls\"")
                         + done);
        EXPECT_EQ(out.finish, "error") << arguments;
        EXPECT_EQ(run(question(arguments) + done).finish, "error");
    }
    std::string nameless = chunk("{\"tool_calls\":[{\"index\":0,\"function\":"
        "{\"name\":\"service.provide_input\",\"arguments\":\"{}\"}}]}");
    EXPECT_EQ(run(nameless + chunk("{}", "\"tool_calls\"") + done).finish,
              "error");
}

TEST(Translator, AQuestionIsNotGatheredWithoutEnd)
{
    TranslatorOptions options = options_with();
    options.max_event = 400;
    std::string part = "{\"tool_calls\":[{\"index\":0,\"function\":"
                       "{\"arguments\":\"" + std::string(150, ' ')
                       + "\"}}]}";
    std::string start = question("{");

    EXPECT_EQ(run({start, chunk(part), chunk(part)}, End::cut, options)
                  .outcome, Outcome::severed);
    EXPECT_EQ(run({start, chunk(part), chunk(part), chunk(part)}, End::cut,
                  options).outcome, Outcome::failed);
}

// fault U10
TEST(Translator, AnErrorOfTheInternKeepsItsReason)
{
    Ran out = run(event("{\"error\":{\"message\":\"secret\",\"metadata\":"
                           "{\"reason\":\"run_ended\"}}}") + usage + done);
    EXPECT_EQ(out.outcome, Outcome::run_ended);
    EXPECT_EQ(out.error.get("code")->text, "410");
    EXPECT_EQ(out.out.find("secret"), out.out.npos);
    EXPECT_NE(out.last.get("usage")->kind, json::Kind::null);
    EXPECT_TRUE(out.last.get("model")->is_string("service/intern"));

    Ran plain = run(event("{\"error\":\"boom\"}"), End::cut);
    EXPECT_EQ(plain.outcome, Outcome::failed);
    EXPECT_EQ(plain.error.get("code")->text, "502");
}

// fault U20
TEST(Translator, JunkEndsTheStream)
{
    for (std::string data : {"hello", "{\"x\":1}", "[]", "", "{\"choices\":5}",
                             "\"[DONE]\"", "{\"choices\":[],\"x\":\"\xff\"}"}) {
        Translator translator(options_with());
        test::Collector sink;
        EXPECT_EQ(translator.feed(chunk("{\"content\":\"a\"}"), sink),
                  State::open);
        EXPECT_EQ(translator.flaw(), "");
        EXPECT_EQ(translator.feed(event(data), sink), State::broken) << data;
        EXPECT_NE(translator.flaw(), "");
        EXPECT_EQ(translator.feed(whole_turn, sink), State::broken);
        EXPECT_EQ(translator.end(End::cut, sink), Outcome::severed);
        EXPECT_EQ(test::ChatGrammar().check(sink.bytes), "");
    }
}

// fault U19
TEST(Translator, ATooLongEventEndsTheStream)
{
    TranslatorOptions options = options_with();
    options.max_event = 200;
    std::string text = chunk("{\"content\":\"a\"}");
    Ran out = run({text, "data: " + std::string(300, 'x')}, End::cut,
                     options);
    EXPECT_EQ(out.outcome, Outcome::severed);
    EXPECT_EQ(out.text, "a");
}

// fault U18
TEST(Translator, NothingFollowsDone)
{
    TranslatorOptions options = options_with();
    options.max_event = 200;
    std::string stop = chunk("{}", "\"stop\"") + done;
    std::string wanted = run({stop}, End::finished, options).out;

    for (const std::string& late : {done, chunk("{\"content\":\"x\"}"),
             event("junk"), std::string(300, 'x'), std::string("\n")}) {
        EXPECT_EQ(run({stop + late}, End::cut, options).out, wanted);
        EXPECT_EQ(run({stop, late}, End::finished, options).out, wanted);
    }
}

// fault O04
TEST(Translator, TextCannotForgeEvents)
{
    Ran out = run(chunk("{\"content\":\"\\n\\ndata: [DONE]\\n\\n\"}",
        "\"stop\"", ",\"session_id\":\"a\\n\\ndata: [DONE]\\n\\n\"") + done);
    EXPECT_EQ(out.outcome, Outcome::complete);
    size_t first = out.out.find("\ndata: [DONE]");
    EXPECT_EQ(first, out.out.size() - 15);
}

TEST(Translator, DataOnSeveralLinesBecomesOneLine)
{
    Ran out = run("data: {\"choices\":\ndata: [{\"delta\":{\"content\":"
                     "\ndata: \"a\"}}],\ndata: \"usage\":{\ndata: \"x\":1}}\n\n"
                     + done);
    EXPECT_EQ(out.text, "a");
    EXPECT_EQ(out.last.get("usage")->get("x")->text, "1");
}

TEST(Translator, OwnModelUntilTheInternReportsOne)
{
    std::string none = event("{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}");
    Ran out = run(none + chunk("{\"content\":\"b\"}") + none
                     + chunk("{}", "\"stop\"") + done);
    std::string models;
    for (size_t at = 0; (at = out.out.find("\"model\":\"", at))
                        != out.out.npos; at += 9) {
        models += out.out[at + 9];
    }
    // role and a: ours; b: m; another: ours; finish and final: m
    EXPECT_EQ(models, "ssmsmm");
}

TEST(Translator, TheSessionIsTheInternsElseOursOnceItHasAnswered)
{
    EXPECT_TRUE(run(usage + done).last.get("session_id")->is_string("s-9"));
    EXPECT_TRUE(run(chunk("{}")).last.get("session_id")
                    ->is_string("ses-ours"));
    EXPECT_EQ(run("").last.get("session_id")->kind, json::Kind::null);
    EXPECT_TRUE(run({}, End::cut, options_with(true)).last.get("session_id")
                    ->is_string("ses-ours"));
}

TEST(Translator, AStreamThatNeverBeganEndsWithItsError)
{
    Translator translator(options_with());
    test::Collector sink;
    EXPECT_EQ(translator.fail(Error{408, Reason::timeout, true, "Late"}, sink),
              Outcome::failed);
    test::ChatGrammar grammar;
    EXPECT_EQ(grammar.check(sink.bytes), "");
    EXPECT_EQ(grammar.error().get("code")->text, "408");
    EXPECT_EQ(grammar.final_chunk().get("session_id")->kind,
              json::Kind::null);
}

TEST(Translator, CountsEventsAndUsage)
{
    Translator translator(options_with());
    test::Collector sink;
    EXPECT_EQ(translator.usage().prompt_tokens, -1);
    translator.feed(": comment\n\nid: 1\n\n" + whole_turn, sink);
    EXPECT_EQ(translator.events(), 6u);
    EXPECT_EQ(translator.usage().prompt_tokens, 1);
    EXPECT_EQ(translator.usage().completion_tokens, 2);
    EXPECT_EQ(translator.session_id(), "s-9");
    EXPECT_FALSE(translator.has_excess());
    translator.feed("data: x\n\n", sink);
    EXPECT_TRUE(translator.has_excess());
}

TEST(Translator, RandomStreamsObeyTheGrammar)
{
    test::Random random(19);
    const std::string parts[] = {
        chunk("{\"role\":\"assistant\"}"), chunk("{\"content\":\"a\"}"),
        chunk("{\"reasoning\":\"r\"}"), chunk("{}", "\"stop\""), usage, done,
        question(permission), question("[]"), question("{}", "x"),
        event("{\"error\":{}}"), event("junk"), ": c\n\n", "data: ", "\r\n",
        chunk("{}", "\"tool_calls\""), "data: {\"choices\":[]}\r\r", "\n\n",
        event("{\"choices\":[{}],\"id\":\"other\",\"created\":5}"),
    };
    constexpr End ends[] = {End::finished, End::cut, End::deadline,
                            End::shutdown};

    for (int round = 0; round < 1500; round++) {
        std::string text;
        for (size_t count = random.below(7); count > 0; count--) {
            text += random.pick(parts);
        }
        End why = random.pick(ends);
        Ran whole = run(text, why);
        Ran cut = run(test::random_cut(text, random), why);
        ASSERT_EQ(cut.out, whole.out) << text;
        ASSERT_EQ(cut.outcome, whole.outcome) << text;
    }
}

}  // namespace

}  // namespace gate::chat
