#include "guard/injection/literal_choice.hpp"

#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

namespace gate::guard {

namespace {

constexpr size_t shortest_anywhere = 3;

// What it costs to look for one literal more, and for one that is not at a
// word, in places of a text that it stands at.
constexpr double of_a_literal = 1e-6;
constexpr double of_anywhere = 1e-3;

// What it costs that a word begins as a literal does, against that it is one.
constexpr double of_a_head = 0.05;

// How often an English letter stands at a place of a text.
double share(char c) noexcept
{
    constexpr unsigned char thousandths[] = {
        67, 12, 23, 35, 104, 18, 17, 50, 57, 2, 6, 33, 20,
        57, 62, 16, 1, 49, 52, 74, 23, 8, 19, 2, 16, 1,
    };
    return is_letter(c) ? thousandths[c - 'a'] / 1000.0 : 0.005;
}

struct WordShare {
    std::string_view  word;
    unsigned          per_million_bytes;
};

constexpr WordShare word_shares[] = {
#include "guard/injection/word_shares.inc"
};

// Entry i: the sum of the shares before word i.
constexpr auto make_sums() noexcept
{
    std::array<unsigned, std::size(word_shares) + 1> sums{};
    for (size_t i = 0; i < std::size(word_shares); i++) {
        sums[i + 1] = sums[i] + word_shares[i].per_million_bytes;
    }
    return sums;
}

constexpr auto sums = make_sums();

// How often words stand in a prompt that begin with `text`, which may end
// with the space behind a word.
double known_share(std::string_view text) noexcept
{
    auto first = std::lower_bound(std::begin(word_shares),
        std::end(word_shares), text,
        [](const WordShare& a, std::string_view b) { return a.word < b; });
    auto last = std::upper_bound(first, std::end(word_shares), text,
        [](std::string_view a, const WordShare& b) {
            return a < b.word.substr(0, a.size());
        });
    return (sums[static_cast<size_t>(last - word_shares)]
            - sums[static_cast<size_t>(first - word_shares)]) * 1e-6;
}

// How often a word, or what words begin with, stands at a place of a prompt.
double share_of(std::string_view text)
{
    constexpr double by_length[] = {1, 5e-2, 1e-2, 1e-3, 2e-4, 6e-5, 2e-5,
                                    8e-6, 4e-6};
    double spelled = 1;
    for (char c : text) {
        spelled *= share(c);
    }
    return !is_letter(text[0])
           ? spelled
           : known_share(text)
             + std::max(spelled, by_length[std::min(
                            text.size(), std::size(by_length) - 1)]);
}

// How often a text stands at a place of a prompt: word by word, each likelier
// behind another one than anywhere.
double frequency(std::string_view text)
{
    double chance = 1;
    if (text[0] == ' ') {
        text.remove_prefix(1);
    }
    for (bool is_first = true; !text.empty(); is_first = false) {
        size_t size = std::min(text.find(' '), text.size() - 1) + 1;
        double word = share_of(text.substr(0, size));
        chance *= is_first ? word : std::min(1.0, word * 20);
        text.remove_prefix(size);
    }
    return chance;
}

// The rarest part of a text that begins at a word, else some of the text.
struct Found {
    Literal  literal;
    double   cost = 1;
};

Found literal_in(const Anchored& anchored)
{
    std::string_view text = anchored.text;
    Found best;

    for (size_t at = 0; at + shortest_at_word <= text.size(); at++) {
        bool is_start = at == 0 ? anchored.anchor != Anchor::none
                                : !is_word_byte(text[at - 1]);
        std::string_view word = text.substr(at, longest_literal);
        if (!is_start || !is_letter(word[0])) {
            continue;
        }
        double cost = frequency(word);
        if (cost < best.cost) {
            best = {{std::string(word), true}, cost};
        }
    }
    std::string_view start = text.substr(0, longest_literal);
    double cost = start.empty() ? 1 : frequency(start) + of_anywhere;
    if (start.size() >= shortest_anywhere && cost < best.cost) {
        best = {{std::string(start), false}, cost};
    }
    return best;
}

double cost_of(const std::vector<Anchored>& literals)
{
    double cost = 0;
    std::unordered_set<std::string> seen;
    std::unordered_set<std::string> heads;
    for (const Anchored& literal : literals) {
        Found found = literal_in(literal);
        if (found.literal.text.empty()) {
            return 1;
        }
        size_t size = found.literal.text.size();
        std::string head = found.literal.text.substr(
            0, size < 6 ? 4 : size < 8 ? 6 : 8);
        if (found.literal.at_word && heads.insert(head).second) {
            cost += frequency(head) * of_a_head;
        }
        if (seen.insert(found.literal.text).second) {
            cost += found.cost + of_a_literal;
        }
    }
    return cost;
}

}  // namespace

void Choice::add(const Choice& other)
{
    literals.insert(literals.end(), other.literals.begin(),
                    other.literals.end());
    cost = cost_of(literals);
}

Choice Choice::inside(Anchor anchor) const
{
    Choice choice = *this;
    for (Anchored& literal : choice.literals) {
        if (literal.anchor == Anchor::piece) {
            literal.anchor = anchor;
        }
    }
    choice.cost = cost_of(choice.literals);
    return choice;
}

bool Choice::is_at_words() const
{
    return std::all_of(literals.begin(), literals.end(),
        [](const Anchored& literal) {
            return literal_in(literal).literal.at_word;
        });
}

Literals Choice::as_literals() const
{
    Literals all;
    for (const Anchored& literal : literals) {
        Literal one = literal_in(literal).literal;
        if (std::find(all.begin(), all.end(), one) == all.end()) {
            all.push_back(std::move(one));
        }
    }
    return all;
}

Choice choice_of(const std::vector<std::string>& words, Anchor anchor)
{
    Choice choice;
    for (const std::string& word : words) {
        if (word.size() < shortest_anywhere) {
            return {};
        }
        choice.literals.push_back({word, anchor});
    }
    choice.cost = cost_of(choice.literals);
    return choice;
}

void take_rarer(Choice candidate, Choice* best)
{
    if (!candidate.literals.empty()
        && (best->literals.empty() || candidate.cost <= best->cost)) {
        *best = std::move(candidate);
    }
}

}  // namespace gate::guard
