// Finds the bytes that a PII detector has to look at, 64 at a time.
//
// They are ASCII digits, ':', '@' and the leads of characters that may fold
// to one of those (glyph.hpp); most other leads are passed over.
#pragma once

#include "base/cpu.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// By the byte alone.
constexpr bool is_candidate(char c) noexcept
{
    auto byte = static_cast<unsigned char>(c);
    // C2 to D8 are Latin to Hebrew, E3 to EE kana, ideographs and hangul
    return (byte >= '0' && byte <= ':') || byte == '@'
           || (byte >= 0xd9 && byte <= 0xe2) || byte >= 0xef;
}

class CandidateWalk {
public:
    static constexpr size_t block = 64;  // bytes that are looked at together

    explicit CandidateWalk(std::string_view text,
        Simd simd = best_simd()) noexcept
        : text_(text), simd_(simd)
    {
        move_to(0);
    }

    // The first candidate that is not before `from`; the text's size if there
    // is none. What is asked for ascends.
    size_t next(size_t from) noexcept
    {
        if (from >= at_ + block) {
            return next_behind(from);
        }
        if (from > at_) {
            bits_ &= ~uint64_t{0} << (from - at_);
        }
        return bits_ != 0 ? first() : next_behind(at_ + block);
    }

private:
    size_t first() const noexcept
    {
        return at_ + static_cast<size_t>(__builtin_ctzll(bits_));
    }
    size_t next_behind(size_t at) noexcept;
    // To the next block with candidates, or to the rest of the text.
    void move_to(size_t at) noexcept;

    std::string_view  text_;
    Simd              simd_;
    size_t            at_ = 0;    // of 64 bytes
    uint64_t          bits_ = 0;  // their candidates that are still to come
};

}  // namespace gate::guard
