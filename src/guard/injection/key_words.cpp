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

// by first and last letter, the lengths that there are
constexpr auto make_shapes()
{
    std::array<std::array<uint16_t, letters>, letters> shapes{};
    for (std::string_view word : key_words) {
        if (word.size() >= shortest_shuffled) {
            shapes[letter(word.front())][letter(word.back())] |=
                static_cast<uint16_t>(1u << word.size());
        }
    }
    return shapes;
}

constexpr auto index = make_index();
constexpr auto shapes = make_shapes();

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
    if (word.empty()
        || !may_be_shuffled(word.front(), word.back(), word.size())
        || !key_word(word).empty()) {
        return {};
    }
    return first_of(word[0], [word](std::string_view key) {
        return key.size() == word.size() && key.back() == word.back()
               && same_letters(word, key);
    });
}

bool may_be_shuffled(char first, char last, size_t size) noexcept
{
    return size <= longest_key_word && is_letter(first) && is_letter(last)
           && (shapes[letter(first)][letter(last)] >> size & 1) != 0;
}

}  // namespace gate::guard
