// The way back from the buffer of texts to the bytes of the body.
#pragma once

#include "guard/collected.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

// A place of the buffer, then of the body.
struct Place {
    Span      span;
    uint32_t  id : 30;  // the caller's
    uint32_t  is_fixed : 1;   // in a name or out of a payload
    uint32_t  is_number : 1;  // a whole one
};

// Follows all places back, through the escapes of each string they are in, and
// sorts them by where they start in the body. One over the parts of a joined
// text becomes several of the same id; a part of an escape becomes the whole
// one, and of a number the number. Linear but for the sorting. Throws only
// std::bad_alloc.
void to_body(const Collected& texts, std::string_view body,
    std::vector<Place>* places);

}  // namespace gate::guard
