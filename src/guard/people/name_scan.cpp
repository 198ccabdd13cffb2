#include "guard/people/name_scan.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

size_t count_ascii_letters(std::string_view text, size_t at) noexcept
{
#ifdef __SSE2__
    if (at + 16 <= text.size()) {
        // a range test is one signed comparison after a shift of the values
        __m128i v = _mm_or_si128(_mm_set1_epi8(0x20), _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at)));
        __m128i letters = _mm_cmplt_epi8(
            _mm_add_epi8(v, _mm_set1_epi8(static_cast<char>(0x80 - 'a'))),
            _mm_set1_epi8(static_cast<char>(0x80 + 26)));
        int others = ~_mm_movemask_epi8(letters) | 0x10000;
        return static_cast<size_t>(__builtin_ctz(
            static_cast<unsigned>(others)));
    }
#endif
    size_t size = 0;
    while (size < 16 && at + size < text.size()
           && (text[at + size] | 0x20) >= 'a'
           && (text[at + size] | 0x20) <= 'z')
    {
        size++;
    }
    return size;
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
