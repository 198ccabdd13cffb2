// find_pii() over any texts: spans are inside of the text, ascending, at the
// borders of characters and never over a NUL; a text says the same in any
// place of a block.
#include "fuzz.hpp"

#include "base/text.hpp"
#include "guard/pii/pii.hpp"

namespace gate::fuzz {

namespace {

using guard::Finding;
using guard::Findings;
using guard::PiiOptions;

bool is_border(std::string_view text, size_t at)
{
    return at == text.size()
           || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
}

Findings find(std::string_view text, uint8_t choice)
{
    PiiOptions options;
    options.wanted = guard::SlugSet::all();
    options.phone = static_cast<guard::Rigor>(choice % 3);
    options.credit_card = static_cast<guard::Rigor>(choice / 3 % 3);
    Findings out;
    guard::find_pii(text, guard::ByteMap(text), options, &out);
    return out;
}

void check(std::string_view text, const Findings& found)
{
    uint32_t last = 0;
    uint32_t ends[guard::slug_count] = {};
    for (const Finding& f : found) {
        uint32_t& end = ends[static_cast<size_t>(f.slug)];
        demand(f.span.start >= end, "findings of one slug share a part");
        end = f.span.end;
        demand(f.span.start < f.span.end, "an empty span");
        demand(f.span.end <= text.size(), "a span outside of the text");
        demand(f.span.start >= last, "spans out of order");
        demand(is_border(text, f.span.start), "a start inside a character");
        demand(is_border(text, f.span.end), "an end inside a character");
        demand(text.substr(f.span.start, f.span.end - f.span.start)
                   .find('\0') == text.npos, "a span over a NUL");
        last = f.span.start;
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    if (size == 0) {
        return 0;
    }
    std::string_view text = fuzz::view(data + 1, size - 1);
    guard::Findings found = fuzz::find(text, data[0]);
    if (!text::is_utf8(text)) {
        // any answer will do
        return 0;
    }
    fuzz::check(text, found);

    // elsewhere in a block
    std::string moved(1 + data[0] % 37, '\n');
    size_t shift = moved.size();
    moved += text;
    guard::Findings again = fuzz::find(moved, data[0]);
    fuzz::demand(again.size() == found.size(), "a text that was moved");
    for (size_t i = 0; i < found.size(); i++) {
        fuzz::demand(again[i].span.start == found[i].span.start + shift
                         && again[i].span.end == found[i].span.end + shift
                         && again[i].slug == found[i].slug,
                     "a finding that was moved");
    }
    return 0;
}
