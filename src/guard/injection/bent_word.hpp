// One word that an evasion may have bent, and the key word that it stands for.
#pragma once

#include "guard/injection/word_borders.hpp"

#include <cstddef>
#include <string_view>

namespace gate::guard {

// The longest bent word that is looked at: a key word with a separator or a
// repetition at each letter.
constexpr size_t longest_token = 48;

// Whether repeated letters may be taken out, which is wrong for a word where
// none stands three times in a row unless others near it are bent so.
enum class Squeeze : unsigned char { no, yes };

// Stands between the letters of a word that is taken apart.
constexpr bool is_separator(char c) noexcept
{
    return c == '-' || c == '.' || c == '_' || c == '*' || c == '/'
           || c == '~' || c == ',';
}

// The letter that a digit or a sign stands for in leetspeak, `one` for 1 and
// |, which stand for i and for l; 0 for none.
constexpr char leet_letter(char c, char one) noexcept
{
    switch (c) {
    case '0': return 'o';
    case '1': case '|': return one;
    case '!': return 'i';
    case '3': return 'e';
    case '4': case '@': return 'a';
    case '5': case '$': return 's';
    case '6': case '9': return 'g';
    case '7': case '+': return 't';
    case '8': return 'b';
    default: return 0;
    }
}

// Without the quotes and stops around it; signs that leetspeak uses stay.
std::string_view core_of(std::string_view token) noexcept;

// Whether a letter stands three times in a row.
bool holds_triple(std::string_view core) noexcept;

// The key word for `core`; empty when it is one already or stands for none.
std::string_view straightened(std::string_view core, Squeeze squeeze) noexcept;

}  // namespace gate::guard
