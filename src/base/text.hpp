// Text as bytes that came from outside: UTF-8, control bytes, ASCII case.
//
// Nothing here allocates or depends on a locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace gate::text {

// Length of the well-formed UTF-8 sequence (Unicode 15, table 3-7) at `at`,
// or 0: overlong forms, surrogates and values above U+10FFFF are ill-formed.
size_t utf8_length(std::string_view in, size_t at) noexcept;

bool is_utf8(std::string_view in) noexcept;

// Code points of well-formed UTF-8; in other text, bytes that do not continue
// a sequence.
size_t count_code_points(std::string_view in) noexcept;

// 0x00-0x1f or 0x7f anywhere: such a value may not become a header (O02).
bool has_control(std::string_view in) noexcept;

// Printable ASCII without space, 0x21-0x7e, at least one byte.
bool is_visible_ascii(std::string_view in) noexcept;

bool equals_ignore_case(std::string_view a, std::string_view b) noexcept;

// Appends `in` so that one log line stays one log line: control bytes, DEL,
// bytes outside ASCII, backslash and quote become \xHH (faults O01, H14).
void append_escaped(std::string& out, std::string_view in);

// For messages that quote what someone wrote: only control bytes and DEL
// become \xHH, so that it stays one line and can be read.
std::string on_one_line(std::string_view in);

// Eight bytes of text in one register, for scans that skip plain bytes.
struct Word {
    static constexpr uint64_t ones = 0x0101010101010101ULL;
    static constexpr uint64_t high = 0x8080808080808080ULL;

    static uint64_t load(const char* p) noexcept
    {
        uint64_t w;
        std::memcpy(&w, p, sizeof w);
        return w;
    }

    // Non-zero if some byte equals `c`.
    static uint64_t has(uint64_t w, unsigned char c) noexcept
    {
        uint64_t x = w ^ (ones * c);
        return (x - ones) & ~x & high;
    }

    // Non-zero if some byte is below 0x20.
    static uint64_t has_control(uint64_t w) noexcept
    {
        return (w - ones * 0x20) & ~w & high;
    }

    static uint64_t has_non_ascii(uint64_t w) noexcept { return w & high; }

    // The first byte that is marked. The masks above may mark bytes behind a
    // marked one too many, never before it.
    static size_t first(uint64_t mask) noexcept
    {
        static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);
        return static_cast<size_t>(__builtin_ctzll(mask)) / 8;
    }
};

}  // namespace gate::text
