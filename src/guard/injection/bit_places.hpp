// The bits of a mask as places: no jump depends on where they are, and with
// AVX-512 hardly one on how many.
#pragma once

#include "base/avx512.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace gate::guard {

// Behind the last place others may be written, up to so many in all.
constexpr size_t most_bit_places = 64;

// Writes `base` + i for each bit i, in ascending order; how many there are.
[[gnu::always_inline]] inline size_t put_bit_places(uint64_t bits,
    uint32_t base, uint32_t* to) noexcept
{
    constexpr unsigned at_once = 8;
    constexpr uint64_t highest = uint64_t{1} << 63;
    auto count = static_cast<size_t>(__builtin_popcountll(bits));
    do {
        for (unsigned i = 0; i < at_once; i++) {
            // there has to be a bit
            *to++ = base + static_cast<unsigned>(
                __builtin_ctzll(bits | highest));
            bits &= bits - 1;
        }
    } while (bits != 0);
    return count;
}

#if defined(__x86_64__)

inline constexpr auto bit_numbers = []() {
    std::array<uint8_t, 64> numbers{};
    for (size_t i = 0; i < numbers.size(); i++) {
        numbers[i] = static_cast<uint8_t>(i);
    }
    return numbers;
}();

[[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] inline size_t
avx512_put_bit_places(uint64_t bits, uint32_t base, uint32_t* to) noexcept
{
    constexpr size_t at_once = sizeof(__m512i) / sizeof(uint32_t);
    const __m512i bases = _mm512_set1_epi32(static_cast<int>(base));
    __m512i numbers = avx512::compressed(avx512::load(bit_numbers.data()),
                                         bits);
    auto count = static_cast<size_t>(__builtin_popcountll(bits));
    for (size_t put = 0; ; put += at_once) {
        _mm512_storeu_si512(
            to + put, _mm512_add_epi32(avx512::widened(numbers), bases));
        if (put + at_once >= count) {
            return count;
        }
        numbers = avx512::without_first16(numbers);
    }
}

#endif

}  // namespace gate::guard
