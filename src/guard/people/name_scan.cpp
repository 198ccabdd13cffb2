#include "guard/people/name_scan.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

void small_letters(std::string_view text, size_t at, size_t size,
    char (&small)[16]) noexcept
{
#ifdef __SSE2__
    if (at + 16 <= text.size()) {
        constexpr char front[32] = {
            0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
            0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20, 0x20,
        };
        __m128i bit = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(front + 16 - size));
        __m128i kept = _mm_cmpgt_epi8(bit, _mm_setzero_si128());
        __m128i v = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(small),
                         _mm_and_si128(_mm_or_si128(v, bit), kept));
        return;
    }
#endif
    for (size_t i = 0; i < 16; i++) {
        small[i] = i < size ? text[at + i] | 0x20 : '\0';
    }
}

uint32_t capitals_of(std::string_view text, size_t at, size_t size) noexcept
{
#ifdef __SSE2__
    if (at + 16 <= text.size()) {
        // a letter is a small one by one bit, which becomes the highest here
        __m128i v = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at));
        auto small = static_cast<uint32_t>(
            _mm_movemask_epi8(_mm_slli_epi16(v, 2)));
        return ~small & ((1u << size) - 1);
    }
#endif
    uint32_t capitals = 0;
    for (size_t i = 0; i < size; i++) {
        capitals |= ((text[at + i] & 0x20) == 0 ? 1u : 0u) << i;
    }
    return capitals;
}

}  // namespace gate::guard
