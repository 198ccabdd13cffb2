#include "guard/byte_map.hpp"

#include "base/avx2.hpp"
#include "base/avx512.hpp"
#include "base/sse2.hpp"

#include <algorithm>
#include <cstring>

// What is always inlined is compiled for each of the instruction sets.
namespace gate::guard {

namespace {

constexpr size_t spare_blocks = 4096;  // of 256 KB of text
constexpr size_t last_bit = ByteBlock::size - 1;

// The bytes of a block by what they are; leads are those of characters that
// are not ASCII.
struct Sets {
    uint64_t  digits = 0;
    uint64_t  marks = 0;       // ':' and '@'
    uint64_t  capitals = 0;    // of ASCII
    uint64_t  foldable = 0;    // leads of what may fold to a candidate
    uint64_t  upper = 0;       // leads of what may be a capital: C3 to D4 are
                               // Latin to Cyrillic, E1 is Vietnamese
    uint64_t  ideographs = 0;  // leads: E3 to ED
};

bool is_within(unsigned char c, unsigned least, unsigned most) noexcept
{
    return c >= least && c <= most;
}

struct ByBytes {
    static Sets sets(const char* at) noexcept
    {
        Sets sets;
        for (size_t i = 0; i < ByteBlock::size; i++) {
            auto c = static_cast<unsigned char>(at[i]);
            auto bit = [i](bool is_set) { return uint64_t{is_set} << i; };
            sets.digits |= bit(is_within(c, '0', '9'));
            sets.marks |= bit(c == ':' || c == '@');
            sets.capitals |= bit(is_within(c, 'A', 'Z'));
            sets.foldable |= bit(is_within(c, 0xd9, 0xe2) || c >= 0xef);
            sets.upper |= bit(is_within(c, 0xc3, 0xd4) || c == 0xe1);
            sets.ideographs |= bit(is_within(c, 0xe3, 0xed));
        }
        return sets;
    }
};

#if defined(__SSE2__)

struct Sse2 {
    static Sets sets(const char* at) noexcept
    {
        using sse2::is;
        using sse2::within;
        sse2::Quad bytes(at);
        auto bits = [&bytes](auto test) { return bytes.each(test).bits(); };

        Sets sets;
        sets.digits = bits([](__m128i in) { return within(in, '0', '9'); });
        sets.marks = bits([](__m128i in) {
            return _mm_or_si128(is(in, ':'), is(in, '@'));
        });
        sets.capitals = bits([](__m128i in) { return within(in, 'A', 'Z'); });
        // the high bit of a byte says that it is not ASCII
        if (!sse2::any(bytes.joined())) {
            return sets;
        }
        sets.foldable = bits([](__m128i in) {
            return _mm_or_si128(within(in, 0xd9, 0xe2),
                                within(in, 0xef, 0xff));
        });
        sets.upper = bits([](__m128i in) {
            return _mm_or_si128(within(in, 0xc3, 0xd4), is(in, 0xe1));
        });
        sets.ideographs = bits([](__m128i in) {
            return within(in, 0xe3, 0xed);
        });
        return sets;
    }
};

using Baseline = Sse2;

#else

using Baseline = ByBytes;

#endif

#if defined(__x86_64__)

struct Avx2 {
    [[gnu::target("avx2")]] static Sets sets(const char* at) noexcept
    {
        using avx2::bits;
        using avx2::is;
        using avx2::within;
        __m256i low = avx2::load(at);
        __m256i high = avx2::load(at + 32);

        Sets sets;
        sets.digits = bits(within(low, '0', '9'), within(high, '0', '9'));
        sets.marks = bits(
            _mm256_or_si256(is(low, ':'), is(low, '@')),
            _mm256_or_si256(is(high, ':'), is(high, '@')));
        sets.capitals = bits(within(low, 'A', 'Z'), within(high, 'A', 'Z'));
        if (!avx2::any(_mm256_or_si256(low, high))) {
            return sets;
        }
        sets.foldable = bits(
            _mm256_or_si256(within(low, 0xd9, 0xe2), within(low, 0xef, 0xff)),
            _mm256_or_si256(within(high, 0xd9, 0xe2),
                            within(high, 0xef, 0xff)));
        sets.upper = bits(
            _mm256_or_si256(within(low, 0xc3, 0xd4), is(low, 0xe1)),
            _mm256_or_si256(within(high, 0xc3, 0xd4), is(high, 0xe1)));
        sets.ideographs = bits(within(low, 0xe3, 0xed),
                               within(high, 0xe3, 0xed));
        return sets;
    }
};

struct Avx512 {
    [[gnu::target("avx512bw,avx512vbmi2")]] static Sets sets(const char* at)
        noexcept
    {
        using avx512::is;
        using avx512::within;
        __m512i bytes = avx512::load(at);

        Sets sets;
        sets.digits = within(bytes, '0', '9');
        sets.marks = is(bytes, ':') | is(bytes, '@');
        sets.capitals = within(bytes, 'A', 'Z');
        if (avx512::has(bytes, 0x80) == 0) {
            return sets;
        }
        sets.foldable = within(bytes, 0xd9, 0xe2) | within(bytes, 0xef, 0xff);
        sets.upper = within(bytes, 0xc3, 0xd4) | is(bytes, 0xe1);
        sets.ideographs = within(bytes, 0xe3, 0xed);
        return sets;
    }
};

#endif

// What the block before has left.
struct Carry {
    uint64_t  digit = 0;
    uint64_t  capital = 0;
};

[[gnu::always_inline]] inline ByteBlock block_of(const Sets& sets,
    Carry* carry) noexcept
{
    uint64_t capitals = sets.capitals | sets.upper;
    ByteBlock block;
    block.candidates = sets.digits | sets.marks | sets.foldable;
    block.numbers = sets.digits & ~(sets.digits << 1 | carry->digit);
    block.capitals = capitals & ~(capitals << 1 | carry->capital);
    block.ideographs = sets.ideographs;
    carry->digit = sets.digits >> last_bit;
    carry->capital = capitals >> last_bit;
    return block;
}

template <class How>
[[gnu::always_inline]] inline void read_blocks(std::string_view text,
    ByteBlock* to) noexcept
{
    Carry carry;
    size_t at = 0;
    for (; at + ByteBlock::size <= text.size(); at += ByteBlock::size) {
        *to++ = block_of(How::sets(text.data() + at), &carry);
    }
    if (at < text.size()) {
        char rest[ByteBlock::size] = {};
        std::memcpy(rest, text.data() + at, text.size() - at);
        *to = block_of(How::sets(rest), &carry);
    }
}

void read_baseline(std::string_view text, ByteBlock* to) noexcept
{
    read_blocks<Baseline>(text, to);
}

#if defined(__x86_64__)

[[gnu::target("avx2,bmi,bmi2")]] void read_avx2(std::string_view text,
    ByteBlock* to) noexcept
{
    read_blocks<Avx2>(text, to);
}

[[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] void read_avx512(
    std::string_view text, ByteBlock* to) noexcept
{
    read_blocks<Avx512>(text, to);
}

#endif

}  // namespace

void ByteMap::release() noexcept
{
    count_ = size_ = 0;
    if (room_ > spare_blocks) {
        blocks_.reset();
        room_ = 0;
    }
}

void ByteMap::make_room(size_t blocks)
{
    if (blocks > room_) {
        blocks_.reset();
        room_ = 0;
        // by doubling while it is kept anyway
        size_t room = std::max(blocks, std::min(2 * blocks, spare_blocks));
        blocks_.reset(new ByteBlock[room]);
        room_ = room;
    }
}

void ByteMap::read(std::string_view text, Simd simd)
{
    count_ = size_ = 0;
    size_t blocks = (text.size() + last_bit) / ByteBlock::size;
    make_room(blocks);
    count_ = blocks;
    size_ = text.size();

    switch (simd) {
#if defined(__x86_64__)
    case Simd::avx512:
        return read_avx512(text, blocks_.get());
    case Simd::avx2:
        return read_avx2(text, blocks_.get());
#endif
    default:
        return read_baseline(text, blocks_.get());
    }
}

size_t ByteMap::count(Kind kind) const noexcept
{
    size_t sum = 0;
    for (size_t i = 0; i < count_; i++) {
        sum += static_cast<size_t>(__builtin_popcountll(blocks_[i].*kind));
    }
    return sum;
}

}  // namespace gate::guard
