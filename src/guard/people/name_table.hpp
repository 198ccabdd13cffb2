// What is known about a word that may be part of a person's name.
//
// The table holds about 110,000 folded words (tables/make_names.py says where
// they come from): given names, surnames, ordinary English words, places and
// products. It is a constant that needs no work at start. A look-up costs a
// pass over the word and three loads; a word that is in no list passes for
// one that is once in about a thousand times. Nothing here allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// A set of these is what look_up_word() gives; empty for an unknown word.
enum NameFlag : uint32_t {
    flag_given = 1,
    flag_surname = 2,
    flag_word = 4,          // in a dictionary, in lower case
    flag_common_word = 8,   // in a small one
    flag_proper = 16,       // a place, month, language, product
    flag_known_given = 32,  // a given name in three languages or more
};

// The character at text[at] and how many bytes it has; `text` is UTF-8.
struct Char {
    char32_t  code;
    uint32_t  size;
};

Char char_at(std::string_view text, size_t at) noexcept;

// Letters of scripts that have two cases.
bool is_cased_letter(char32_t c) noexcept;
bool is_upper(char32_t c) noexcept;

// Zero-width and soft-hyphen characters that hide inside a word.
bool is_invisible(char32_t c) noexcept;

// Case, accents, apostrophes and invisible characters make no difference.
uint32_t look_up_word(std::string_view word) noexcept;

// The same for text[at, at + size), at most 16 letters of ASCII.
uint32_t look_up_ascii_word(std::string_view text, size_t at, size_t size)
    noexcept;

}  // namespace gate::guard
