#include "guard/injection/key_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace gate::guard {

namespace {

#include "guard/injection/key_words.inc"

constexpr size_t letters = 26;
constexpr size_t shortest_shuffled = 5;

constexpr size_t letter(char c) noexcept
{
    return static_cast<size_t>(c - 'a');
}

constexpr bool is_letter(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}

// where the words of each first letter begin
constexpr auto make_index()
{
    std::array<uint16_t, letters + 1> index{};
    for (std::string_view word : key_words) {
        for (size_t i = letter(word[0]) + 1; i <= letters; i++) {
            index[i]++;
        }
    }
    return index;
}

constexpr auto make_shuffled_lengths()
{
    ShuffledLengths lengths{};
    for (std::string_view word : key_words) {
        if (word.size() >= shortest_shuffled) {
            lengths[word.front() & 31][word.back() & 31] |=
                static_cast<uint16_t>(1u << word.size());
        }
    }
    return lengths;
}

constexpr auto index = make_index();

bool same_squeezed(std::string_view a, std::string_view b) noexcept
{
    size_t i = 0;
    size_t j = 0;
    while (i < a.size() && j < b.size()) {
        char c = a[i];
        if (b[j] != c) {
            return false;
        }
        while (i < a.size() && a[i] == c) {
            i++;
        }
        while (j < b.size() && b[j] == c) {
            j++;
        }
    }
    return i == a.size() && j == b.size();
}

bool same_letters(std::string_view a, std::string_view b) noexcept
{
    std::array<int8_t, letters> count{};
    for (size_t i = 0; i < a.size(); i++) {
        if (!is_letter(a[i])) {
            return false;
        }
        count[letter(a[i])]++;
        count[letter(b[i])]--;
    }
    return std::all_of(count.begin(), count.end(),
                       [](int8_t n) { return n == 0; });
}

template <class Test>
std::string_view first_of(char initial, Test test) noexcept
{
    if (!is_letter(initial)) {
        return {};
    }
    for (size_t i = index[letter(initial)]; i < index[letter(initial) + 1];
         i++) {
        if (test(key_words[i])) {
            return key_words[i];
        }
    }
    return {};
}

}  // namespace

constexpr ShuffledLengths shuffled_lengths = make_shuffled_lengths();

std::string_view key_word(std::string_view word) noexcept
{
    if (word.empty() || word.size() > longest_key_word) {
        return {};
    }
    return first_of(word[0],
                    [word](std::string_view key) { return key == word; });
}

std::string_view key_word_squeezed(std::string_view word) noexcept
{
    if (word.empty()) {
        return {};
    }
    return first_of(word[0], [word](std::string_view key) {
        return key.size() <= word.size() && same_squeezed(key, word);
    });
}

std::string_view key_word_shuffled(std::string_view word) noexcept
{
    if (word.size() > longest_key_word || word.size() < shortest_shuffled
        || !is_letter(word.front()) || !is_letter(word.back())
        || !may_be_shuffled(word.front(), word.back(), word.size())) {
        return {};
    }
    // no two key words are each other's letters: an ordinary one ends the
    // search
    std::string_view found = first_of(word[0], [word](std::string_view key) {
        return key.size() == word.size() && key.back() == word.back()
               && (key == word || same_letters(word, key));
    });
    return found == word ? std::string_view{} : found;
}

}  // namespace gate::guard
