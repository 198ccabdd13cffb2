#include "base/uuid.hpp"

#include "base/hex.hpp"

namespace gate {

std::string uuid_v7(uint64_t unix_ms, const uint8_t (&random)[10])
{
    uint8_t bytes[16];

    for (int i = 0; i < 6; i++) {
        bytes[i] = static_cast<uint8_t>(unix_ms >> (8 * (5 - i)));
    }
    for (int i = 0; i < 10; i++) {
        bytes[6 + i] = random[i];
    }
    bytes[6] = static_cast<uint8_t>((bytes[6] & 0x0f) | 0x70);
    bytes[8] = static_cast<uint8_t>((bytes[8] & 0x3f) | 0x80);

    std::string out;
    out.reserve(36);

    size_t start = 0;
    for (size_t end : {4, 6, 8, 10, 16}) {
        if (start != 0) {
            out += '-';
        }
        append_hex(out, bytes + start, end - start);
        start = end;
    }

    return out;
}

}  // namespace gate
