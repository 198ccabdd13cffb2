// One character of a text as the PII detectors see it: a byte.
//
// ASCII stands for itself. Full-width, circled and mathematical letters and
// digits, the digits of other scripts, and Unicode's dashes and spaces stand
// for their ASCII counterpart (faults G08, G21, G22). What is left is one of
// three kinds. Detectors read the text through this and so need neither a
// folded copy nor a map of offsets back into the text.
//
// The text is valid UTF-8; in other text the kinds are arbitrary, but nothing
// is read outside of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

struct Glyph {
    // letters of alphabets; letters that are written without spaces between
    // words; everything else
    static constexpr char letter = '\x80';
    static constexpr char ideograph = '\x81';
    static constexpr char symbol = '\x82';

    char     c;
    uint8_t  size;  // bytes in the text; 0 at its ends
};

Glyph folded_glyph(std::string_view text, size_t at) noexcept;
Glyph folded_glyph_before(std::string_view text, size_t at) noexcept;

// The character that starts at `at`; a symbol of size 0 at the end.
inline Glyph glyph_at(std::string_view text, size_t at) noexcept
{
    if (at < text.size() && static_cast<signed char>(text[at]) >= 0) {
        return {text[at], 1};
    }
    return folded_glyph(text, at);
}

// The character that ends at `at`; a symbol of size 0 at the beginning.
inline Glyph glyph_before(std::string_view text, size_t at) noexcept
{
    if (at > 0 && static_cast<signed char>(text[at - 1]) >= 0) {
        return {text[at - 1], 1};
    }
    return folded_glyph_before(text, at);
}

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

constexpr bool is_ascii_letter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool is_alphabetic(char c) noexcept
{
    return is_ascii_letter(c) || c == Glyph::letter;
}

// Part of a word: what touches such a character belongs to something longer.
constexpr bool is_word(char c) noexcept
{
    return is_alphabetic(c) || is_digit(c) || c == '_';
}

constexpr char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

// -1 if it is none.
constexpr int hex_value(char c) noexcept
{
    if (is_digit(c)) {
        return c - '0';
    }
    char l = lower(c);
    return l >= 'a' && l <= 'f' ? l - 'a' + 10 : -1;
}

// The text goes on with this word, which is ASCII in lower case.
bool has_word_at(std::string_view text, size_t at,
    std::string_view word) noexcept;

// A word ends right before `at`. A line end that is spelled "\n", as in logs
// and in JSON inside of JSON, is no word; nor are up to three underscores with
// none beyond them, as in "__555-0132__", which are emphasis.
bool touches_word(std::string_view text, size_t at) noexcept;
// The same for a word that goes on at `at`.
bool goes_on_in_word(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
