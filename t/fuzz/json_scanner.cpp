// scan() over any bytes: it agrees with parse() and with the slow reference,
// tells where a flaw is, and maps each string's text to its spelling.
#include "fuzz.hpp"

#include "json_reference.hpp"
#include "json_scan_dump.hpp"

#include <vector>

namespace gate::fuzz {

namespace {

void compare(std::string_view text)
{
    json::Flaw flaw{0, {}};
    auto scanned = test::dump_by_scan(text, &flaw);

    demand(scanned == test::dump_by_parse(text), "scan() and parse()");
    demand(scanned == test::dump_by_reference(text), "scan() and reference");
    demand(scanned || !flaw.cause.empty(), "a refusal without a cause");
    demand(flaw.offset <= text.size(), "a flaw outside of the text");
}

// Each single character of a string, cut out of its spelling, decodes to
// itself.
void walk(std::string_view raw)
{
    std::string decoded;
    json::unescape(decoded, raw);
    json::EscapeWalk walk(raw);
    size_t raw_at = 0;

    for (size_t at = 0; at < decoded.size(); ) {
        size_t next = at + text::utf8_length(decoded, at);
        size_t start = walk.start_of(at);
        size_t end = walk.end_of(next);
        demand(start == raw_at && start < end && end <= raw.size(),
               "a walk leaves a gap");
        std::string one;
        json::unescape(one, raw.substr(start, end - start));
        demand(one == std::string_view(decoded).substr(at, next - at),
               "a walk misses its character");
        at = next;
        raw_at = end;
    }
    demand(raw_at == raw.size(), "a walk ends too soon");
}

struct Walker {
    bool begin(json::Kind) { return true; }
    bool end(json::Kind) { return true; }
    bool member(json::RawString name) { return string(name); }
    bool string(json::RawString text)
    {
        walk(text.raw);
        return true;
    }
    bool literal(json::Kind, std::string_view) { return true; }
};

// Not validated: any answer will do, within bounds.
void read_raw(std::string_view text)
{
    std::string out;
    json::unescape(out, text);
    demand(out.size() <= text.size(), "a text longer than its spelling");

    json::EscapeWalk walk(text);
    for (size_t at = 0; at <= text.size(); at += 3) {
        demand(walk.start_of(at) <= text.size(), "a start out of bounds");
        demand(walk.end_of(at + 1) <= text.size(), "an end out of bounds");
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    // of exact size, for the sanitizer
    std::vector<char> copy(data, data + size);
    std::string_view text(copy.data(), copy.size());

    gate::fuzz::compare(text);
    gate::fuzz::read_raw(text);
    gate::fuzz::Walker walker;
    gate::json::Flaw flaw{0, {}};
    gate::json::scan(text, walker, &flaw);
    return 0;
}
