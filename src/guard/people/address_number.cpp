#include "guard/people/address_number.hpp"

#include <cstring>

#include "guard/people/address_bytes.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;
using address_bytes::is_ascii;
using address_bytes::is_digit;
using address_bytes::is_inner;
using address_bytes::is_letter;

namespace {

constexpr size_t max_number = 24;

// The first byte is the lowest one.
uint64_t load_bytes(const char* p) noexcept
{
    uint64_t bytes = 0;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    std::memcpy(&bytes, p, sizeof bytes);
#else
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes |= uint64_t{static_cast<unsigned char>(p[i])} << 8 * i;
    }
#endif
    return bytes;
}

// In a row; more than 8 count as 8.
size_t count_digits(std::string_view text, size_t at) noexcept
{
    constexpr uint64_t ones = 0x0101010101010101;
    if (text.size() - at < 8) {
        size_t size = 0;
        while (is_digit(at_or_zero(text, at + size))) {
            size++;
        }
        return size;
    }
    // the high bits are those of bytes that are no digits
    uint64_t bytes = load_bytes(text.data() + at) ^ ones * '0';
    uint64_t others = (((bytes & ones * 0x7f) + ones * (0x7f - 9)) | bytes)
        & ones * 0x80;
    return others == 0 ? 8
                       : static_cast<size_t>(__builtin_ctzll(others)) / 8;
}

// What joins a number to the bytes at text[at].
enum class Join : uint8_t { nothing, letter, digit, unknown };

Join join_at(std::string_view text, size_t at) noexcept
{
    char c = at_or_zero(text, at);
    if (is_inner(c)) {
        c = at_or_zero(text, at + 1);
    }
    if (is_digit(c)) {
        return Join::digit;
    }
    if (is_letter(c)) {
        return Join::letter;
    }
    return is_ascii(c) ? Join::nothing : Join::unknown;
}

// A time, a share, a path or a price has more behind its digits.
bool is_house_behind(std::string_view text, size_t end) noexcept
{
    switch (at_or_zero(text, end)) {
    case '%': case ':': case '/': case '-': case '_': case '=':
        return false;
    case '.':
        return !is_digit(at_or_zero(text, end + 1));
    default:
        return true;
    }
}

}  // namespace

HouseNumber read_house_number(std::string_view text, size_t digit) noexcept
{
    using Kind = HouseNumber::Kind;
    size_t end = digit + count_digits(text, digit);
    HouseNumber number{end, end - digit, Kind::none};
    if (number.digits > 6) {
        return number;
    }
    char behind = at_or_zero(text, end);
    if (behind == ' ' || behind == ',') {
        number.kind = Kind::house;
        return number;
    }

    Join join = join_at(text, end);
    while (join == Join::digit && end - digit < max_number) {
        end += is_inner(text[end]) ? 2 : 1;
        join = join_at(text, end);
    }
    if (join == Join::letter) {
        // one letter is the last of a number: "12B", no "12th"
        end += is_inner(text[end]) ? 2 : 1;
        join = join_at(text, end);
        if (join == Join::letter || join == Join::digit) {
            return number;
        }
    }
    number.end = end;
    if (join != Join::nothing) {
        number.kind = Kind::unknown;
    } else if (is_house_behind(text, end)) {
        number.kind = Kind::house;
    }
    return number;
}

size_t behind_house(std::string_view text, const HouseNumber& house) noexcept
{
    size_t at = house.end + (at_or_zero(text, house.end) == '.' ? 1 : 0);
    return at_or_zero(text, at) == ' ' ? at + 1 : text.size();
}

}  // namespace gate::guard
