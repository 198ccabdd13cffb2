// 64 bytes of a normalised text as masks: bit i tells of byte i.
//
// AVX-512, AVX2 or SSE2 where there is one, else byte by byte; some 25, 60 or
// 180 instructions.
#pragma once

#include "base/avx2.hpp"
#include "base/avx512.hpp"
#include "base/sse2.hpp"
#include "guard/injection/bent_word.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

struct LetterBlock {
    static constexpr unsigned size = 64;
    static constexpr unsigned reads = 65;  // bytes that have to be there

    uint64_t  letters = 0;     // a to z
    uint64_t  spaces = 0;
    uint64_t  doubles = 0;     // the byte behind it is the same
    uint64_t  leets = 0;       // stands for a letter in leetspeak
    uint64_t  separators = 0;  // is_separator()
};

inline LetterBlock letter_block_by_bytes(const char* at) noexcept
{
    LetterBlock block;
    for (unsigned i = 0; i < LetterBlock::size; i++) {
        uint64_t bit = uint64_t{1} << i;
        block.letters |= is_letter(at[i]) ? bit : 0;
        block.spaces |= at[i] == ' ' ? bit : 0;
        block.doubles |= at[i] == at[i + 1] ? bit : 0;
        block.leets |= leet_letter(at[i], 'i') != 0 ? bit : 0;
        block.separators |= is_separator(at[i]) ? bit : 0;
    }
    return block;
}

#if defined(__SSE2__)

inline LetterBlock letter_block(const char* at) noexcept
{
    using sse2::is;
    using sse2::within;
    sse2::Quad bytes(at);

    LetterBlock block;
    block.letters = bytes.each([](__m128i in) {
        return within(in, 'a', 'z');
    }).bits();
    block.spaces = bytes.each([](__m128i in) { return is(in, ' '); }).bits();
    block.doubles = bytes.same_as(sse2::Quad(at + 1)).bits();
    block.leets = bytes.each([](__m128i in) {
        __m128i digits = _mm_andnot_si128(is(in, '2'), within(in, '0', '9'));
        __m128i signs = _mm_or_si128(_mm_or_si128(is(in, '!'), is(in, '$')),
                                     _mm_or_si128(is(in, '+'), is(in, '@')));
        return _mm_or_si128(_mm_or_si128(digits, signs), is(in, '|'));
    }).bits();
    block.separators = bytes.each([](__m128i in) {
        return _mm_or_si128(_mm_or_si128(is(in, '*'), within(in, ',', '/')),
                            _mm_or_si128(is(in, '_'), is(in, '~')));
    }).bits();
    return block;
}

#else

inline LetterBlock letter_block(const char* at) noexcept
{
    return letter_block_by_bytes(at);
}

#endif

#if defined(__x86_64__)

// What the two halves of a byte have a bit in common for is a sign of a bent
// word: one of the low bits for leetspeak, of the others for a separator.
struct SignTables {
    static constexpr int leets = 0x0f;

    std::array<uint8_t, 16>  low{};
    std::array<uint8_t, 16>  high{};
};

// Each row of 16 signs that holds one of a kind has a bit of its own.
constexpr SignTables make_sign_tables() noexcept
{
    SignTables tables;
    unsigned bits[] = {1, SignTables::leets + 1};
    for (unsigned i = 0; i < 128; i++) {
        auto c = static_cast<char>(i);
        bool is_of_kind[] = {leet_letter(c, 'i') != 0, is_separator(c)};
        for (unsigned kind = 0; kind < 2; kind++) {
            auto bit = static_cast<uint8_t>(bits[kind]);
            if (is_of_kind[kind]) {
                tables.low[i % 16] |= bit;
                tables.high[i / 16] |= bit;
            }
            bool is_used = (tables.high[i / 16] & bit) != 0;
            bits[kind] <<= i % 16 == 15 && is_used ? 1 : 0;
        }
    }
    return tables;
}

inline constexpr SignTables sign_tables = make_sign_tables();

[[gnu::target("avx2")]] inline __m256i avx2_signs(__m256i bytes) noexcept
{
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4),
                                    avx2::all(0x0f));
    return _mm256_and_si256(
        _mm256_shuffle_epi8(avx2::twice(sign_tables.low.data()), bytes),
        _mm256_shuffle_epi8(avx2::twice(sign_tables.high.data()), high));
}

[[gnu::target("avx2")]] inline LetterBlock avx2_letter_block(const char* at)
    noexcept
{
    const __m256i to_top = avx2::all(127 - 'z');
    const __m256i below_a = avx2::all('a' - 1 + 127 - 'z');
    __m256i low = avx2::load(at);
    __m256i high = avx2::load(at + 32);

    LetterBlock block;
    // z moves up to the highest signed byte: one comparison is enough
    block.letters = avx2::bits(
        _mm256_cmpgt_epi8(_mm256_add_epi8(low, to_top), below_a),
        _mm256_cmpgt_epi8(_mm256_add_epi8(high, to_top), below_a));
    block.spaces = avx2::bits(avx2::is(low, ' '), avx2::is(high, ' '));
    block.doubles = avx2::bits(
        _mm256_cmpeq_epi8(avx2::load(at + 1), low),
        _mm256_cmpeq_epi8(avx2::load(at + 33), high));

    const __m256i leets = avx2::all(SignTables::leets);
    const __m256i none = _mm256_setzero_si256();
    low = avx2_signs(low);
    high = avx2_signs(high);
    block.leets = avx2::bits(
        _mm256_cmpgt_epi8(_mm256_and_si256(low, leets), none),
        _mm256_cmpgt_epi8(_mm256_and_si256(high, leets), none));
    block.separators = avx2::bits(_mm256_cmpgt_epi8(low, leets),
                                  _mm256_cmpgt_epi8(high, leets));
    return block;
}

[[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] inline LetterBlock
avx512_letter_block(const char* at) noexcept
{
    __m512i bytes = avx512::load(at);
    __m512i signs = _mm512_and_si512(
        _mm512_shuffle_epi8(avx512::four_times(sign_tables.low.data()), bytes),
        _mm512_shuffle_epi8(avx512::four_times(sign_tables.high.data()),
                            avx512::high_halves(bytes)));

    LetterBlock block;
    block.letters = avx512::within(bytes, 'a', 'z');
    block.spaces = avx512::is(bytes, ' ');
    block.doubles = _mm512_cmpeq_epi8_mask(avx512::load(at + 1), bytes);
    block.leets = avx512::has(signs, SignTables::leets);
    block.separators = avx512::has(signs, ~SignTables::leets);
    return block;
}

#endif

// The letters alone.
inline uint64_t letters_of_block(const char* at) noexcept
{
#if defined(__SSE2__)
    return sse2::Quad(at).each([](__m128i in) {
        return sse2::within(in, 'a', 'z');
    }).bits();
#else
    return letter_block(at).letters;
#endif
}

// The letters of the block at `at`, which may reach over the end of the text.
inline uint64_t letters_at(std::string_view text, size_t at) noexcept
{
    if (at + LetterBlock::reads <= text.size()) {
        return letters_of_block(text.data() + at);
    }
    uint64_t letters = 0;
    for (size_t i = 0; i < LetterBlock::size && at + i < text.size(); i++) {
        letters |= uint64_t{is_letter(text[at + i])} << i;
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
