// What the sweeps over bytes share where there is SSE2: sixteen bytes, the
// questions that are asked about them, and the answers for 64 as bits.
//
// A sweep first asks whether 64 bytes hold anything at all. A byte of a class
// is one whose distance to the class, as unsigned, is small: so least_of()
// four blocks is compared once instead of four times.
#pragma once

#if defined(__SSE2__)

#include <cstdint>
#include <emmintrin.h>

namespace gate::sse2 {

inline __m128i load(const char* at) noexcept
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

inline void store(char* to, __m128i bytes) noexcept
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
}

inline __m128i all(int byte) noexcept
{
    return _mm_set1_epi8(static_cast<char>(byte));
}

// All ones in the bytes that are `c`.
inline __m128i is(__m128i bytes, int c) noexcept
{
    return _mm_cmpeq_epi8(bytes, all(c));
}

// The same for those from `least` to `most`, as unsigned ones.
inline __m128i within(__m128i bytes, int least, int most) noexcept
{
    __m128i above = _mm_sub_epi8(bytes, all(least));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, all(most - least)), above);
}

inline bool any(__m128i found) noexcept
{
    return _mm_movemask_epi8(found) != 0;
}

// 64 bytes.
struct Quad {
    __m128i  a, b, c, d;

    explicit Quad(const char* at) noexcept
        : a(load(at)), b(load(at + 16)), c(load(at + 32)), d(load(at + 48))
    {
    }
    Quad(__m128i a_, __m128i b_, __m128i c_, __m128i d_) noexcept
        : a(a_), b(b_), c(c_), d(d_)
    {
    }

    template <class Change>
    Quad each(Change change) const noexcept
    {
        return {change(a), change(b), change(c), change(d)};
    }
    // How far above `from` they are; how they differ from `byte`.
    Quad above(int from) const noexcept
    {
        __m128i to = all(from);
        return each([to](__m128i in) { return _mm_sub_epi8(in, to); });
    }
    Quad different(int byte) const noexcept
    {
        __m128i to = all(byte);
        return each([to](__m128i in) { return _mm_xor_si128(in, to); });
    }

    __m128i least() const noexcept
    {
        return _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
    }
    __m128i most() const noexcept
    {
        return _mm_max_epu8(_mm_max_epu8(a, b), _mm_max_epu8(c, d));
    }
    __m128i joined() const noexcept
    {
        return _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));
    }
    // Of each byte and that of `other` the greater one.
    Quad most_of(const Quad& other) const noexcept
    {
        return {_mm_max_epu8(a, other.a), _mm_max_epu8(b, other.b),
                _mm_max_epu8(c, other.c), _mm_max_epu8(d, other.d)};
    }
    // All ones where a byte is that of `other`.
    Quad same_as(const Quad& other) const noexcept
    {
        return {_mm_cmpeq_epi8(a, other.a), _mm_cmpeq_epi8(b, other.b),
                _mm_cmpeq_epi8(c, other.c), _mm_cmpeq_epi8(d, other.d)};
    }
    void store(char* to) const noexcept
    {
        sse2::store(to, a);
        sse2::store(to + 16, b);
        sse2::store(to + 32, c);
        sse2::store(to + 48, d);
    }
    // The high bit of each byte, the first one lowest.
    uint64_t bits() const noexcept
    {
        auto of = [](__m128i bytes) {
            return uint64_t{static_cast<unsigned>(_mm_movemask_epi8(bytes))};
        };
        return of(a) | of(b) << 16 | of(c) << 32 | of(d) << 48;
    }
};

}  // namespace gate::sse2

#endif
