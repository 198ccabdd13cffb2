// 64 bytes of a normalised text as masks: bit i tells of byte i.
//
// AVX2 or SSE2 where there is one, else byte by byte; some 30 or 55
// instructions.
#pragma once

#include "base/avx2.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

struct LetterBlock {
    static constexpr unsigned size = 64;
    static constexpr unsigned reads = 65;  // bytes that have to be there

    uint64_t  letters = 0;  // a to z
    uint64_t  spaces = 0;
    uint64_t  doubles = 0;  // the byte behind it is the same
};

inline LetterBlock letter_block_by_bytes(const char* at) noexcept
{
    LetterBlock block;
    for (unsigned i = 0; i < LetterBlock::size; i++) {
        uint64_t bit = uint64_t{1} << i;
        block.letters |= at[i] >= 'a' && at[i] <= 'z' ? bit : 0;
        block.spaces |= at[i] == ' ' ? bit : 0;
        block.doubles |= at[i] == at[i + 1] ? bit : 0;
    }
    return block;
}

#if defined(__SSE2__)

// z moves up to the highest signed byte, so that one comparison is enough.
inline LetterBlock letter_block(const char* at) noexcept
{
    const __m128i to_top = _mm_set1_epi8(127 - 'z');
    const __m128i below_a = _mm_set1_epi8('a' - 1 + 127 - 'z');
    const __m128i space = _mm_set1_epi8(' ');

    LetterBlock block;
    auto add = [&](unsigned i) {
        auto load = [at](unsigned from) {
            return _mm_loadu_si128(
                reinterpret_cast<const __m128i*>(at + from));
        };
        auto bits = [i](__m128i bytes) {
            return static_cast<uint64_t>(
                static_cast<unsigned>(_mm_movemask_epi8(bytes))) << i;
        };
        __m128i bytes = load(i);
        __m128i top = _mm_add_epi8(bytes, to_top);
        block.letters |= bits(_mm_cmpgt_epi8(top, below_a));
        block.doubles |= bits(_mm_cmpeq_epi8(load(i + 1), bytes));
        block.spaces |= bits(_mm_cmpeq_epi8(bytes, space));
    };
    // a loop would not be unrolled
    add(0);
    add(16);
    add(32);
    add(48);
    return block;
}

#else

inline LetterBlock letter_block(const char* at) noexcept
{
    return letter_block_by_bytes(at);
}

#endif

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline LetterBlock avx2_letter_block(const char* at)
    noexcept
{
    const __m256i to_top = avx2::all(127 - 'z');
    const __m256i below_a = avx2::all('a' - 1 + 127 - 'z');
    __m256i low = avx2::load(at);
    __m256i high = avx2::load(at + 32);

    LetterBlock block;
    block.letters = avx2::bits(
        _mm256_cmpgt_epi8(_mm256_add_epi8(low, to_top), below_a),
        _mm256_cmpgt_epi8(_mm256_add_epi8(high, to_top), below_a));
    block.spaces = avx2::bits(avx2::is(low, ' '), avx2::is(high, ' '));
    block.doubles = avx2::bits(
        _mm256_cmpeq_epi8(avx2::load(at + 1), low),
        _mm256_cmpeq_epi8(avx2::load(at + 33), high));
    return block;
}

#endif

// The letters of the block at `at`, which may reach over the end of the text.
inline uint64_t letters_at(std::string_view text, size_t at) noexcept
{
    if (at + LetterBlock::reads <= text.size()) {
        return letter_block(text.data() + at).letters;
    }
    uint64_t letters = 0;
    for (size_t i = 0; i < LetterBlock::size && at + i < text.size(); i++) {
        char c = text[at + i];
        letters |= uint64_t{c >= 'a' && c <= 'z'} << i;
    }
    return letters;
}

// Where words begin in a block, given its letters and whether one stands
// before it.
inline uint64_t starts_of(uint64_t letters, bool is_within) noexcept
{
    return letters & ~(letters << 1 | (is_within ? 1u : 0u));
}

}  // namespace gate::guard
