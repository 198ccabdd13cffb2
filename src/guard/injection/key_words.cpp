#include "guard/injection/key_words.hpp"

#include "guard/injection/word_borders.hpp"

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

// How often each letter stands in a word of up to 15, four bits each.
struct Counts {
    std::array<uint64_t, 2>  bits{};

    // False when there are other bytes than letters.
    constexpr bool add(std::string_view word) noexcept
    {
        for (char c : word) {
            if (!is_letter(c)) {
                return false;
            }
            bits[letter(c) / 16] += uint64_t{1} << letter(c) % 16 * 4;
        }
        return true;
    }
};

constexpr auto make_counts()
{
    std::array<Counts, std::size(key_words)> counts{};
    for (size_t i = 0; i < counts.size(); i++) {
        counts[i].add(key_words[i]);
    }
    return counts;
}

constexpr auto counts = make_counts();

bool same_letters(std::string_view word, size_t key) noexcept
{
    Counts found;
    return found.add(word) && found.bits[0] == counts[key].bits[0]
           && found.bits[1] == counts[key].bits[1];
}

// The key word with these first and last letters that passes the test.
template <class Test>
std::string_view first_of(char first, char last, Test test) noexcept
{
    if (!is_letter(first)) {
        return {};
    }
    for (size_t i = index[letter(first)]; i < index[letter(first) + 1]; i++) {
        if (key_words[i].back() == last && test(key_words[i])) {
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
    return first_of(word.front(), word.back(),
                    [word](std::string_view key) { return key == word; });
}

std::string_view key_word_squeezed(std::string_view word) noexcept
{
    if (word.empty()) {
        return {};
    }
    return first_of(word.front(), word.back(), [word](std::string_view key) {
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
            size_t number = shuffled.words[slot];
            std::string_view key = key_words[number];
            if (key == word) {
                return {};
            }
            if (key.front() == word.front() && key.back() == word.back()
                && same_letters(word, number)) {
                return key;
            }
        }
    }
    return {};
}

}  // namespace gate::guard
