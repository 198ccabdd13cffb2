// The questions of sse2.hpp for processors with AVX2: 64 bytes are two halves.
//
// All of it may be called in functions that have the target "avx2" alone, and
// those only where best_simd() says so (cpu.hpp).
#pragma once

#if defined(__x86_64__)

#include <cstdint>
#include <immintrin.h>

namespace gate::avx2 {

[[gnu::target("avx2")]] inline __m256i load(const char* at) noexcept
{
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

[[gnu::target("avx2")]] inline void store(char* to, __m256i bytes) noexcept
{
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), bytes);
}

[[gnu::target("avx2")]] inline __m256i all(int byte) noexcept
{
    return _mm256_set1_epi8(static_cast<char>(byte));
}

// 16 bytes in both lanes: a table for _mm256_shuffle_epi8().
[[gnu::target("avx2")]] inline __m256i twice(const uint8_t* bytes) noexcept
{
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

// All ones in the bytes that are `c`.
[[gnu::target("avx2")]] inline __m256i is(__m256i bytes, int c) noexcept
{
    return _mm256_cmpeq_epi8(bytes, all(c));
}

// The same for those from `least` to `most`, as unsigned ones.
[[gnu::target("avx2")]] inline __m256i within(__m256i bytes, int least,
    int most) noexcept
{
    __m256i above = _mm256_sub_epi8(bytes, all(least));
    __m256i last = all(most - least);
    return _mm256_cmpeq_epi8(_mm256_min_epu8(above, last), above);
}

[[gnu::target("avx2")]] inline bool any(__m256i found) noexcept
{
    return _mm256_movemask_epi8(found) != 0;
}

// The high bit of each of 64 bytes, the first one lowest.
[[gnu::target("avx2")]] inline uint64_t bits(__m256i low, __m256i high) noexcept
{
    auto first = static_cast<unsigned>(_mm256_movemask_epi8(low));
    auto second = static_cast<unsigned>(_mm256_movemask_epi8(high));
    return first | uint64_t{second} << 32;
}

}  // namespace gate::avx2

#endif
