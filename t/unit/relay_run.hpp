// Runs a relay over a stream in pieces; streams of each dialect.
#pragma once

#include "cuts.hpp"
#include "sse/relay.hpp"
#include "sse_reference.hpp"
#include "sse_sink.hpp"

#include <string>

namespace gate::sse {

inline const std::string chat_stream =
    "data: {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"created\":17,"
    "\"model\":\"m\",\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"
    ": hi\n\n"
    "data: {\"id\":\"c-1\",\"model\":\"n\",\"choices\":[],\"usage\":"
    "{\"prompt_tokens\":3,\"completion_tokens\":4}}\n\n"
    "data: [DONE]\n\n";

inline const std::string responses_stream =
    "event: response.created\ndata: {\"type\":\"response.created\"}\n\n"
    "event: response.completed\ndata: {\"response\":{\"usage\":"
    "{\"input_tokens\":1,\"output_tokens\":2}}}\n\n";

inline const std::string messages_stream =
    "event: message_start\ndata: {\"type\":\"message_start\",\"message\":"
    "{\"usage\":{\"input_tokens\":9}}}\n\n"
    "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";

struct Ran {
    std::string  before;  // what passed before the end
    std::string  tail;
    size_t       passed = 0;
    Outcome      outcome = Outcome::open;
    uint64_t     events = 0;
    Usage        usage;
};

struct Case {
    Dialect      dialect = Dialect::automatic;
    std::string  path = "/x";
    End          why = End::finished;
    size_t       max_event = 1 << 20;
};

inline Ran run(const test::Pieces& pieces, const Case& setup)
{
    RelayOptions options;
    options.dialect = setup.dialect;
    options.max_event = setup.max_event;
    options.now = 1700000000;
    Relay relay(options, setup.path);
    test::Collector sink;

    for (const std::string& piece : pieces) {
        std::string slice = piece;  // goes away after the call
        relay.feed(slice, sink);
    }
    Ran out;
    out.before = sink.bytes;
    out.passed = sink.passed;
    sink.bytes.clear();
    out.outcome = relay.end(setup.why, sink);
    out.tail = sink.bytes;
    out.events = relay.events();
    out.usage = relay.usage();
    return out;
}

inline Ran run(const std::string& text, const Case& setup = {})
{
    return run(test::Pieces{text}, setup);
}

inline Case with(Dialect dialect)
{
    Case setup;
    setup.dialect = dialect;
    return setup;
}

}  // namespace gate::sse
