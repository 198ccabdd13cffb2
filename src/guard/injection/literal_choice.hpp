// Sets of literals of which a match holds one, and which of two such sets is
// the rarer in prompts; a part of rule_parts.cpp.
#pragma once

#include "guard/injection/rule_parts.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// What a literal is known to begin at.
enum class Anchor : unsigned char {
    none,
    piece,  // the beginning of its piece of the pattern, wherever that is
    word,   // that of a word, if it begins with a letter
};

struct Anchored {
    std::string  text;
    Anchor       anchor;
};

// `cost`: how often one stands at a byte of a prompt, and what it costs to
// look for so many.
struct Choice {
    std::vector<Anchored>  literals;  // none: nothing is known
    double                 cost = 1;

    void add(const Choice& other);

    // The same for the sequence that the piece is in, where it begins at
    // `anchor`.
    Choice inside(Anchor anchor) const;

    bool is_at_words() const;
    Literals as_literals() const;
};

// Of all the texts that a piece can match; has no literals when one of them
// is too short to look for.
Choice choice_of(const std::vector<std::string>& words, Anchor anchor);

void take_rarer(Choice candidate, Choice* best);

}  // namespace gate::guard
