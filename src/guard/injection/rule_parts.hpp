// What a rule's pattern says about every match of it, without matching: texts
// that each match holds, and how wide a match can be. The sieve (sieve.hpp)
// looks for the first and has the rules scan as far as the second.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// What repeats without end counts as so many times, or bytes for a class: more
// fillers between two words of a rule are not looked for.
constexpr size_t most_repeats = 6;
constexpr size_t widest_filler = 24;

// More bytes of a literal are not compared.
constexpr size_t longest_literal = 16;

// One that is at a word has so many bytes or more.
constexpr size_t shortest_at_word = 4;

struct Literal {
    std::string  text;
    bool         at_word;  // begins with a letter that follows on no letter

    bool operator==(const Literal& other) const
    {
        return text == other.text && at_word == other.at_word;
    }
};

using Literals = std::vector<Literal>;

// What each match holds: one of `literals` and, if they are not empty, one of
// `before`, further to the left, and one of `behind`; these are all at words.
// Of what the pattern offers the rarest that was seen, the rarest of all in
// `literals`, which is empty when the pattern offers nothing.
struct Needs {
    Literals  literals;
    Literals  before;
    Literals  behind;
    size_t    before_reach = 0;  // most bytes from one start to the other
    size_t    behind_reach = 0;
};

struct RuleParts {
    std::vector<Needs>  ways;   // each match is one of them
    size_t              width;  // bytes of the widest match
};

// Understands what the rules use: literals, classes, groups, alternatives,
// greedy repeats, \b and $. Throws std::invalid_argument for anything else.
// Less than a millisecond per pattern: for start-up.
RuleParts parts_of(std::string_view pattern);

}  // namespace gate::guard
