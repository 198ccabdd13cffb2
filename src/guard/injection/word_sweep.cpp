#include "guard/injection/word_sweep.hpp"

#include "guard/injection/bit_places.hpp"
#include "guard/injection/key_words.hpp"

#include <algorithm>
#include <cstring>

// What is always inlined is compiled for each of the instruction sets.
namespace gate::guard {

namespace {

constexpr size_t stretch = 1024;
constexpr size_t last_bit = LetterBlock::size - 1;

[[gnu::always_inline]] inline uint64_t below(size_t bit) noexcept
{
    return (uint64_t{1} << bit) - 1;
}

// How blocks are read and bits written down.
struct Baseline {
    static LetterBlock block(const char* at) noexcept
    {
        return letter_block(at);
    }
    [[gnu::always_inline]] static size_t put(uint64_t bits, uint32_t base,
        uint32_t* to) noexcept
    {
        return put_bit_places(bits, base, to);
    }
};

#if defined(__x86_64__)

struct Avx2 : Baseline {
    [[gnu::target("avx2")]] static LetterBlock block(const char* at) noexcept
    {
        return avx2_letter_block(at);
    }
};

struct Avx512 {
    [[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] static LetterBlock block(
        const char* at) noexcept
    {
        return avx512_letter_block(at);
    }
    [[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] static size_t put(
        uint64_t bits, uint32_t base, uint32_t* to) noexcept
    {
        return avx512_put_bit_places(bits, base, to);
    }
};

#endif

}  // namespace

template <class How>
[[gnu::always_inline]] inline void WordSweep::put(uint64_t bits, Places* to)
    const noexcept
{
    to->size_ += How::put(bits, static_cast<uint32_t>(at_),
                          to->places_.data() + to->size_);
}

// A block ends with its last byte that is no letter, where the next one
// begins: no word as short as a key word is cut. Of a longer one the rest may
// look like a word.
template <class How>
[[gnu::always_inline]] inline size_t WordSweep::take_block(
    const LetterBlock& block) noexcept
{
    uint64_t others = ~block.letters;
    size_t last = others == 0
        ? 0 : last_bit - static_cast<unsigned>(__builtin_clzll(others));
    size_t taken = last + longest_key_word < last_bit ? last_bit : last;

    if (wanted_.heads != nullptr) {
        put<How>(starts_of(block.letters, false) & below(taken), &heads_);
    }
    if (wanted_.odd) {
        put_odd<How>(block, last);
    }
    return taken;
}

// Words are those that end before the bit `last` or at it.
template <class How>
[[gnu::always_inline]] inline void WordSweep::put_odd(
    const LetterBlock& block, size_t last) noexcept
{
    uint64_t letters = block.letters;
    uint64_t pairs = block.doubles & letters;
    uint64_t starts = starts_of(letters, false);
    uint64_t second = letters >> 1;
    uint64_t single = starts & block.spaces >> 1;
    uint64_t before = letters << 1
        | (at_ > 0 && is_letter(text_[at_ - 1]) ? 1u : 0u);
    uint64_t joints = second & (block.leets | (block.separators & before));
    put<How>((single & single >> 2) | joints | (pairs & pairs << 1), &odd_);

    // five letters in a row, as seen from the first and from behind the last
    put<How>(starts & second & second >> 1 & second >> 2 & second >> 3
                 & below(last), &starts_);
    put<How>(~letters & letters << 1 & letters << 2 & letters << 3
                 & letters << 4 & letters << 5, &ends_);
}

template <class How>
[[gnu::always_inline]] inline void WordSweep::read_to(size_t end) noexcept
{
    while (at_ < end) {
        const char* bytes = text_.data() + at_;
        if (text_.size() - at_ < reads) {
            rest_.fill('\0');
            std::memcpy(rest_.data(), bytes, text_.size() - at_);
            bytes = rest_.data();
        }
        at_ += take_block<How>(How::block(bytes));
    }
}

void WordSweep::read_to_baseline(size_t end) noexcept
{
    read_to<Baseline>(end);
}

#if defined(__x86_64__)

[[gnu::target("avx2,bmi,bmi2")]] void WordSweep::read_to_avx2(size_t end)
    noexcept
{
    read_to<Avx2>(end);
}

[[gnu::target("bmi,bmi2,avx512bw,avx512vbmi2")]] void
WordSweep::read_to_avx512(size_t end) noexcept
{
    read_to<Avx512>(end);
}

void WordSweep::read_to(size_t end) noexcept
{
    switch (simd_) {
    case Simd::avx512:
        return read_to_avx512(end);
    case Simd::avx2:
        return read_to_avx2(end);
    case Simd::baseline:
        return read_to_baseline(end);
    }
}

#else

void WordSweep::read_to(size_t end) noexcept
{
    read_to_baseline(end);
}

#endif

void WordSweep::keep_likely_heads() noexcept
{
    const WordTable& table = *wanted_.heads;
    size_t kept = 0;
    for (uint32_t at : heads_) {
        heads_.places_[kept] = at;
        kept += table.may_begin(WordTable::head_at(text_, at)) ? 1 : 0;
    }
    heads_.size_ = kept;
    kept = 0;
    for (uint32_t at : heads_) {
        heads_.places_[kept] = at;
        kept += table.is_likely(WordTable::head_at(text_, at)) ? 1 : 0;
    }
    heads_.size_ = kept;
}

void WordSweep::add_shuffled() noexcept
{
    size_t kept = 0;
    for (size_t i = 0; i < starts_.size_; i++) {
        uint32_t start = starts_.places_[i];
        uint32_t end = ends_.places_[i];
        starts_.places_[kept] = start;
        ends_.places_[kept] = end;
        kept += may_be_shuffled(text_.data() + start, end - start) ? 1 : 0;
    }
    size_t sorted = odd_.size_;
    compared_ = kept;
    for (size_t i = 0; i < kept; i++) {
        uint32_t start = starts_.places_[i];
        size_t size = ends_.places_[i] - start;
        if (!key_word_shuffled(text_.substr(start, size)).empty()) {
            odd_.places_[odd_.size_++] = start;
        }
    }
    if (odd_.size_ > sorted) {
        std::sort(odd_.places_.data(), odd_.places_.data() + odd_.size_);
    }
}

bool WordSweep::next() noexcept
{
    heads_.size_ = 0;
    odd_.size_ = 0;
    starts_.size_ = 0;
    ends_.size_ = 0;
    size_t end = std::min(at_ + stretch, text_.size());
    bool is_more = at_ < end;
    read_to(end);
    if (wanted_.heads != nullptr) {
        keep_likely_heads();
    }
    add_shuffled();
    return is_more;
}

}  // namespace gate::guard
