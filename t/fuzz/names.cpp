// Any UTF-8 text: both detectors name spans inside it, in ascending order,
// at the borders of characters, never empty and never over a NUL.
#include "fuzz.hpp"

#include "base/text.hpp"
#include "guard/people/address.hpp"
#include "guard/people/person_name.hpp"

namespace gate::fuzz {

namespace {

bool is_border(std::string_view text, size_t at)
{
    return at == text.size() || (text[at] & 0xc0) != 0x80;
}

void check(std::string_view text, const guard::Findings& findings,
    guard::Slug slug)
{
    size_t last = 0;
    for (const guard::Finding& one : findings) {
        size_t start = one.span.start;
        size_t end = one.span.end;

        demand(one.slug == slug, "another slug");
        demand(start < end && end <= text.size(), "not inside the text");
        demand(start >= last, "not in order, or over another");
        demand(is_border(text, start) && is_border(text, end),
               "not at the border of a character");
        demand(text.substr(start, end - start).find('\0') == text.npos,
               "over a NUL");
        last = end;
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    std::string_view in = fuzz::view(data, size);
    if (!text::is_utf8(in)) {
        return 0;
    }
    guard::Findings names;
    guard::find_person_names(in, &names);
    fuzz::check(in, names, guard::Slug::person_name);

    guard::Findings addresses;
    guard::find_addresses(in, &addresses);
    fuzz::check(in, addresses, guard::Slug::address);
    return 0;
}
