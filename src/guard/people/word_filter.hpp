// Fixed lists of words, and whether a word is in one of them, or ends in one.
//
// A look-up compares with the few words of one hash chain: it costs the same
// however long the list is. Made by the compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// Words with a set of bits each; `size` bounds how many there are.
template <size_t size>
class WordMap {
public:
    constexpr WordMap() = default;

    template <size_t count>
    constexpr void add(const std::string_view (&words)[count], uint8_t bits)
    {
        for (std::string_view word : words) {
            add(word, bits);
        }
    }

    // 0 for a word that is not there.
    constexpr uint8_t find(std::string_view word) const noexcept
    {
        if (word.empty()) {
            return 0;
        }
        for (size_t i = heads_[slot_of(word)]; i != 0; i = entries_[i].next) {
            if (is_same(entries_[i].word, word)) {
                return entries_[i].bits;
            }
        }
        return 0;
    }

private:
    struct Entry {
        std::string_view  word;
        uint16_t          next = 0;  // in the chain; 0 ends it
        uint8_t           bits = 0;
    };

    static constexpr size_t slot_count = 512;

    static constexpr size_t slot_of(std::string_view word) noexcept
    {
        auto byte = [&](size_t i) -> uint32_t {
            return static_cast<unsigned char>(word[i]);
        };
        uint32_t all = byte(0) | byte(word.size() / 2) << 8
            | byte(word.size() - 1) << 16
            | static_cast<uint32_t>(word.size()) << 24;
        return all * 0x9e3779b1u >> 23;
    }

    // a call of memcmp() costs more than a short word
    static constexpr bool is_same(std::string_view a, std::string_view b)
        noexcept
    {
        if (a.size() != b.size()) {
            return false;
        }
        size_t i = 0;
        while (i < a.size() && a[i] == b[i]) {
            i++;
        }
        return i == a.size();
    }

    constexpr void add(std::string_view word, uint8_t bits)
    {
        size_t slot = slot_of(word);
        for (size_t i = heads_[slot]; i != 0; i = entries_[i].next) {
            if (is_same(entries_[i].word, word)) {
                entries_[i].bits |= bits;
                return;
            }
        }
        Entry& entry = entries_[++count_];
        entry.word = word;
        entry.bits = bits;
        entry.next = heads_[slot];
        heads_[slot] = static_cast<uint16_t>(count_);
    }

    Entry     entries_[size + 1] = {};
    uint16_t  heads_[slot_count] = {};
    size_t    count_ = 0;
};

template <size_t size>
class WordList {
public:
    constexpr explicit WordList(const std::string_view (&words)[size])
    {
        map_.add(words, 1);
    }

    constexpr bool has(std::string_view word) const noexcept
    {
        return map_.find(word) != 0;
    }

private:
    WordMap<size>  map_;
};

// Pairs of letters of either case, 32 of each; other bytes pass for letters.
class LetterPairs {
public:
    constexpr bool has(char a, char b) const noexcept
    {
        return (bits_[index_of(a)] >> index_of(b) & 1) != 0;
    }

    constexpr void add(char a, char b) noexcept
    {
        bits_[index_of(a)] |= 1u << index_of(b);
    }

private:
    static constexpr size_t index_of(char c) noexcept
    {
        return static_cast<size_t>(c) & 0x1f;
    }

    uint32_t  bits_[32] = {};
};

// The first three letters of words, two by two.
class WordHeads {
public:
    template <size_t size>
    constexpr explicit WordHeads(const std::string_view (&words)[size])
    {
        for (std::string_view word : words) {
            if (word.size() > 1) {
                first_.add(word[0], word[1]);
            }
            if (word.size() > 2) {
                second_.add(word[1], word[2]);
            }
        }
    }

    // False if no word stands at text[at]; bytes that are no letters tell
    // nothing.
    constexpr bool may_begin(std::string_view text, size_t at) const noexcept
    {
        if (text.size() - at < 3 || !is_letter(text[at + 1])) {
            return true;
        }
        return first_.has(text[at], text[at + 1])
            && (!is_letter(text[at + 2])
                || second_.has(text[at + 1], text[at + 2]));
    }

private:
    static constexpr bool is_letter(char c) noexcept
    {
        return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }

    LetterPairs  first_;
    LetterPairs  second_;
};

// Ends of words or texts, with a bit for each two last bytes of one of them;
// each has two bytes or more.
template <size_t size>
class EndingList {
public:
    constexpr explicit EndingList(const std::string_view (&endings)[size])
        : endings_(endings)
    {
        for (size_t i = 0; i < size; i++) {
            size_t pair = pair_of(endings[i]);
            pairs_[pair / 64] |= uint64_t{1} << pair % 64;
            size_t slot = slot_of(pair);
            next_[i] = heads_[slot];
            heads_[slot] = static_cast<uint8_t>(i + 1);
        }
    }

    // Whether one of them ends `text`, with `more` bytes or more before it;
    // they are in small letters, and capitals of ASCII count as such.
    bool end(std::string_view text, size_t more) const noexcept
    {
        if (!may_end(text)) {
            return false;
        }
        for (size_t i = heads_[slot_of(pair_of(text))]; i != 0;
             i = next_[i - 1])
        {
            std::string_view one = endings_[i - 1];
            if (text.size() >= one.size() + more
                && is_same(text.substr(text.size() - one.size()), one))
            {
                return true;
            }
        }
        return false;
    }

    // False if none does, by the two last bytes.
    bool may_end(std::string_view text) const noexcept
    {
        if (text.size() < 2) {
            return false;
        }
        size_t pair = pair_of(text);
        return (pairs_[pair / 64] >> pair % 64 & 1) != 0;
    }

private:
    static_assert(size < 256);
    static constexpr size_t slot_count = 256;

    static constexpr size_t slot_of(size_t pair) noexcept
    {
        return (pair ^ pair >> 3) % slot_count;
    }

    // five bits of a letter: those that are the same in both cases
    static constexpr size_t pair_of(std::string_view word) noexcept
    {
        return (folded(word[word.size() - 2])) << 6
            | folded(word[word.size() - 1]);
    }

    static bool is_same(std::string_view text, std::string_view one) noexcept
    {
        size_t i = 0;
        while (i < one.size()
               && (text[i] >= 'A' && text[i] <= 'Z' ? text[i] | 0x20 : text[i])
                      == one[i])
        {
            i++;
        }
        return i == one.size();
    }

    static constexpr size_t folded(char c) noexcept
    {
        size_t bits = static_cast<unsigned char>(c);
        return (bits & 0x40) != 0 ? bits & 0x1f : bits & 0x3f;
    }

    const std::string_view  (&endings_)[size];
    uint64_t                pairs_[64] = {};
    uint8_t                 heads_[slot_count] = {};
    uint8_t                 next_[size] = {};
};

}  // namespace gate::guard
