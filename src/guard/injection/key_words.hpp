// The key words of the rules and the ways to recognise one that was bent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

constexpr size_t longest_key_word = 12;

// The key word itself; empty for any other word.
std::string_view key_word(std::string_view word) noexcept;

// The key word that `word` is but for letters that stand more than once in a
// row; empty for none and for a word that is shorter.
std::string_view key_word_squeezed(std::string_view word) noexcept;

// The key word of five letters or more that has the same first and last
// letter and the same letters between in another order; empty for any other.
std::string_view key_word_shuffled(std::string_view word) noexcept;

// What the key words have in common that begin and end with the same letters.
struct KeyShape {
    uint32_t  letters = 0;  // of those that can be shuffled, one bit each
    uint16_t  lengths = 0;  // one bit each
};

// By the first and the last letter.
using KeyShapes = std::array<KeyShape, 26 * 32>;
extern const KeyShapes key_shapes;

inline const KeyShape& key_shape(char first, char last) noexcept
{
    return key_shapes[size_t{static_cast<unsigned char>(first)} * 32
                      + static_cast<unsigned char>(last) - ('a' * 32 + 'a')];
}

// Whether key_word_shuffled() may have an answer, from a few looks that a word
// in twenty passes; for letters, five or more and less than 64.
inline bool may_be_shuffled(const char* word, size_t size) noexcept
{
    const KeyShape& shape = key_shape(word[0], word[size - 1]);
    auto has = [&shape](char c) { return (shape.letters >> (c & 31)) & 1; };
    // without a jump between the looks
    return (uint64_t{shape.lengths} >> size & has(word[1]) & has(word[2])
            & has(word[3]) & 1) != 0;
}

// Whether key_word() or key_word_shuffled() may have an answer, or the word is
// a key word; for letters.
inline bool may_be_key(std::string_view word) noexcept
{
    const KeyShape& shape = key_shape(word.front(), word.back());
    return word.size() <= longest_key_word
           && (shape.lengths >> word.size() & 1) != 0;
}

}  // namespace gate::guard
