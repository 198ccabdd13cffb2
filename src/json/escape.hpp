// What the escapes of a JSON string stand for, and where.
//
// A string is handed around as it is spelled between its quotes, and decoded
// where somebody needs its text. The text is never longer than its spelling.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::json {

// What stands between a string's quotes.
struct RawString {
    std::string_view  raw;
    bool              has_escape;
};

struct Escape {
    uint32_t  length;      // bytes it takes, a pair of surrogates being one
    uint32_t  code_point;

    // Bytes of UTF-8 that it stands for.
    uint32_t text_length() const noexcept
    {
        return code_point < 0x80 ? 1 : code_point < 0x800 ? 2
               : code_point < 0x10000 ? 3 : 4;
    }
};

// What the letters of two-byte escapes stand for; 0 for what is none.
inline constexpr auto escape_letters = [] {
    std::array<char, 256> meanings{};
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view texts = "\"\\/\b\f\n\r\t";
    for (size_t i = 0; i < letters.size(); i++) {
        meanings[static_cast<unsigned char>(letters[i])] = texts[i];
    }
    return meanings;
}();

inline char letter_meaning(char letter) noexcept
{
    return escape_letters[static_cast<unsigned char>(letter)];
}

// Reads the escape whose backslash is at `at`. Length 0, with `cause` set (if
// given) to static text, if it is none or stands for a NUL or half a pair.
Escape read_escape(std::string_view in, size_t at,
    std::string_view* cause = nullptr) noexcept;

// The first escape from `from` on, of a NUL too; at in.size(), of length 0, if
// there is none. What else has a backslash stands for itself.
struct EscapePlace {
    size_t  at;
    size_t  length;
};

EscapePlace next_escape(std::string_view in, size_t from) noexcept;

// Appends the text of a string's inside. What is no escape stays as it is; an
// escaped NUL, which no request may hold, becomes one.
void unescape(std::string& out, std::string_view inside);

inline void append_decoded(std::string& out, RawString in)
{
    if (in.has_escape) {
        unescape(out, in.raw);
    } else {
        out += in.raw;
    }
}

// Finds where bytes of a string's text stand in its spelling.
//
// For rewriting parts of a string: ask for ascending offsets into the text and
// get offsets into the spelling; all calls together are linear in it. An
// offset inside of what one escape stands for becomes that escape's start or
// end, so a span always covers the escapes that it touches. Offsets past the
// text's end become the spelling's end.
class EscapeWalk {
public:
    // The inside of a string that was read without a flaw.
    explicit EscapeWalk(std::string_view raw) noexcept;

    // Where a span that starts with byte `offset` of the text starts.
    size_t start_of(size_t offset) noexcept;
    // Where a span that ends before byte `offset` of the text ends.
    size_t end_of(size_t offset) noexcept;

private:
    size_t advance(size_t offset) noexcept;

    std::string_view  raw_;
    size_t            at_ = 0;       // in the spelling, between two characters
    size_t            text_at_ = 0;  // the same place in the text
    size_t            escape_;       // the next backslash from at_, or the end
};

}  // namespace gate::json
