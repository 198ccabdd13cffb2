// The encodings that decode.hpp undoes: what single characters may belong to,
// escapes, and runs of hex and base64.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::guard {

// What a character may be part of.
enum : uint8_t { in_run = 1, opens_escape = 2, of_hex = 4 };

constexpr std::array<uint8_t, 256> make_encoding_classes() noexcept
{
    std::array<uint8_t, 256> encoding_classes{};
    for (unsigned c = 0; c < 256; c++) {
        bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
                   || (c >= 'A' && c <= 'F');
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (hex || letter || c == '+' || c == '/' || c == '-' || c == '_') {
            encoding_classes[c] |= in_run;
        }
        if (c == '%' || c == '&' || c == '=' || c == '\\') {
            encoding_classes[c] |= opens_escape;
        }
        if (hex) {
            encoding_classes[c] |= of_hex;
        }
    }
    return encoding_classes;
}

inline constexpr auto encoding_classes = make_encoding_classes();

inline bool belongs(char c, uint8_t what) noexcept
{
    return (encoding_classes[static_cast<unsigned char>(c)] & what) != 0;
}

// Encoded text has digits or capitals inside; long words, paths and rulers
// are runs too and have none.
bool may_be_code(std::string_view run) noexcept;

struct Escape {
    size_t    length = 0;   // 0: none
    uint32_t  code = 0;     // a character, or a byte of one
    bool      is_byte = false;
};

// The escape that a text begins with: %41, =41, &amp;, &#65;, \x41, \u0041.
Escape read_escape(std::string_view in) noexcept;

// Whether it is text that somebody could read: printable, mostly letters and
// spaces. Random bytes in base64 never are for long.
bool is_readable(std::string_view bytes) noexcept;

// What a run stands for; empty if it is no such thing.
std::string from_hex(std::string_view run);
std::string from_base64(std::string_view run);

}  // namespace gate::guard
