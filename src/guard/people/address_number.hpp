// Tells by its bytes whether a number can be one of a house, as
// read_token() would find, without making a token.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

struct HouseNumber {
    enum class Kind : uint8_t {
        none,     // a date, a time, a share, a price, "21st", "10-year-old"
        house,    // "12", "12B", "12-14", "5/7"
        unknown,  // letters of other scripts are beside it, or it is long
    };

    size_t  end;     // of a house, before a full stop
    size_t  digits;  // in a row at the front
    Kind    kind;
};

// The number whose first digit is at text[digit]; what stands before it is
// left to place_of_number().
HouseNumber read_house_number(std::string_view text, size_t digit) noexcept;

// What stands behind a house and one space, or text.size().
size_t behind_house(std::string_view text, const HouseNumber& house) noexcept;

}  // namespace gate::guard
