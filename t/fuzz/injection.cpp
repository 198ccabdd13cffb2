// Any text: the fast normaliser is as the slow one, the further views are
// well-formed, and every finding is a span of whole characters inside one of
// the texts, in ascending order.
#include "fuzz.hpp"

#include "base/text.hpp"
#include "guard/injection/decode.hpp"
#include "guard/injection/injection.hpp"
#include "guard/injection/repair.hpp"
#include "normalise_reference.hpp"

namespace gate::fuzz {

namespace {

const guard::InjectionFilter& filter()
{
    static const guard::InjectionFilter* made =
        guard::InjectionFilter::make().filter.release();
    demand(made != nullptr, "the rules do not compile");
    return *made;
}

void check_map(const guard::View& view, std::string_view source)
{
    demand(view.size <= source.size(), "a view is longer than its source");
    for (size_t i = 0; i < view.size; i++) {
        guard::Span span = view.map.source_of(i, i + 1);
        demand(span.start < span.end && span.end <= source.size(),
               "a byte of a view has no source");
    }
}

void check_findings(std::string_view text, const guard::Findings& findings)
{
    uint32_t least = 0;
    for (const guard::Finding& finding : findings) {
        auto [start, end] = finding.span;
        demand(least <= start && start < end && end <= text.size(),
               "spans out of order or outside");
        std::string_view words = text.substr(start, end - start);
        demand(words.find('\0') == std::string_view::npos,
               "a span over a border");
        demand(text::is_utf8(words), "a span cuts a character");
        least = end;
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    std::string_view text = fuzz::view(data, size);
    if (!text::is_utf8(text)) {
        return 0;
    }
    fuzz::demand_none(test::compare_views(text));

    guard::View main = guard::normalise(text);
    guard::BentPlaces bent = guard::bent_places(main.text());
    fuzz::check_map(guard::repaired(main.text(), bent), main.text());
    guard::View plain = guard::decoded(text);
    fuzz::check_map(plain, text);
    fuzz::demand(text::is_utf8(plain.text()), "decoded to no UTF-8");

    static guard::Scratch scratch;
    guard::Findings findings;
    fuzz::demand(fuzz::filter().fit(scratch), "no scratch");
    fuzz::demand(fuzz::filter().find(text, scratch, &findings),
                 "not judged");
    fuzz::check_findings(text, findings);
    return 0;
}
