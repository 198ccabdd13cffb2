// One pass over a normalised text for all that look for words in it: the
// sieve, which wants those that may begin a literal, and the look for bent
// words, which wants what is odd.
//
// A block of 64 bytes becomes masks, and these become places, without a jump
// that depends on the words; then the words of a stretch are looked up.
#pragma once

#include "base/cpu.hpp"
#include "guard/injection/bent_word.hpp"
#include "guard/injection/bit_places.hpp"
#include "guard/injection/letter_block.hpp"
#include "guard/injection/word_table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

class WordSweep {
public:
    struct Wanted {
        const WordTable*  heads = nullptr;
        bool              odd = false;
    };

    // Offsets in ascending order.
    class Places {
    public:
        const uint32_t* begin() const noexcept { return places_.data(); }
        const uint32_t* end() const noexcept { return begin() + size_; }

    private:
        friend class WordSweep;

        // a block is begun before the end of a stretch, and the few bytes
        // that two blocks share are less than what put() leaves free
        std::array<uint32_t, 1024 + LetterBlock::size + most_bit_places>
               places_;
        size_t size_ = 0;
    };

    WordSweep(std::string_view text, Wanted wanted, Simd simd = best_simd())
        noexcept
        : text_(text), wanted_(wanted), simd_(simd)
    {
    }

    // Reads on for a stretch of about 1,000 bytes; false at the end.
    bool next() noexcept;

    // Words of the last stretch that may begin a literal of the table. A word
    // longer than any key word may be told within, too.
    const Places& heads() const noexcept { return heads_; }

    // Signs of bent words before a letter, letters apart, letters that stand
    // three times in a row and words that are shuffled key words. One may be
    // told twice.
    const Places& odd() const noexcept { return odd_; }

    // How many words of the last stretch were compared with shuffled ones.
    size_t compared() const noexcept { return compared_; }

private:
    // What a block may read from its first byte on.
    static constexpr size_t reads = LetterBlock::reads;

    // Reads on up to `end` or a little further.
    void read_to(size_t end) noexcept;
    template <class How> void read_to(size_t end) noexcept;
    void read_to_baseline(size_t end) noexcept;
    void read_to_avx2(size_t end) noexcept;
    void read_to_avx512(size_t end) noexcept;

    // The bytes that were taken.
    template <class How> size_t take_block(const LetterBlock& block) noexcept;
    template <class How> void put_odd(const LetterBlock& block, size_t last)
        noexcept;
    // Appends the places of the bits of a block.
    template <class How> void put(uint64_t bits, Places* to) const noexcept;

    void keep_likely_heads() noexcept;
    void add_shuffled() noexcept;

    std::string_view         text_;
    Wanted                   wanted_;
    Simd                     simd_;
    size_t                   at_ = 0;
    std::array<char, reads>  rest_;  // of the text, when it is short
    Places                   heads_;
    Places                   odd_;
    // of words of five letters or more, and behind them
    Places                   starts_;
    Places                   ends_;
    size_t                   compared_ = 0;
};

}  // namespace gate::guard
