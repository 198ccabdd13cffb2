// Any stream in any cuts: the splitter gives the events of the slow
// reference, and a relay of each dialect hands on whole events and then
// either nothing or a valid tail. Byte 0 chooses dialect, end and limit,
// bytes 1 and 2 the cuts.
#include "fuzz.hpp"

#include "cuts.hpp"
#include "sse/event_splitter.hpp"
#include "sse/relay.hpp"
#include "sse_reference.hpp"
#include "sse_sink.hpp"

namespace gate::fuzz {

namespace {

struct Choice {
    sse::Dialect  dialect;
    sse::End      why;
    size_t        limit;
};

struct Split {
    std::string                   bytes;  // of all whole events
    std::vector<test::SeenEvent>  events;
    size_t                        held = 0;
    bool                          too_long = false;
};

struct Relayed {
    std::string   before;  // what passed before the end
    std::string   tail;
    sse::Outcome  outcome = sse::Outcome::open;
    uint64_t      events = 0;
};

Split split(const test::Pieces& pieces, size_t limit)
{
    sse::EventSplitter splitter(limit);
    Split out;
    std::string scratch;

    for (const std::string& piece : pieces) {
        std::string_view text;
        splitter.feed(piece);

        auto status = splitter.next(&text);
        while (status == sse::EventSplitter::Status::event) {
            out.bytes += text;
            sse::Event event = sse::read_event(text, &scratch);
            if (event.has_data) {
                out.events.push_back({std::string(event.name),
                                      std::string(event.data)});
            }
            status = splitter.next(&text);
        }
        out.too_long = status == sse::EventSplitter::Status::too_long;
        demand(splitter.held() <= limit, "more is held than the limit");
    }
    out.held = splitter.held();
    return out;
}

Relayed relay(const test::Pieces& pieces, const Choice& choice)
{
    sse::RelayOptions options;
    options.dialect = choice.dialect;
    options.max_event = choice.limit;
    sse::Relay relay(options, "/v1/other");
    test::Collector sink;

    for (const std::string& piece : pieces) {
        relay.feed(piece, sink);
    }
    Relayed out;
    out.before = sink.bytes;
    out.events = relay.events();
    sink.bytes.clear();
    out.outcome = relay.end(choice.why, sink);
    out.tail = sink.bytes;
    return out;
}

// The LF of a CRLF may be left behind at the very end of a stream.
std::string without_last_lf(std::string text)
{
    size_t size = text.size();
    if (size > 1 && text[size - 1] == '\n' && text[size - 2] == '\r') {
        text.pop_back();
    }
    return text;
}

void check_split(std::string_view stream, const Choice& choice,
    const test::Pieces& pieces)
{
    Split whole = split({std::string(stream)}, choice.limit);
    Split cut = split(pieces, choice.limit);

    demand(cut.bytes == whole.bytes, "other bytes when cut");
    demand(cut.events == whole.events, "other events when cut");
    demand(cut.too_long == whole.too_long, "another limit when cut");
    demand(cut.held == whole.held, "more is held when cut");

    if (!whole.too_long) {
        test::SeenStream seen = test::read_stream(stream);
        demand(whole.events == seen.events, "other events than reference");
        demand(whole.bytes == stream.substr(0, seen.end), "other bytes");
        demand(whole.held == stream.size() - seen.end, "another rest");
    }
}

// Whether the tail is what was left of a stream that had ended but for its
// last line ends, with them.
bool is_last_line(std::string_view stream, const Relayed& relayed)
{
    std::string_view rest = stream.substr(relayed.before.size());
    std::string_view tail = relayed.tail;
    std::string all = relayed.before + relayed.tail;

    return tail.substr(0, rest.size()) == rest
           && tail.find_first_not_of("\r\n", rest.size()) == tail.npos
           && test::read_stream(all).end == all.size();
}

void check_relay(std::string_view stream, const Choice& choice,
    const test::Pieces& pieces)
{
    Relayed whole = relay({std::string(stream)}, choice);
    Relayed cut = relay(pieces, choice);
    test::SeenStream seen = test::read_stream(whole.before);

    demand(without_last_lf(cut.before) == without_last_lf(whole.before)
           && cut.tail == whole.tail && cut.outcome == whole.outcome
           && cut.events == whole.events, "another stream when cut");
    demand(whole.before == stream.substr(0, whole.before.size()),
           "not the bytes of the upstream");
    demand(seen.end == whole.before.size(), "not whole events");

    bool is_whole = whole.outcome == sse::Outcome::complete
                    || whole.outcome == sse::Outcome::failed;
    demand(is_whole == (whole.tail.empty()
                        || (is_whole && is_last_line(stream, whole))),
           "outcome and tail do not fit");
    if (!is_whole) {
        bool is_chat = choice.dialect == sse::Dialect::chat
            || (choice.dialect == sse::Dialect::automatic
                && whole.tail.find("[DONE]") != std::string::npos);
        demand_none(test::check_tail(is_chat ? sse::Dialect::chat
                                             : choice.dialect, whole.tail));
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    if (size < 3) {
        return 0;
    }
    fuzz::Choice choice;
    choice.dialect = static_cast<sse::Dialect>(data[0] % 5);
    choice.why = static_cast<sse::End>(data[0] / 8 % 4);
    choice.limit = data[0] >= 0x80 ? 64 : 1 << 20;

    std::string_view stream = fuzz::view(data + 3, size - 3);
    test::Random random(data[1] * 256u + data[2]);
    test::Pieces pieces = test::random_cut(stream, random);

    fuzz::check_split(stream, choice, pieces);
    fuzz::check_relay(stream, choice, pieces);
    return 0;
}
