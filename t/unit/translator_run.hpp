// Runs a translator over an intern's stream in pieces and checks the grammar
// of what comes out; chunks to put streams together.
#pragma once

#include "chat/translator.hpp"
#include "chat_grammar.hpp"
#include "cuts.hpp"
#include "sse_sink.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::chat {

using sse::End;
using sse::Outcome;

struct Ran {
    std::string  out;
    Outcome      outcome = Outcome::open;
    std::string  finish;
    std::string  text;
    test::Tree   last;  // the final chunk
    test::Tree   error;
};

inline TranslatorOptions options_with(bool client_gave_session = false)
{
    TranslatorOptions options;
    options.session_id = "ses-ours";
    options.fallback_id = "chatcmpl-f";
    options.now = 1700000000;
    options.client_gave_session = client_gave_session;
    return options;
}

// Feeds the pieces, ends the stream and checks the grammar of what came out.
inline Ran run(const test::Pieces& pieces, End why = End::finished,
    const TranslatorOptions& options = options_with())
{
    Translator translator(options);
    test::Collector sink;
    for (const std::string& piece : pieces) {
        std::string slice = piece;  // goes away after the call
        translator.feed(slice, sink);
        test::ChatGrammar start(options.brand);
        EXPECT_EQ(start.check_start(sink.bytes), "");
    }

    Ran result;
    result.outcome = translator.end(why, sink);
    result.out = sink.bytes;
    test::ChatGrammar grammar(options.brand);
    EXPECT_EQ(grammar.check(sink.bytes), "") << sink.bytes;
    EXPECT_TRUE(test::fits(result.outcome, grammar.finish()));
    result.finish = grammar.finish();
    result.text = grammar.text();
    result.last = grammar.final_chunk();
    result.error = grammar.error();
    return result;
}

inline Ran run(const std::string& text, End why = End::finished)
{
    return run(test::Pieces{text}, why);
}

inline std::string event(const std::string& data)
{
    return "data: " + data + "\n\n";
}

inline const std::string done = "data: [DONE]\n\n";

inline std::string chunk(const std::string& delta,
    const std::string& finish = "null", const std::string& rest = "")
{
    return event("{\"id\":\"c-1\",\"created\":17,\"model\":\"m\",\"choices\":"
                 "[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
                 + finish + "}]" + rest + "}");
}

inline std::string question(const std::string& arguments,
    const std::string& name = "service.provide_input")
{
    return chunk("{\"tool_calls\":[{\"index\":0,\"id\":\"q1\",\"function\":"
                 "{\"name\":\"" + name + "\",\"arguments\":\"" + arguments
                 + "\"}}]}");
}

inline const std::string permission =
    "{\\\"kind\\\":\\\"permission\\\",\\\"operation\\\":\\\"shell\\\"}";

inline const std::string usage = event(
    "{\"choices\":[],\"usage\":{\"prompt_tokens\":1,"
    "\"completion_tokens\":2,\"total_tokens\":3},"
    "\"session_id\":\"s-9\"}");

inline const std::string whole_turn = chunk("{\"role\":\"assistant\"}")
    + chunk("{\"reasoning\":\"think\"}") + chunk("{\"content\":\"Hello\"}")
    + chunk("{}", "\"stop\"") + usage + done;

}  // namespace gate::chat
