// Where in a text the bytes are that a filter has to look at, a bit for each
// byte: read in one pass for all filters, which then step from one to the
// next. Most bytes of a text are in no set.
#pragma once

#include "base/cpu.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace gate::guard {

// 64 bytes of a text: bit i tells of byte i.
struct ByteBlock {
    static constexpr size_t size = 64;

    uint64_t  candidates;  // is_candidate()
    uint64_t  numbers;     // digits of ASCII behind no other one
    uint64_t  capitals;    // those of ASCII, and leads of characters that may
                           // be capitals, behind no other one
    uint64_t  ideographs;  // leads of what may be Han or Hangul
};

// Of a digit, a ':' or a '@', or a lead of a character that may fold to one
// (glyph.hpp).
constexpr bool is_candidate(char c) noexcept
{
    auto byte = static_cast<unsigned char>(c);
    // C2 to D8 are Latin to Hebrew, E3 to EE kana, ideographs and hangul
    return (byte >= '0' && byte <= ':') || byte == '@'
           || (byte >= 0xd9 && byte <= 0xe2) || byte >= 0xef;
}

class ByteMap {
public:
    using Kind = uint64_t ByteBlock::*;

    ByteMap() noexcept = default;
    explicit ByteMap(std::string_view text, Simd simd = best_simd())
    {
        read(text, simd);
    }

    // Takes half a byte of memory for each byte of the text; may throw
    // std::bad_alloc.
    void read(std::string_view text, Simd simd = best_simd());

    // Gives back what a long text took; up to 128 KB are kept.
    void release() noexcept;

    // The first byte of that kind that is not before `from`; the text's size
    // if there is none.
    size_t next(Kind kind, size_t from) const noexcept
    {
        size_t i = from / ByteBlock::size;
        if (i >= count_) {
            return size_;
        }
        uint64_t bits = blocks_[i].*kind
            & ~uint64_t{0} << (from % ByteBlock::size);
        while (bits == 0) {
            if (++i == count_) {
                return size_;
            }
            bits = blocks_[i].*kind;
        }
        return i * ByteBlock::size
            + static_cast<size_t>(__builtin_ctzll(bits));
    }

    // How many bytes of that kind there are.
    size_t count(Kind kind) const noexcept;

private:
    void make_room(size_t blocks);

    std::unique_ptr<ByteBlock[]>  blocks_;
    size_t                        room_ = 0;   // blocks
    size_t                        count_ = 0;  // of them in use
    size_t                        size_ = 0;   // of the text
};

}  // namespace gate::guard
