#include "guard/people/name_scan.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

size_t find_capital(std::string_view text, size_t at) noexcept
{
    auto is_hit = [](unsigned char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 0xc3 && c <= 0xd4) || c == 0xe1;
    };

#ifdef __SSE2__
    // a range test is one signed comparison after a shift of the values
    const __m128i letters = _mm_set1_epi8(static_cast<char>(0x80 - 'A'));
    const __m128i letter_end = _mm_set1_epi8(static_cast<char>(0x80 + 26));
    const __m128i leads = _mm_set1_epi8(static_cast<char>(0x80 - 0xc3));
    const __m128i lead_end = _mm_set1_epi8(static_cast<char>(0x80 + 18));
    const __m128i vietnamese = _mm_set1_epi8(static_cast<char>(0xe1));

    while (at + 16 <= text.size()) {
        __m128i v = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at));
        __m128i hit = _mm_or_si128(
            _mm_cmplt_epi8(_mm_add_epi8(v, letters), letter_end),
            _mm_or_si128(
                _mm_cmplt_epi8(_mm_add_epi8(v, leads), lead_end),
                _mm_cmpeq_epi8(v, vietnamese)));
        int mask = _mm_movemask_epi8(hit);
        if (mask != 0) {
            return at + static_cast<size_t>(__builtin_ctz(
                static_cast<unsigned>(mask)));
        }
        at += 16;
    }
#endif
    while (at < text.size() && !is_hit(static_cast<unsigned char>(text[at]))) {
        at++;
    }
    return at;
}

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

}  // namespace gate::guard
