// Base64 as it comes inside of requests, read as leniently as any server may.
//
// Letters are those of RFC 4648, of both its alphabets. Line breaks, blanks and
// what else is no letter are passed over, as most decoders do; '+', '/', '='
// and line breaks may also be written as escapes, of JSON in a string ("\/",
// "\u002B", with any number of backslashes) or of a URI ("%2B"). Padding ends a
// group and may be missing, too long or in the middle.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::guard {

struct Base64Unit {
    enum class Kind : uint8_t {
        letter,
        padding,
        space,  // a blank or a line break
        other,
    };

    Kind    kind;
    char    letter;  // '+' or '/' in place of an escape for it
    size_t  length;  // of its spelling
};

// What a text has at `at`, which is before its end.
Base64Unit read_base64_unit(std::string_view text, size_t at) noexcept;

// 0 to 63, or no_base64_value for what is no letter; '-' and '_' count as '+'
// and '/'.
constexpr uint8_t no_base64_value = 0xff;
extern const std::array<uint8_t, 256> base64_values;

inline bool is_base64_letter(char c) noexcept
{
    return base64_values[static_cast<unsigned char>(c)] != no_base64_value;
}

// Of the letters of RFC 4648, section 5: decoders of the other alphabet pass
// over them.
enum class UrlLetters : uint8_t { decode, skip };

// Appends what the letters stand for, at most `most` bytes and two. Linear.
void decode_base64(std::string_view text, UrlLetters url_letters, size_t most,
    std::string* out);

}  // namespace gate::guard
