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
// letter and the same letters between in another order.
std::string_view key_word_shuffled(std::string_view word) noexcept;

// By the first and the last letter (its low five bits), the lengths, one bit
// each, that key_word_shuffled() knows.
using ShuffledLengths = std::array<std::array<uint16_t, 32>, 32>;
extern const ShuffledLengths shuffled_lengths;

// Whether key_word_shuffled() can have an answer, from one look; for letters
// and a size below 64.
inline bool may_be_shuffled(char first, char last, size_t size) noexcept
{
    uint64_t lengths = shuffled_lengths[first & 31][last & 31];
    return (lengths >> size & 1) != 0;
}

}  // namespace gate::guard
