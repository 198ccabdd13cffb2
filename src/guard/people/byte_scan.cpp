#include "guard/people/byte_scan.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

namespace {

// Of ones in a row.
constexpr uint64_t first_ones(uint64_t mask) noexcept
{
    return mask & ~(mask << 1);
}

#ifdef __SSE2__

struct Block {
    __m128i  part[4];
};

Block block_at(const char* p) noexcept
{
    auto part = [&](size_t i) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + 16 * i));
    };
    return {{part(0), part(1), part(2), part(3)}};
}

__m128i set(int byte) noexcept
{
    return _mm_set1_epi8(static_cast<char>(byte));
}

// 0xff for each byte from `low` to `high`: one signed comparison after a
// shift of the values.
__m128i in_range(__m128i bytes, int low, int high) noexcept
{
    return _mm_cmplt_epi8(_mm_add_epi8(bytes, set(0x80 - low)),
                          set(0x80 + high - low + 1));
}

bool is_ascii(const Block& b) noexcept
{
    return _mm_movemask_epi8(_mm_or_si128(
        _mm_or_si128(b.part[0], b.part[1]),
        _mm_or_si128(b.part[2], b.part[3]))) == 0;
}

template <class Test>
uint64_t collect(const Block& b, Test test) noexcept
{
    auto bits = [&](size_t i) {
        return uint64_t{
            static_cast<uint32_t>(_mm_movemask_epi8(test(b.part[i])))};
    };
    return first_ones(bits(0) | bits(1) << 16 | bits(2) << 32
                      | bits(3) << 48);
}

#else

template <class Test>
uint64_t collect(const char* p, Test test) noexcept
{
    uint64_t mask = 0;
    for (size_t i = 0; i < scan_block; i++) {
        mask |= uint64_t{test(static_cast<unsigned char>(p[i]))} << i;
    }
    return first_ones(mask);
}

#endif

}  // namespace

#ifdef __SSE2__

uint64_t Digits::mask(const char* p) noexcept
{
    return collect(block_at(p), [](__m128i v) {
        return in_range(v, '0', '9');
    });
}

uint64_t Capitals::mask(const char* p) noexcept
{
    Block b = block_at(p);
    if (is_ascii(b)) {
        return collect(b, [](__m128i v) { return in_range(v, 'A', 'Z'); });
    }
    return collect(b, [](__m128i v) {
        // C3 to D4 are Latin to Cyrillic, E1 is Vietnamese
        __m128i leads = _mm_or_si128(in_range(v, 0xc3, 0xd4),
                                     _mm_cmpeq_epi8(v, set(0xe1)));
        return _mm_or_si128(leads, in_range(v, 'A', 'Z'));
    });
}

#else

uint64_t Digits::mask(const char* p) noexcept
{
    return collect(p, [](unsigned char c) { return c >= '0' && c <= '9'; });
}

uint64_t Capitals::mask(const char* p) noexcept
{
    return collect(p, [](unsigned char c) {
        // C3 to D4 are Latin to Cyrillic, E1 is Vietnamese
        return (c >= 'A' && c <= 'Z') || (c >= 0xc3 && c <= 0xd4)
            || c == 0xe1;
    });
}

#endif

}  // namespace gate::guard
