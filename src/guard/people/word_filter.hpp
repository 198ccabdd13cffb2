// A fixed list of words, and whether a word is in it.
//
// Most words have a length that no word of the list has with that first or
// last letter, so that they cost a look into 256 bytes. Made by the compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

template <size_t size>
class WordList {
public:
    constexpr explicit WordList(const std::string_view (&words)[size])
        : words_(words)
    {
        for (std::string_view word : words) {
            lengths_[word[0] & 0x3f] |= bit(word.size());
            ends_[word[word.size() - 1] & 0x3f] |= bit(word.size());
        }
    }

    constexpr bool has(std::string_view word) const noexcept
    {
        if (word.empty()
            || (lengths_[word[0] & 0x3f] & ends_[word.back() & 0x3f]
                & bit(word.size())) == 0)
        {
            return false;
        }
        for (std::string_view one : words_) {
            if (one.size() == word.size() && one == word) {
                return true;
            }
        }
        return false;
    }

private:
    // longer words share the last bit
    static constexpr uint16_t bit(size_t length) noexcept
    {
        return static_cast<uint16_t>(1u << (length < 15 ? length : 15));
    }

    const std::string_view  (&words_)[size];
    uint16_t                lengths_[64] = {};  // by the first letter
    uint16_t                ends_[64] = {};     // by the last one
};

// Ends of words or texts, with a bit for each two last bytes of one of them;
// each has two bytes or more.
template <size_t size>
class EndingList {
public:
    constexpr explicit EndingList(const std::string_view (&endings)[size])
        : endings_(endings)
    {
        for (std::string_view ending : endings) {
            size_t pair = pair_of(ending);
            pairs_[pair / 64] |= uint64_t{1} << pair % 64;
        }
    }

    // Whether one of them ends `text`, with `more` bytes or more before it.
    bool end(std::string_view text, size_t more) const noexcept
    {
        if (text.size() < 2) {
            return false;
        }
        size_t pair = pair_of(text);
        if ((pairs_[pair / 64] >> pair % 64 & 1) == 0) {
            return false;
        }
        for (std::string_view one : endings_) {
            if (text.size() >= one.size() + more
                && text.substr(text.size() - one.size()) == one)
            {
                return true;
            }
        }
        return false;
    }

private:
    static constexpr size_t pair_of(std::string_view word) noexcept
    {
        return (word[word.size() - 2] & 0x3fu) << 6
            | (word[word.size() - 1] & 0x3fu);
    }

    const std::string_view  (&endings_)[size];
    uint64_t                pairs_[64] = {};
};

}  // namespace gate::guard
