// Decides for most rows of words beside a number that they are no street, by
// the last or first few of them and without making tokens.
//
// Each says false only where the number makes no finding that way: no street
// is read, or it is a doubtful one without a cue, a postcode or a unit. Looks
// at max_street_words words at most.
#pragma once

#include <cstddef>
#include <string_view>

#include "guard/people/address_number.hpp"

namespace gate::guard {

// A street that begins with the number at text[digit]; the word at text[at]
// follows it and begins with a capital letter of ASCII.
bool may_begin_row(std::string_view text, size_t digit, size_t at) noexcept;

// A street that ends with the number at text[digit], behind a space.
bool may_end_row(std::string_view text, size_t digit,
    const HouseNumber& number) noexcept;

}  // namespace gate::guard
