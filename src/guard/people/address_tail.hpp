// Reads what follows the street of an address: unit, city, state, postcode,
// country, in any usual order, over commas and up to three line ends.
// Looks at a bounded number of tokens; nothing here allocates.
#pragma once

#include <cstddef>
#include <string_view>

#include "guard/people/address_tokens.hpp"

namespace gate::guard {

struct Tail {
    size_t  end;             // == the place asked about: there is none
    bool    has_code = false;  // a postcode or state is part of it
    bool    has_unit = false;
    bool    has_city = false;
};

enum class CityCase { capital, any };

Tail read_address_tail(TokenReader& in, size_t at, CityCase city) noexcept;

// The end of a postcode with letters at text[at] ("NW1 6XE", "M5H 2N2",
// "1017 AB"), or 0.
size_t read_letter_postcode(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
