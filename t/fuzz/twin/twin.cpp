#include "twin.hpp"

#include "../filters.hpp"

#include "json/prescan.hpp"

namespace twin {

std::vector<Place> find(unsigned slug, unsigned rigor,
    std::string_view buffer)
{
    std::vector<Place> places;
    for (const gate::guard::Finding& finding : gate::fuzz::find_slug(
             static_cast<gate::guard::Slug>(slug),
             static_cast<gate::guard::Rigor>(rigor), buffer)) {
        places.push_back({finding.span.start, finding.span.end});
    }
    return places;
}

size_t flaw_of(std::string_view json)
{
    auto flaw = gate::json::prescan(json);
    return flaw ? flaw->offset : none;
}

}  // namespace twin
