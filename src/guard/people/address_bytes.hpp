// What the readers of addresses ask about single bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace gate::guard::address_bytes {

constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

constexpr bool is_small(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}

constexpr bool is_capital(char c) noexcept
{
    return c >= 'A' && c <= 'Z';
}

constexpr bool is_letter(char c) noexcept
{
    return is_small(static_cast<char>(c | 0x20));
}

constexpr bool is_ascii(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x80;
}

// Joins two parts of a word or a number.
constexpr bool is_inner(char c) noexcept
{
    return c == '-' || c == '\'' || c == '/';
}

constexpr char at_or_zero(std::string_view text, size_t at) noexcept
{
    return at < text.size() ? text[at] : '\0';
}

}  // namespace gate::guard::address_bytes
