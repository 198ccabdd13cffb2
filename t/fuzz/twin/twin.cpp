#include "twin.hpp"

#include "../filters.hpp"

#include "guard/injection/decode.hpp"
#include "guard/injection/normalise.hpp"
#include "guard/injection/repair.hpp"
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

std::string formed(Form form, std::string_view text)
{
    if (form == Form::decoded) {
        return std::string(gate::guard::decoded(text).text());
    }
    gate::guard::View main = gate::guard::normalise(text);
    if (form == Form::normalised) {
        return std::string(main.text());
    }
    gate::guard::BentPlaces bent = gate::guard::bent_places(main.text());
    return std::string(gate::guard::repaired(main.text(), bent).text());
}

size_t flaw_of(std::string_view json)
{
    auto flaw = gate::json::prescan(json);
    return flaw ? flaw->offset : none;
}

}  // namespace twin
