// What is found in a text and again in a copy of it, joined or decoded.
#pragma once

#include "guard/collected.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

// A place of the buffer, and what was found there.
struct Sighting {
    Span      span;
    uint32_t  what;
};

// By the number of each sighting whether it repeats another one: whether the
// same was found in bytes of the body between the first and the last of its
// own. Throws only std::bad_alloc.
std::vector<bool> find_repeats(const Collected& texts, std::string_view body,
    const std::vector<Sighting>& sightings);

}  // namespace gate::guard
