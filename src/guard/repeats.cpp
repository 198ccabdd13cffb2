#include "guard/repeats.hpp"

#include "guard/origins.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// Whether one of them is in a piece that may share its bytes of the body with
// another piece.
bool may_repeat(const Collected& texts,
    const std::vector<Sighting>& sightings)
{
    return std::any_of(sightings.begin(), sightings.end(),
        [&texts](const Sighting& one) {
            size_t index = texts.piece_at(one.span.start);
            return index != texts.pieces.size()
                   && texts.pieces[index].kind() > Piece::Kind::name;
        });
}

// From the first byte of the body that a sighting has to the last.
std::vector<Span> reaches_of(const Collected& texts, std::string_view body,
    const std::vector<Sighting>& sightings)
{
    std::vector<Place> places;
    places.reserve(sightings.size());
    for (const Sighting& one : sightings) {
        Place place{};
        place.span = one.span;
        place.id = static_cast<uint32_t>(places.size());
        places.push_back(place);
    }
    to_body(texts, body, &places);

    std::vector<Span> reaches(sightings.size(), Span{UINT32_MAX, 0});
    for (const Place& place : places) {
        Span& reach = reaches[place.id];
        reach.start = std::min(reach.start, place.span.start);
        reach.end = std::max(reach.end, place.span.end);
    }
    return reaches;
}

}  // namespace

std::vector<bool> find_repeats(const Collected& texts, std::string_view body,
    const std::vector<Sighting>& sightings)
{
    std::vector<bool> is_repeat(sightings.size());
    if (!may_repeat(texts, sightings)) {
        return is_repeat;
    }
    std::vector<Span> reaches = reaches_of(texts, body, sightings);
    std::vector<uint32_t> order(sightings.size());
    for (uint32_t i = 0; i < order.size(); i++) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return sightings[a].what != sightings[b].what
               ? sightings[a].what < sightings[b].what
               : reaches[a].start < reaches[b].start;
    });

    uint32_t end = 0;  // of the sightings before, of the same
    for (size_t i = 0; i < order.size(); i++) {
        uint32_t one = order[i];
        bool is_other = i == 0
                        || sightings[order[i - 1]].what != sightings[one].what;
        is_repeat[one] = !is_other && reaches[one].start < end;
        end = is_other ? reaches[one].end : std::max(end, reaches[one].end);
    }
    return is_repeat;
}

}  // namespace gate::guard
