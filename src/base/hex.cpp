#include "base/hex.hpp"

namespace gate {

namespace {

int nibble(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return -1;
}

}  // namespace

void append_hex(std::string& out, const uint8_t* bytes, size_t size)
{
    constexpr char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < size; i++) {
        out += digits[bytes[i] >> 4];
        out += digits[bytes[i] & 0xf];
    }
}

bool decode_hex(std::string_view digits, uint8_t* out, size_t size) noexcept
{
    if (digits.size() != 2 * size) {
        return false;
    }

    for (size_t i = 0; i < size; i++) {
        int high = nibble(digits[2 * i]);
        int low = nibble(digits[2 * i + 1]);
        if (high < 0 || low < 0) {
            return false;
        }
        out[i] = static_cast<uint8_t>(high << 4 | low);
    }

    return true;
}

}  // namespace gate
