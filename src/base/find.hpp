// Finds a short word in a text by its first two bytes, 32 places at a time.
//
// Stream events are searched for member names that most of them do not hold;
// this is many times faster there than memmem.
#pragma once

#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace gate {

#if defined(__SSE2__)

// The first two bytes of a word, looked for in 32 places at once.
class Pair {
public:
    explicit Pair(std::string_view word) noexcept
        : first_(_mm_set1_epi8(word[0])), second_(_mm_set1_epi8(word[1]))
    {
    }

    // Whether they stand in one of the 32 places from `p` on; reads 33 bytes.
    bool is_in(const char* p) const noexcept
    {
        __m128i low = _mm_and_si128(at(p, first_), at(p + 1, second_));
        __m128i high = _mm_and_si128(at(p + 16, first_), at(p + 17, second_));
        return _mm_movemask_epi8(_mm_or_si128(low, high)) != 0;
    }

private:
    static __m128i at(const char* p, __m128i byte) noexcept
    {
        auto block = reinterpret_cast<const __m128i*>(p);
        return _mm_cmpeq_epi8(_mm_loadu_si128(block), byte);
    }

    __m128i  first_;
    __m128i  second_;
};

#elif defined(__ARM_NEON)

class Pair {
public:
    explicit Pair(std::string_view word) noexcept
        : first_(vdupq_n_u8(static_cast<uint8_t>(word[0]))),
          second_(vdupq_n_u8(static_cast<uint8_t>(word[1])))
    {
    }

    bool is_in(const char* p) const noexcept
    {
        uint8x16_t low = vandq_u8(at(p, first_), at(p + 1, second_));
        uint8x16_t high = vandq_u8(at(p + 16, first_), at(p + 17, second_));
        return vmaxvq_u8(vorrq_u8(low, high)) != 0;
    }

private:
    static uint8x16_t at(const char* p, uint8x16_t byte) noexcept
    {
        return vceqq_u8(vld1q_u8(reinterpret_cast<const uint8_t*>(p)), byte);
    }

    uint8x16_t  first_;
    uint8x16_t  second_;
};

#else

class Pair {
public:
    explicit Pair(std::string_view word) noexcept
        : first_(word[0]), second_(word[1])
    {
    }

    bool is_in(const char* p) const noexcept
    {
        for (int i = 0; i < 32; i++) {
            if (p[i] == first_ && p[i + 1] == second_) {
                return true;
            }
        }
        return false;
    }

private:
    char  first_;
    char  second_;
};

#endif

// Offset of `word` (2 bytes or more) in `text`, or npos.
inline size_t find_word(std::string_view text, std::string_view word) noexcept
{
    constexpr size_t step = 32;

    if (text.size() <= step) {
        return text.find(word);
    }

    const Pair pair(word);
    const char* p = text.data();
    size_t last = text.size() - step - 1;
    size_t at = 0;

    for ( ;; ) {
        while (at < last && !pair.is_in(p + at)) {
            at += step;
        }
        if (at >= last) {
            // the last block overlaps the one before it
            return pair.is_in(p + last) ? text.find(word, last) : text.npos;
        }

        size_t found = text.substr(0, at + step + word.size()).find(word, at);
        if (found != text.npos) {
            return found;
        }
        at += step;
    }
}

}  // namespace gate
