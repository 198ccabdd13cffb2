// Finds the bytes where something may begin that a filter looks for, 64 at a
// time.
//
// What is dense in a text is not searched twice: the places of a block are
// kept as the bits of one number while the block lasts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

constexpr size_t scan_block = 64;

namespace bytes64 {

// Of ones in a row.
constexpr uint64_t first_ones(uint64_t mask) noexcept
{
    return mask & ~(mask << 1);
}

#ifdef __SSE2__

inline __m128i part_at(const char* p) noexcept
{
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

inline __m128i set(int byte) noexcept
{
    return _mm_set1_epi8(static_cast<char>(byte));
}

// 0xff for each byte from `low` to `high`: one signed comparison after a
// shift of the values.
inline __m128i in_range(__m128i bytes, int low, int high) noexcept
{
    return _mm_cmplt_epi8(_mm_add_epi8(bytes, set(0x80 - low)),
                          set(0x80 + high - low + 1));
}

inline uint64_t bits(__m128i bytes) noexcept
{
    return static_cast<uint32_t>(_mm_movemask_epi8(bytes));
}

inline uint64_t join(__m128i a, __m128i b, __m128i c, __m128i d) noexcept
{
    return bits(a) | bits(b) << 16 | (bits(c) | bits(d) << 16) << 32;
}

#else

template <class Test>
uint64_t collect(const char* p, Test test) noexcept
{
    uint64_t mask = 0;
    for (size_t i = 0; i < scan_block; i++) {
        mask |= uint64_t{test(static_cast<unsigned char>(p[i]))} << i;
    }
    return first_ones(mask);
}

#endif

}  // namespace bytes64

// The first digits of numbers in ASCII.
struct Digits {
    // A bit for each of p[0, 64); p[0] passes for the first one.
    static uint64_t mask(const char* p) noexcept;
};

// Capital letters of ASCII, and bytes that lead capitals of other scripts,
// that stand behind no other one.
struct Capitals {
    static uint64_t mask(const char* p) noexcept;
};

// First bytes of ideographs and of Hangul.
struct CjkLeads {
    static uint64_t mask(const char* p) noexcept;
};

#ifdef __SSE2__

inline uint64_t CjkLeads::mask(const char* p) noexcept
{
    using namespace bytes64;
    __m128i a = part_at(p);
    __m128i b = part_at(p + 16);
    __m128i c = part_at(p + 32);
    __m128i d = part_at(p + 48);
    if (bits(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))) == 0) {
        return 0;
    }
    // E3 to EA: ideographs and the mark that repeats one; to ED: Hangul
    auto leads = [](__m128i part) { return in_range(part, 0xe3, 0xed); };
    return join(leads(a), leads(b), leads(c), leads(d));
}

inline uint64_t Digits::mask(const char* p) noexcept
{
    using namespace bytes64;
    auto test = [](__m128i part) { return in_range(part, '0', '9'); };
    return first_ones(join(test(part_at(p)), test(part_at(p + 16)),
                           test(part_at(p + 32)), test(part_at(p + 48))));
}

inline uint64_t Capitals::mask(const char* p) noexcept
{
    using namespace bytes64;
    __m128i a = part_at(p);
    __m128i b = part_at(p + 16);
    __m128i c = part_at(p + 32);
    __m128i d = part_at(p + 48);
    auto test = [](__m128i part) { return in_range(part, 'A', 'Z'); };
    uint64_t mask = join(test(a), test(b), test(c), test(d));
    if (bits(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))) != 0) {
        // C3 to D4 are Latin to Cyrillic, E1 is Vietnamese
        auto leads = [](__m128i part) {
            return _mm_or_si128(in_range(part, 0xc3, 0xd4),
                                _mm_cmpeq_epi8(part, set(0xe1)));
        };
        mask |= join(leads(a), leads(b), leads(c), leads(d));
    }
    return first_ones(mask);
}

#else

inline uint64_t CjkLeads::mask(const char* p) noexcept
{
    return bytes64::collect(p, [](unsigned char c) {
        return c >= 0xe3 && c <= 0xed;
    });
}

inline uint64_t Digits::mask(const char* p) noexcept
{
    return bytes64::collect(p, [](unsigned char c) {
        return c >= '0' && c <= '9';
    });
}

inline uint64_t Capitals::mask(const char* p) noexcept
{
    return bytes64::collect(p, [](unsigned char c) {
        // C3 to D4 are Latin to Cyrillic, E1 is Vietnamese
        return (c >= 'A' && c <= 'Z') || (c >= 0xc3 && c <= 0xd4)
            || c == 0xe1;
    });
}

#endif

template <class Kind>
class ByteScan {
public:
    explicit ByteScan(std::string_view text) noexcept : text_(text) {}

    // The first place at or after `at`, or text.size(). `at` never goes back.
    size_t next(size_t at) noexcept
    {
        if (at - start_ < scan_block) {
            uint64_t mask = mask_ & ~uint64_t{0} << (at - start_);
            if (mask != 0) {
                return start_ + static_cast<size_t>(__builtin_ctzll(mask));
            }
            at = start_ + scan_block;
        }
        for ( ; at < text_.size(); at += scan_block) {
            mask_ = mask_at(at);
            if (mask_ != 0) {
                start_ = at;
                return at + static_cast<size_t>(__builtin_ctzll(mask_));
            }
        }
        return text_.size();
    }

private:
    uint64_t mask_at(size_t at) const noexcept
    {
        if (text_.size() - at >= scan_block) {
            return Kind::mask(text_.data() + at);
        }
        char last[scan_block] = {};
        std::memcpy(last, text_.data() + at, text_.size() - at);
        return Kind::mask(last);
    }

    std::string_view  text_;
    // of the block that mask_ tells of, which none is at first
    size_t            start_ = ~size_t{0} - scan_block;
    uint64_t          mask_ = 0;
};

}  // namespace gate::guard
