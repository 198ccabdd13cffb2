// Words that streets, units, states and countries are written with.
//
// All take a word in small letters without its full stop. The lists are
// facts: suffixes of USPS Publication 28, the two letters of states and
// provinces, and the usual words of a dozen languages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// A set of these is what a word is; it can be several at once.
enum StreetMark : uint32_t {
    mark_suffix = 1,        // "Street" in "12 Main Street", "Strasse", "utca"
    mark_weak_suffix = 2,   // "court", "way": an ordinary word as well
    mark_ending = 4,        // "Pohlstrasse", "Hersnapvej"
    mark_weak_ending = 8,   // "Gesterbyntie": needs a number on both sides
    mark_prefix = 16,       // "Rua", "Calle", "ul.": the name follows
    mark_particle = 32,     // "de", "van", "of": small inside a name
    mark_direction = 64,    // "n", "sw", "west"
    mark_unit = 128,        // "apt", "suite"
    mark_state = 256,       // "tx", "on", "nsw"
    mark_country = 512,     // "finland", "usa"
    mark_measure = 1024,    // a month, "mb", "page": no street has it
};

uint32_t street_marks(std::string_view word) noexcept;

// False for a word in small letters that has none of the marks of a prefix, a
// particle, a suffix or an ending.
bool may_stand_in_street(std::string_view word) noexcept;

// False if the word in small letters at text[at] is no prefix, or no unit.
bool may_be_prefix(std::string_view text, size_t at) noexcept;
bool may_be_unit(std::string_view text, size_t at) noexcept;

// No word of the lists is longer, but for its ending.
constexpr size_t max_street_word = 16;

// The same for a word with zeros behind it up to max_street_word bytes.
uint32_t street_marks_padded(std::string_view word) noexcept;

}  // namespace gate::guard
