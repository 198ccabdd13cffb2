// Decides for most numbers that no address is around them, by the few bytes
// beside them and without reading a token.
//
// Each says false only where what the function it stands before reads cannot
// become a finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/people/address_number.hpp"

namespace gate::guard {

// What a number can be in an address, by the byte before it.
enum class NumberPlace : uint8_t {
    none,            // of a word, a price, a time, a path
    behind_space,    // any
    alone,           // the first word of an address
    behind_capital,  // of a postcode: "NW1"
};

NumberPlace place_of_number(std::string_view text, size_t digit) noexcept;

// Before read_street() at a number whose place is no `none`.
bool may_begin_street(std::string_view text, size_t digit,
    HouseNumber number) noexcept;

// Before read_street_before() and read_box() at a number behind a space.
bool may_end_street(std::string_view text, size_t digit,
    const HouseNumber& number) noexcept;
bool may_end_box(std::string_view text, size_t digit) noexcept;

}  // namespace gate::guard
