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

// Not set to anything by its declaration: rows of them are kept.
struct Token {
    size_t                       start;
    size_t                       end;      // before a full stop
    uint32_t                     digits;   // of a number, in a row
    uint32_t                     marks;    // StreetMark of a word
    TokenKind                    kind;
    bool                         capital;
    bool                         all_caps;
    bool                         dotted;
    bool                         plain;    // a number of digits only
    bool                         ascii;    // a word that has no other letters
    uint8_t                      small_size;
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

// Reads the tokens of one text and remembers the last ones: those around a
// number are read again for each number beside it.
class TokenReader {
public:
    explicit TokenReader(std::string_view text) noexcept : text_(text)
    {
        starts_.fill(no_start);
    }

    std::string_view text() const noexcept { return text_; }

    // read_token() and read_token_before()
    Token at(size_t start) noexcept
    {
        size_t slot = start % slot_count;
        if (starts_[slot] != start) {
            remember(start);
        }
        return tokens_[slot];
    }
    Token before(size_t end) noexcept;

    // Whether a word that was read is an ordinary one of a small dictionary.
    bool is_ordinary(const Token& word) noexcept;

private:
    enum class Ordinary : uint8_t { unknown, no, yes };

    static constexpr size_t slot_count = 64;
    static constexpr size_t no_start = ~size_t{0};

    void remember(size_t start) noexcept;

    std::string_view                  text_;
    std::array<size_t, slot_count>    starts_;
    std::array<Ordinary, slot_count>  ordinary_;
    std::array<Token, slot_count>     tokens_;
};

// Where the row of token characters that ends before text[end] begins.
size_t front_of_token(std::string_view text, size_t end) noexcept;

}  // namespace gate::guard
