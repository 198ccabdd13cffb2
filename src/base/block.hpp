// Sixteen bytes of text in one register: SSE2, NEON or two machine words.
//
// For scans that look for the first byte of some kind. Loads and stores need
// no alignment and always move Block::size bytes.
#pragma once

#include "base/text.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace gate {

#if defined(__SSE2__)

// Which bytes of a block were found: Marks::width bits for each, the first one
// lowest. If they are not exact, only the first byte can be asked for, as bytes
// behind it may be marked too many.
class Marks {
public:
    static constexpr bool is_exact = true;
    static constexpr unsigned width = 1;

    explicit Marks(__m128i bytes) noexcept : bytes_(bytes) {}

    Marks operator|(Marks other) const noexcept
    {
        return Marks(_mm_or_si128(bytes_, other.bytes_));
    }

    // Zero if none is.
    uint64_t bits() const noexcept
    {
        return static_cast<unsigned>(_mm_movemask_epi8(bytes_));
    }
    static size_t first(uint64_t bits) noexcept
    {
        return static_cast<size_t>(__builtin_ctzll(bits));
    }

private:
    __m128i  bytes_;
};

class Block {
public:
    static constexpr size_t size = 16;

    explicit Block(const char* p) noexcept
        : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)))
    {
    }

    void store(char* p) const noexcept
    {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(p), bytes_);
    }

    Marks equals(char c) const noexcept
    {
        return Marks(_mm_cmpeq_epi8(bytes_, _mm_set1_epi8(c)));
    }
    // Bytes that are `c` or more; `c` is outside ASCII.
    Marks at_least(unsigned char c) const noexcept
    {
        __m128i bound = _mm_set1_epi8(static_cast<char>(c));
        return Marks(_mm_cmpeq_epi8(_mm_max_epu8(bytes_, bound), bytes_));
    }
    // Bytes that, with the bits of `flip` turned over, are below `c` (a bound
    // in ASCII) or outside ASCII.
    Marks below_or_not_ascii(char c, char flip) const noexcept
    {
        // only the sign of a byte counts, which saves turning a comparison
        __m128i turned = _mm_xor_si128(bytes_, _mm_set1_epi8(flip));
        return Marks(_mm_subs_epi8(turned, _mm_set1_epi8(c)));
    }

private:
    __m128i  bytes_;
};

#elif defined(__ARM_NEON) && defined(__aarch64__)

class Marks {
public:
    static constexpr bool is_exact = true;
    static constexpr unsigned width = 4;

    explicit Marks(uint8x16_t bytes) noexcept : bytes_(bytes) {}

    Marks operator|(Marks other) const noexcept
    {
        return Marks(vorrq_u8(bytes_, other.bytes_));
    }

    uint64_t bits() const noexcept
    {
        uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(bytes_), 4);
        return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
    }
    static size_t first(uint64_t bits) noexcept
    {
        return static_cast<size_t>(__builtin_ctzll(bits)) / 4;
    }

private:
    uint8x16_t  bytes_;
};

class Block {
public:
    static constexpr size_t size = 16;

    explicit Block(const char* p) noexcept
        : bytes_(vld1q_u8(reinterpret_cast<const uint8_t*>(p)))
    {
    }

    void store(char* p) const noexcept
    {
        vst1q_u8(reinterpret_cast<uint8_t*>(p), bytes_);
    }

    Marks equals(char c) const noexcept
    {
        return Marks(vceqq_u8(bytes_, vdupq_n_u8(static_cast<uint8_t>(c))));
    }
    Marks at_least(unsigned char c) const noexcept
    {
        return Marks(vcgeq_u8(bytes_, vdupq_n_u8(c)));
    }
    Marks below_or_not_ascii(char c, char flip) const noexcept
    {
        uint8x16_t bits = vdupq_n_u8(static_cast<uint8_t>(flip));
        int8x16_t turned = vreinterpretq_s8_u8(veorq_u8(bytes_, bits));
        return Marks(vcltq_s8(turned, vdupq_n_s8(static_cast<int8_t>(c))));
    }

private:
    uint8x16_t  bytes_;
};

#else

class Marks {
public:
    static constexpr bool is_exact = false;
    static constexpr unsigned width = 1;

    Marks(uint64_t low, uint64_t high) noexcept : low_(low), high_(high) {}

    Marks operator|(Marks other) const noexcept
    {
        return {low_ | other.low_, high_ | other.high_};
    }

    // the high bit of each byte of the low word, the next one of the high
    uint64_t bits() const noexcept
    {
        return low_ != 0 ? low_ : high_ >> 1;
    }
    static size_t first(uint64_t bits) noexcept
    {
        bool is_low = (bits & text::Word::high) != 0;
        return text::Word::first(bits) + (is_low ? 0 : 8);
    }

private:
    uint64_t  low_;
    uint64_t  high_;
};

class Block {
public:
    static constexpr size_t size = 16;

    explicit Block(const char* p) noexcept
        : low_(text::Word::load(p)), high_(text::Word::load(p + 8))
    {
    }

    void store(char* p) const noexcept
    {
        std::memcpy(p, &low_, 8);
        std::memcpy(p + 8, &high_, 8);
    }

    Marks equals(char c) const noexcept
    {
        auto byte = static_cast<unsigned char>(c);
        return {text::Word::has(low_, byte), text::Word::has(high_, byte)};
    }
    Marks at_least(unsigned char c) const noexcept
    {
        return {from(low_, c), from(high_, c)};
    }
    Marks below_or_not_ascii(char c, char flip) const noexcept
    {
        return {below(low_, c, flip), below(high_, c, flip)};
    }

private:
    static uint64_t from(uint64_t w, unsigned char c) noexcept
    {
        using text::Word;
        // the low seven bits reach the eighth if they reach those of `c`
        uint64_t missing = Word::ones * (0x100u - c);
        return w & ((w & ~Word::high) + missing) & Word::high;
    }

    static uint64_t below(uint64_t w, char c, char flip) noexcept
    {
        using text::Word;
        w ^= Word::ones * static_cast<unsigned char>(flip);
        uint64_t under = w - Word::ones * static_cast<unsigned char>(c);
        return ((under & ~w) | w) & Word::high;
    }

    uint64_t  low_;
    uint64_t  high_;
};

#endif

}  // namespace gate
