// Letters and the borders of words in a normalised text.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace gate::guard {

// How far a border is looked for: a longer word is cut.
constexpr size_t longest_word = 64;

constexpr bool is_letter(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}

// What \w is to the rules.
constexpr bool is_word_byte(char c) noexcept
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

// Between tokens. A normalised text has no line ends, and others have.
constexpr bool is_border(char c) noexcept
{
    return c == ' ' || c == '\0' || c == '\n';
}

// `at` moved back to the start of a token, not before `least`.
inline size_t token_start(std::string_view text, size_t at,
    size_t least = 0) noexcept
{
    least = at - std::min(at - least, longest_word);
    while (at > least && !is_border(text[at - 1])) {
        at--;
    }
    return at;
}

// `at` moved on to the end of a token.
inline size_t token_end(std::string_view text, size_t at) noexcept
{
    size_t most = std::min(at + longest_word, text.size());
    while (at < most && !is_border(text[at])) {
        at++;
    }
    return at;
}

}  // namespace gate::guard
