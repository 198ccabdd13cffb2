// Words that streets, units, states and countries are written with.
//
// All take a word in small letters (see small_letters()) without its full
// stop. The lists are facts: suffixes of USPS Publication 28, the two letters
// of states and provinces, and the usual words of a dozen languages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class StreetWord : uint8_t {
    none,
    weak,    // "court", "way": an ordinary word as well
    strong,  // "street", "blvd", "utca"
};

// "Street" in "12 Main Street" or "Strasse" in "Villacher Strasse 89".
StreetWord street_suffix(std::string_view word) noexcept;

// "Pohlstrasse", "Hersnapvej", "Drottninggatan"; weak needs a number behind.
StreetWord street_ending(std::string_view word) noexcept;

// "Rua", "Calle", "ul.": the name follows.
bool is_street_prefix(std::string_view word) noexcept;

// "de", "van", "of": in small letters inside the name of a street or city.
bool is_street_particle(std::string_view word) noexcept;

bool is_direction(std::string_view word) noexcept;  // "n", "sw", "west"
bool is_unit_word(std::string_view word) noexcept;  // "apt", "suite"
bool is_state(std::string_view word) noexcept;      // "tx", "on", "nsw"
bool is_country(std::string_view word) noexcept;    // "finland", "usa"
bool is_month_or_measure(std::string_view word) noexcept;

}  // namespace gate::guard
