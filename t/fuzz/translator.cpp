// Any bytes of an intern in any cuts: what the client gets always obeys the
// chat grammar. Byte 0 chooses how the stream ends, the brand, the limit and
// whose session it is, bytes 1 and 2 the cuts.
#include "fuzz.hpp"

#include "chat/translator.hpp"
#include "chat_grammar.hpp"
#include "cuts.hpp"
#include "sse_sink.hpp"

namespace gate::fuzz {

namespace {

struct Run {
    std::string   out;
    sse::Outcome  outcome = sse::Outcome::open;
    uint64_t      events = 0;
};

chat::TranslatorOptions options_of(uint8_t choice)
{
    chat::TranslatorOptions options;
    options.brand = choice & 0x04 ? "acme" : "service";
    options.session_id = "ses-\"<1>";
    options.fallback_id = "chatcmpl-f";
    options.now = 1700000000;
    options.max_event = choice & 0x08 ? 300 : 1 << 20;
    options.client_gave_session = choice & 0x10;
    return options;
}

Run run(const test::Pieces& pieces, uint8_t choice)
{
    chat::TranslatorOptions options = options_of(choice);
    std::string brand = options.brand;
    chat::Translator translator(options);
    test::Collector sink;
    size_t seen = 0;

    for (const std::string& piece : pieces) {
        translator.feed(piece, sink);
        if (sink.bytes.size() != seen) {
            // a keepalive may come in between now
            demand(sink.bytes.size() >= 2
                   && sink.bytes.substr(sink.bytes.size() - 2) == "\n\n",
                   "half an event went out");
            seen = sink.bytes.size();
        }
    }
    test::ChatGrammar start(brand);
    demand_none(start.check_start(sink.bytes));
    demand(sink.passed == 0, "upstream bytes went out unread");

    Run out;
    out.outcome = translator.end(static_cast<sse::End>(choice % 4), sink);
    out.events = translator.events();
    out.out = sink.bytes;

    test::ChatGrammar grammar(brand);
    demand_none(grammar.check(out.out));
    demand(test::fits(out.outcome, grammar.finish()),
           "outcome and finish_reason do not fit");
    demand((out.outcome == sse::Outcome::severed
            || out.outcome == sse::Outcome::timeout
            || out.outcome == sse::Outcome::shutdown)
           || grammar.final_chunk().get("session_id") != nullptr, "session");
    return out;
}

// A stream that never began.
void fail_at_once(uint8_t choice)
{
    chat::TranslatorOptions options = options_of(choice);
    chat::Translator translator(options);
    test::Collector sink;

    translator.fail(Error{500, Reason::internal_error, true, "a\n\"b"}, sink);
    test::ChatGrammar grammar(options.brand);
    demand_none(grammar.check(sink.bytes));
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    if (size < 3) {
        return 0;
    }
    std::string_view stream = fuzz::view(data + 3, size - 3);
    test::Random random(data[1] * 256u + data[2]);

    fuzz::Run whole = fuzz::run({std::string(stream)}, data[0]);
    fuzz::Run cut = fuzz::run(test::random_cut(stream, random), data[0]);
    fuzz::demand(whole.out == cut.out && whole.outcome == cut.outcome
                 && whole.events == cut.events, "another stream when cut");
    if (size == 3) {
        fuzz::fail_at_once(data[0]);
    }
    return 0;
}
