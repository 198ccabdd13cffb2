// Reads the street of an address: number and name, or name and number, or a
// box. Bounded in tokens; nothing here allocates.
#pragma once

#include <cstddef>
#include <string_view>

#include "guard/people/address_tokens.hpp"

namespace gate::guard {

constexpr size_t max_street_words = 6;

struct Street {
    size_t  start = 0;
    size_t  end = 0;          // 0: none
    bool    certain = false;  // no cue or tail is needed
    bool    possible = false; // with a cue or a tail that has a postcode
    bool    needs_cue = false;  // a tail is not enough
    bool    both_numbers = false;
    bool    lower = false;    // written in small letters
};

// A street whose first token, a number or a word, is at text[start].
Street read_street(TokenReader& in, size_t start) noexcept;

// A street whose last number is at text[digit]; does not look before `from`.
Street read_street_before(TokenReader& in, size_t from, size_t digit)
    noexcept;

// "P.O. Box 12", "PSC 3, Box 1", "HC 68 Box 23A", "Unit 8505 Box 9220"; the
// number at text[digit] is the last one.
Street read_box(TokenReader& in, size_t from, size_t digit) noexcept;

// What stands before text[at] says that an address follows.
bool has_address_cue(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
