#include "guard/pii_scan.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

namespace {

#if defined(__SSE2__)

constexpr size_t step = 32;

__m128i block_at(const char* p) noexcept
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

__m128i set(int byte) noexcept
{
    return _mm_set1_epi8(static_cast<char>(byte));
}

// Bytes from `low` to `high`, as unsigned ones.
__m128i in_range(__m128i block, int low, int high) noexcept
{
    __m128i above = _mm_sub_epi8(block, set(low));
    __m128i last = set(high - low);
    return _mm_cmpeq_epi8(_mm_min_epu8(above, last), above);
}

// '0' to ':', and '@'
__m128i ascii_candidates(__m128i block) noexcept
{
    return _mm_or_si128(in_range(block, '0', ':'),
                        _mm_cmpeq_epi8(block, set('@')));
}

__m128i leads(__m128i block) noexcept
{
    return _mm_or_si128(in_range(block, 0xd9, 0xe2),
                        in_range(block, 0xef, 0xff));
}

unsigned mask_of(__m128i low, __m128i high) noexcept
{
    return static_cast<unsigned>(_mm_movemask_epi8(low))
           | static_cast<unsigned>(_mm_movemask_epi8(high)) << 16;
}

// A bit for each candidate in the 32 bytes from `p` on.
unsigned candidates(const char* p) noexcept
{
    __m128i low = block_at(p);
    __m128i high = block_at(p + 16);
    __m128i in_low = ascii_candidates(low);
    __m128i in_high = ascii_candidates(high);

    // a byte's own high bit says that it is not ASCII
    __m128i any = _mm_or_si128(_mm_or_si128(in_low, in_high),
                               _mm_or_si128(low, high));
    if (_mm_movemask_epi8(any) == 0) {
        return 0;
    }
    return mask_of(_mm_or_si128(in_low, leads(low)),
                   _mm_or_si128(in_high, leads(high)));
}

size_t skip_blocks(std::string_view text, size_t at) noexcept
{
    while (text.size() - at >= step) {
        unsigned mask = candidates(text.data() + at);
        if (mask != 0) {
            return at + static_cast<size_t>(__builtin_ctz(mask));
        }
        at += step;
    }
    return at;
}

#else

size_t skip_blocks(std::string_view, size_t at) noexcept
{
    return at;
}

#endif

}  // namespace

size_t next_candidate(std::string_view text, size_t at) noexcept
{
    // dense text need not be looked at 32 times
    if (at < text.size() && is_candidate(text[at])) {
        return at;
    }
    at = skip_blocks(text, at);
    while (at < text.size() && !is_candidate(text[at])) {
        at++;
    }
    return at;
}

}  // namespace gate::guard
