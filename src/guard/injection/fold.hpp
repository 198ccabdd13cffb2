// What a character becomes in a normalised view: its case and its marks go,
// full-width, circled and mathematical letters and digits become ASCII, and
// so do the letters of other alphabets that look like a Latin one (faults G07
// and G08); what nobody sees is taken out (G09, G10).
//
// A folding is never longer than its character. One look into a table of
// about 30 KB per character, made by tables/fold.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

struct Folding {
    char     bytes[4];
    uint8_t  length;   // 0: the character is taken out
    bool     changed;  // false: the character stands for itself
};

// ASCII letters become lower case; other ASCII stands for itself.
Folding fold(uint32_t code) noexcept;

// A character of well-formed UTF-8 and its length; not for the end of a text.
struct Decoded {
    uint32_t  code;
    uint32_t  length;
};

inline Decoded decode_character(const char* at) noexcept
{
    auto byte = [at](int i) {
        return static_cast<uint32_t>(static_cast<unsigned char>(at[i]));
    };
    uint32_t first = byte(0);
    if (first < 0x80) {
        return {first, 1};
    }
    if (first < 0xe0) {
        return {(first & 0x1f) << 6 | (byte(1) & 0x3f), 2};
    }
    if (first < 0xf0) {
        return {(first & 0x0f) << 12 | (byte(1) & 0x3f) << 6
                | (byte(2) & 0x3f), 3};
    }
    return {(first & 0x07) << 18 | (byte(1) & 0x3f) << 12
            | (byte(2) & 0x3f) << 6 | (byte(3) & 0x3f), 4};
}

// Writes `code` and returns its length.
size_t encode_character(uint32_t code, char* out) noexcept;

}  // namespace gate::guard
