// The questions of sse2.hpp for processors with AVX-512: 64 bytes are one
// register, and the answers are bits at once.
//
// All of it may be called in functions that have the target
// "avx512bw,avx512vbmi2" alone, and those only where best_simd() says so
// (cpu.hpp).
#pragma once

#if defined(__x86_64__)

#include <cstdint>
#include <immintrin.h>

namespace gate::avx512 {

[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i load(const void* at) noexcept
{
    return _mm512_loadu_si512(at);
}

[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i all(int byte) noexcept
{
    return _mm512_set1_epi8(static_cast<char>(byte));
}

[[gnu::target("avx512bw,avx512vbmi2")]]
inline uint64_t is(__m512i bytes, int c) noexcept
{
    return _mm512_cmpeq_epi8_mask(bytes, all(c));
}

// Those from `least` to `most`, as unsigned ones.
[[gnu::target("avx512bw,avx512vbmi2")]]
inline uint64_t within(__m512i bytes, int least, int most) noexcept
{
    return _mm512_cmple_epu8_mask(_mm512_sub_epi8(bytes, all(least)),
                                  all(most - least));
}

// Those with a bit of `bits`.
[[gnu::target("avx512bw,avx512vbmi2")]]
inline uint64_t has(__m512i bytes, int bits) noexcept
{
    return _mm512_test_epi8_mask(bytes, all(bits));
}

// What follows has a mask of ones because g++ 12 warns of what its intrinsics
// without one leave undefined.

// Half a byte: the high one of each.
[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i high_halves(__m512i bytes) noexcept
{
    return _mm512_and_si512(_mm512_maskz_srli_epi16(~__mmask32{0}, bytes, 4),
                            all(0x0f));
}

// The bytes of `bits`, moved together.
[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i compressed(__m512i bytes, uint64_t bits) noexcept
{
    return _mm512_maskz_compress_epi8(bits, bytes);
}

// The first 16 bytes as numbers of 32 bits; all behind them moved there.
[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i widened(__m512i bytes) noexcept
{
    return _mm512_maskz_cvtepu8_epi32(~__mmask16{0},
        _mm512_maskz_extracti32x4_epi32(0x0f, bytes, 0));
}
[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i without_first16(__m512i bytes) noexcept
{
    return _mm512_maskz_shuffle_i32x4(0x0fff, bytes, bytes, 0x39);
}

// 16 bytes in all lanes: a table for _mm512_shuffle_epi8().
[[gnu::target("avx512bw,avx512vbmi2")]]
inline __m512i four_times(const uint8_t* bytes) noexcept
{
    return _mm512_maskz_broadcast_i32x4(~__mmask16{0},
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

}  // namespace gate::avx512

#endif
