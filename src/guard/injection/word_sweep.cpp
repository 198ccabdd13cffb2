#include "guard/injection/word_sweep.hpp"

#include "guard/injection/key_words.hpp"

#include <algorithm>
#include <cstring>

// What is always inlined is compiled twice, once for AVX2.
namespace gate::guard {

namespace {

constexpr size_t stretch = 1024;
constexpr size_t last_bit = LetterBlock::size - 1;

[[gnu::always_inline]] inline unsigned lowest(uint64_t bits) noexcept
{
    return static_cast<unsigned>(__builtin_ctzll(bits));
}

[[gnu::always_inline]] inline uint64_t below(size_t bit) noexcept
{
    return (uint64_t{1} << bit) - 1;
}

// What a sign before a letter may be in a bent word: bit 0 where a letter
// stands before it too, bit 1 where none does.
constexpr auto make_joints()
{
    std::array<uint8_t, 256> joints{};
    for (unsigned c = 0; c < joints.size(); c++) {
        char sign = static_cast<char>(c);
        joints[c] = leet_letter(sign, 'i') != 0 ? 3 : is_separator(sign);
    }
    return joints;
}

constexpr auto joints = make_joints();

// Those of the signs that a bent word may have. What stands before the block
// may be a letter.
[[gnu::always_inline]] inline uint64_t joints_of(const char* bytes,
    uint64_t signs, uint64_t letters) noexcept
{
    uint64_t found = 0;
    uint64_t apart = ~(letters << 1 | 1);
    for (; signs != 0; signs &= signs - 1) {
        unsigned at = lowest(signs);
        unsigned joint = joints[static_cast<unsigned char>(bytes[at])];
        found |= uint64_t{joint >> (apart >> at & 1) & 1} << at;
    }
    return found;
}

// Those of the words that begin at `starts`, and end in the block, that are
// shuffled key words.
[[gnu::always_inline]] inline uint64_t shuffled(const char* bytes,
    uint64_t starts, uint64_t others) noexcept
{
    uint64_t found = 0;
    for (; starts != 0; starts &= starts - 1) {
        unsigned start = lowest(starts);
        size_t size = lowest(others >> start);
        const char* word = bytes + start;
        if (may_be_shuffled(word, size)
            && !key_word_shuffled({word, size}).empty()) {
            found |= starts & -starts;
        }
    }
    return found;
}

}  // namespace

// A block ends with its last byte that is no letter, where the next one
// begins: no word as short as a key word is cut. Of a longer one the rest may
// look like a word.
[[gnu::always_inline]] inline size_t WordSweep::take_block(const char* bytes,
    const LetterBlock& block) noexcept
{
    uint64_t others = ~block.letters;
    size_t last = others == 0
        ? 0 : last_bit - static_cast<unsigned>(__builtin_clzll(others));
    size_t taken = last + longest_key_word < last_bit ? last_bit : last;

    if (wanted_.heads != nullptr) {
        put_heads(bytes, starts_of(block.letters, false) & below(taken));
    }
    if (wanted_.odd) {
        put_odd(bytes, block, last);
    }
    return taken;
}

// Without a jump that depends on what the words are.
[[gnu::always_inline]] inline void WordSweep::put_heads(const char* bytes,
    uint64_t starts) noexcept
{
    const WordTable& table = *wanted_.heads;
    uint32_t* places = heads_.places_.data();
    size_t size = heads_.size_;
    auto at = static_cast<uint32_t>(at_);
    for (; starts != 0; starts &= starts - 1) {
        unsigned start = lowest(starts);
        uint64_t head;
        std::memcpy(&head, bytes + start, sizeof head);
        places[size] = at + start;
        size += table.may_begin(head) ? 1 : 0;
    }
    heads_.size_ = size;
}

void WordSweep::drop_unlikely_heads() noexcept
{
    size_t kept = 0;
    for (uint32_t at : heads_) {
        uint64_t head = 0;
        if (text_.size() - at >= sizeof head) {
            std::memcpy(&head, text_.data() + at, sizeof head);
        } else {
            std::memcpy(&head, text_.data() + at, text_.size() - at);
        }
        heads_.places_[kept] = at;
        kept += wanted_.heads->is_likely(head) ? 1 : 0;
    }
    heads_.size_ = kept;
}

// Words are those that end before the bit `last`.
[[gnu::always_inline]] inline void WordSweep::put_odd(const char* bytes,
    const LetterBlock& block, size_t last) noexcept
{
    uint64_t letters = block.letters;
    uint64_t pairs = block.doubles & letters;
    saw_triple_ = saw_triple_ || (pairs & pairs << 1) != 0;

    uint64_t starts = starts_of(letters, false);
    uint64_t second = letters >> 1;
    uint64_t single = starts & block.spaces >> 1;
    uint64_t signs = ~(letters | block.spaces) & second;
    // of five letters or more
    uint64_t words = starts & second & second >> 1 & second >> 2 & second >> 3
                     & below(last);

    uint64_t odd = (single & single >> 2) | joints_of(bytes, signs, letters)
        | shuffled(bytes, words, ~letters)
        | (wanted_.squeeze == Squeeze::yes ? pairs : 0);
    for (; odd != 0; odd &= odd - 1) {
        odd_.places_[odd_.size_++] = static_cast<uint32_t>(at_ + lowest(odd));
    }
}

template <class BlockAt>
[[gnu::always_inline]] inline void WordSweep::read_to(size_t end,
    const BlockAt& block_at) noexcept
{
    while (at_ < end) {
        const char* bytes = text_.data() + at_;
        if (text_.size() - at_ < reads) {
            rest_.fill('\0');
            std::memcpy(rest_.data(), bytes, text_.size() - at_);
            bytes = rest_.data();
        }
        at_ += take_block(bytes, block_at(bytes));
    }
}

void WordSweep::read_to_baseline(size_t end) noexcept
{
    read_to(end, letter_block);
}

#if defined(__x86_64__)

[[gnu::target("avx2,bmi,bmi2")]] void WordSweep::read_to_avx2(size_t end)
    noexcept
{
    read_to(end, avx2_letter_block);
}

#else

void WordSweep::read_to_avx2(size_t end) noexcept
{
    read_to_baseline(end);
}

#endif

bool WordSweep::next() noexcept
{
    heads_.size_ = 0;
    odd_.size_ = 0;
    size_t end = std::min(at_ + stretch, text_.size());
    bool is_more = at_ < end;
    if (simd_ == Simd::avx2) {
        read_to_avx2(end);
    } else {
        read_to_baseline(end);
    }
    drop_unlikely_heads();
    return is_more;
}

}  // namespace gate::guard
