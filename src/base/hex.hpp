// Hexadecimal: in lower case, as key hashes and UUIDs are written; single
// digits in any case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate {

void append_hex(std::string& out, const uint8_t* bytes, size_t size);

// Decodes exactly 2 * size digits, lower case only; false otherwise and the
// output is then unspecified.
bool decode_hex(std::string_view digits, uint8_t* out, size_t size) noexcept;

// 0 to 15, or -1.
constexpr int hex_value(char c) noexcept
{
    return c >= '0' && c <= '9' ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The byte that an escape as in a URI ("%2F") stands for, or -1 if there is
// none at `at`.
constexpr int percent_escape(std::string_view text, size_t at) noexcept
{
    if (at + 2 >= text.size() || text[at] != '%') {
        return -1;
    }
    int high = hex_value(text[at + 1]);
    int low = hex_value(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

}  // namespace gate
