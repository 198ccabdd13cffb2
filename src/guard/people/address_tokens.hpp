// Cuts text into the words and numbers that an address is made of.
//
// A token is read from its first or to its last byte, has at most max_token
// bytes and never holds a NUL or white space. Nothing here allocates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class TokenKind : uint8_t {
    none,     // the text ends, or something else stands there
    number,   // "12", "221B", "12-14", "5/7"
    ordinal,  // "5th"
    word,
};

constexpr size_t max_token = 40;

struct Token {
    TokenKind                    kind = TokenKind::none;
    size_t                       start = 0;
    size_t                       end = 0;     // before a full stop
    size_t                       digits = 0;  // of a number, in a row
    bool                         capital = false;
    bool                         all_caps = false;
    bool                         dotted = false;
    bool                         plain = false;   // a number of digits only
    bool                         ascii = false;   // known to have no others
    uint32_t                     marks = 0;       // StreetMark of a word
    uint8_t                      small_size = 0;
    std::array<char, max_token>  small_bytes;

    // The word in small letters.
    std::string_view small() const noexcept
    {
        return {small_bytes.data(), small_size};
    }
    bool is(uint32_t some) const noexcept { return (marks & some) != 0; }

    // Behind the token and its full stop.
    size_t next() const noexcept { return end + (dotted ? 1 : 0); }
};

Token read_token(std::string_view text, size_t at) noexcept;

// The token that ends right before text[end], full stop included.
Token read_token_before(std::string_view text, size_t end) noexcept;

// Where the row of token characters that ends before text[end] begins.
size_t front_of_token(std::string_view text, size_t end) noexcept;

}  // namespace gate::guard
