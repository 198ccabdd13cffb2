// Where a word of plain letters ends, and which of them are capitals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

// How many letters of ASCII stand at p[0, 16).
inline size_t count_letters16(const char* p) noexcept
{
#ifdef __SSE2__
    // a range test is one signed comparison after a shift of the values
    __m128i v = _mm_or_si128(_mm_set1_epi8(0x20), _mm_loadu_si128(
        reinterpret_cast<const __m128i*>(p)));
    __m128i letters = _mm_cmplt_epi8(
        _mm_add_epi8(v, _mm_set1_epi8(static_cast<char>(0x80 - 'a'))),
        _mm_set1_epi8(static_cast<char>(0x80 + 26)));
    int others = ~_mm_movemask_epi8(letters) | 0x10000;
    return static_cast<size_t>(__builtin_ctz(static_cast<unsigned>(others)));
#else
    size_t size = 0;
    while (size < 16 && (p[size] | 0x20) >= 'a' && (p[size] | 0x20) <= 'z') {
        size++;
    }
    return size;
#endif
}

// The same at text[at], of which more than 15 count as 16.
inline size_t count_ascii_letters(std::string_view text, size_t at) noexcept
{
    if (at + 16 <= text.size()) {
        return count_letters16(text.data() + at);
    }
    size_t size = 0;
    while (at + size < text.size() && (text[at + size] | 0x20) >= 'a'
           && (text[at + size] | 0x20) <= 'z')
    {
        size++;
    }
    return size;
}

// The `size` letters of ASCII at text[at], less than 16, in their small form
// with zeros behind them.
void small_letters(std::string_view text, size_t at, size_t size,
    char (&small)[16]) noexcept;

// A bit for each of the first `size` letters at text[at], at most 16 of ASCII,
// that is a capital.
uint32_t capitals_of(std::string_view text, size_t at, size_t size) noexcept;

}  // namespace gate::guard
