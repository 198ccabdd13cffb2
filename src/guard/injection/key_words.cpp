#include "guard/injection/key_words.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace gate::guard {

namespace {

#include "guard/injection/key_words.inc"

constexpr size_t alphabet = 26;
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
    std::array<uint16_t, alphabet + 1> index{};
    for (std::string_view word : key_words) {
        for (size_t i = letter(word[0]) + 1; i <= alphabet; i++) {
            index[i]++;
        }
    }
    return index;
}

constexpr auto make_shapes()
{
    KeyShapes shapes{};
    for (std::string_view word : key_words) {
        KeyShape& shape =
            shapes[letter(word.front()) * 32 + letter(word.back())];
        shape.lengths |= static_cast<uint16_t>(1u << word.size());
        for (size_t i = 0;
             i < word.size() && word.size() >= shortest_shuffled; i++) {
            shape.letters |= 1u << (word[i] & 31);
        }
    }
    return shapes;
}

// The same for any order of the letters between the first and the last.
constexpr uint32_t fingerprint(std::string_view word) noexcept
{
    uint32_t sum = 0;
    for (char c : word) {
        sum += static_cast<unsigned char>(c);
    }
    return sum << 16 | static_cast<uint32_t>(word.size()) << 12
           | (word.front() & 31u) << 6 | (word.back() & 31u);
}

// Finds the key words by their fingerprints.
struct ShuffledTable {
    static constexpr size_t slots = 1024;

    static constexpr size_t slot_of(uint32_t print) noexcept
    {
        return print * 2654435761u >> 22;  // spread by the golden ratio
    }
    static constexpr size_t next(size_t slot) noexcept
    {
        return (slot + 1) % slots;
    }

    std::array<uint32_t, slots>  prints{};  // 0: free
    std::array<uint8_t, slots>   words{};
};

constexpr auto make_shuffled()
{
    static_assert(std::size(key_words) < 256);
    ShuffledTable table{};
    for (size_t i = 0; i < std::size(key_words); i++) {
        if (key_words[i].size() >= shortest_shuffled) {
            uint32_t print = fingerprint(key_words[i]);
            size_t slot = ShuffledTable::slot_of(print);
            while (table.prints[slot] != 0) {
                slot = ShuffledTable::next(slot);
            }
            table.prints[slot] = print;
            table.words[slot] = static_cast<uint8_t>(i);
        }
    }
    return table;
}

constexpr auto index = make_index();
constexpr auto shuffled = make_shuffled();

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
    std::array<int8_t, alphabet> count{};
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

constexpr KeyShapes key_shapes = make_shapes();

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
    if (word.size() > longest_key_word || word.size() < shortest_shuffled) {
        return {};
    }
    uint32_t print = fingerprint(word);
    for (size_t slot = ShuffledTable::slot_of(print);
         shuffled.prints[slot] != 0; slot = ShuffledTable::next(slot)) {
        if (shuffled.prints[slot] == print) {
            // no two key words have the same letters
            std::string_view key = key_words[shuffled.words[slot]];
            if (key == word) {
                return {};
            }
            if (key.front() == word.front() && key.back() == word.back()
                && same_letters(word, key)) {
                return key;
            }
        }
    }
    return {};
}

}  // namespace gate::guard
