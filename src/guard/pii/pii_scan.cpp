#include "guard/pii/pii_scan.hpp"

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

// A bit for each candidate in the 32 bytes from `p` on.
unsigned candidates(const char* p) noexcept
{
    __m128i low = block_at(p);
    __m128i high = block_at(p + 16);
    low = _mm_or_si128(ascii_candidates(low), leads(low));
    high = _mm_or_si128(ascii_candidates(high), leads(high));
    return static_cast<unsigned>(_mm_movemask_epi8(low))
           | static_cast<unsigned>(_mm_movemask_epi8(high)) << 16;
}

__m128i least_of(__m128i a, __m128i b, __m128i c, __m128i d) noexcept
{
    return _mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d));
}

// False if there is no candidate in the 64 bytes from `p` on. A byte of a
// class is one whose distance to the class, as unsigned, is small: only the
// least distance of four blocks is compared.
bool may_hold(const char* p) noexcept
{
    __m128i a = block_at(p);
    __m128i b = block_at(p + 16);
    __m128i c = block_at(p + 32);
    __m128i d = block_at(p + 48);
    // the high bit of a byte says that it is not ASCII
    __m128i bytes = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d));

    __m128i zero = set('0');
    __m128i number = least_of(_mm_sub_epi8(a, zero), _mm_sub_epi8(b, zero),
                              _mm_sub_epi8(c, zero), _mm_sub_epi8(d, zero));
    __m128i at = set('@');
    __m128i sign = least_of(_mm_xor_si128(a, at), _mm_xor_si128(b, at),
                            _mm_xor_si128(c, at), _mm_xor_si128(d, at));

    __m128i found = _mm_or_si128(in_range(number, 0, ':' - '0'),
                                 _mm_cmpeq_epi8(sign, set(0)));
    return _mm_movemask_epi8(_mm_or_si128(found, bytes)) != 0;
}

size_t skip_blocks(std::string_view text, size_t at) noexcept
{
    while (text.size() - at >= step) {
        if (text.size() - at >= 2 * step && !may_hold(text.data() + at)) {
            at += 2 * step;
            continue;
        }
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
