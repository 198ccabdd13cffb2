// The letters of a normalised text, 64 bytes at a time: bit i is byte i.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

constexpr size_t block = 64;

// Whether the byte is a to z, for `size` bytes, at most a block.
inline uint64_t letters_of_some(const char* at, size_t size) noexcept
{
    uint64_t letters = 0;
    for (size_t i = 0; i < size; i++) {
        letters |= uint64_t{at[i] >= 'a' && at[i] <= 'z'} << i;
    }
    return letters;
}

#if defined(__SSE2__)

inline uint64_t letters_of_block(const char* at) noexcept
{
    const __m128i first = _mm_set1_epi8('a');
    const __m128i most = _mm_set1_epi8('z' - 'a');
    uint64_t letters = 0;

    for (unsigned i = 0; i < block; i += 16) {
        __m128i low = _mm_sub_epi8(_mm_loadu_si128(
            reinterpret_cast<const __m128i*>(at + i)), first);
        __m128i is = _mm_cmpeq_epi8(_mm_min_epu8(low, most), low);
        letters |= static_cast<uint64_t>(
            static_cast<unsigned>(_mm_movemask_epi8(is))) << i;
    }
    return letters;
}

#else

inline uint64_t letters_of_block(const char* at) noexcept
{
    return letters_of_some(at, block);
}

#endif

// Of the block at `at`, which may reach over the end of the text.
inline uint64_t letters_at(std::string_view text, size_t at) noexcept
{
    return at + block <= text.size()
           ? letters_of_block(text.data() + at)
           : letters_of_some(text.data() + at,
                             at < text.size() ? text.size() - at : 0);
}

// Where words begin in a block, given its letters and whether one stands
// before it.
inline uint64_t starts_of(uint64_t letters, bool is_within) noexcept
{
    return letters & ~(letters << 1 | (is_within ? 1u : 0u));
}

}  // namespace gate::guard
