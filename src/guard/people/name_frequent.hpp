// The words that sentences and headings often begin with, and what the table
// of names knows of them: most capital letters of prose begin one of them.
//
// Words of at most eight letters as the bytes of one number, in a table that
// stays in the cache: a look-up is a multiplication and a comparison or two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "guard/people/name_table.hpp"

namespace gate::guard {

class FrequentWords {
public:
    static constexpr uint64_t golden = 0x9e3779b97f4a7c15;
    static constexpr uint64_t small_letters = 0x2020202020202020;

    // The first `size` letters at p[0, 8) in their small form; 1 to 8 of ASCII.
    static uint64_t word_at(const char* p, size_t size) noexcept
    {
        uint64_t word;
        std::memcpy(&word, p, sizeof word);
        return (word | small_letters) & ~uint64_t{0} >> (64 - 8 * size);
    }

    // NameFlags; 0 if the word is not there.
    uint32_t flags(uint64_t word) const noexcept
    {
        size_t at = find(word);
        return entries_[at].word == word ? entries_[at].flags : 0;
    }

    // For fewer words than half of the table.
    constexpr void add(uint64_t word, uint32_t flags) noexcept
    {
        entries_[find(word)] = {word, flags};
    }

private:
    static constexpr unsigned entry_bits = 9;
    static constexpr size_t entry_count = size_t{1} << entry_bits;

    struct Entry {
        uint64_t  word = 0;
        uint32_t  flags = 0;
    };

    // Where the word is, or would be put.
    constexpr size_t find(uint64_t word) const noexcept
    {
        size_t at = word * golden >> (64 - entry_bits);
        while (entries_[at].word != word && entries_[at].word != 0) {
            at = (at + 1) % entry_count;
        }
        return at;
    }

    Entry  entries_[entry_count] = {};
};

extern const FrequentWords frequent_words;

}  // namespace gate::guard
