// Words that say something about the name beside them, or are no part of one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// A set of these is what a word is; it can be several at once.
enum NameRole : uint8_t {
    role_honorific = 1,   // "Mrs"
    role_title = 2,       // "Dr"
    role_suffix = 4,      // "Jr"
    role_particle = 8,    // "van", "de"
    role_owner = 16,      // "Inc", "Street": what has a name before it is no
                          // person
    role_place_head = 32, // "San", "Lake": what has a name behind it is a place
};

uint8_t roles_of(std::string_view word) noexcept;

// Whether the word is a title, an honorific or a suffix.
bool is_title(std::string_view word) noexcept;

// False if the word at text[at] is no particle, by its first letters.
bool may_be_particle(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
