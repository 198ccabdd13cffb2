// A fast keyed hash of bytes, for tables that see text from outside.
//
// Not a cryptographic hash: the seed must not be known outside, then texts
// cannot be chosen to collide.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace gate {

inline uint64_t mix64(uint64_t x) noexcept
{
    x ^= x >> 32;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 29;
    return x * 0x9e3779b97f4a7c15ULL;
}

inline uint64_t hash_bytes(uint64_t seed, std::string_view in) noexcept
{
    uint64_t h = seed ^ in.size();

    while (in.size() >= 8) {
        uint64_t word;
        std::memcpy(&word, in.data(), 8);
        h = mix64(h ^ word);
        in.remove_prefix(8);
    }

    uint64_t rest = 0;
    if (!in.empty()) {
        std::memcpy(&rest, in.data(), in.size());
    }
    return mix64(h ^ rest);
}

}  // namespace gate
