// A rule's pattern taken apart, as far as its literals go; what rule_parts.cpp
// chooses from.
#pragma once

#include "guard/injection/literal_choice.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

struct RulePiece;
using RulePieces = std::vector<RulePiece>;

// A part of a pattern: all the texts that it matches, if they are few, and
// texts of which each match holds one, if there are any.
struct RulePiece {
    bool                      is_finite = false;
    std::vector<std::string>  words;     // all of them, when finite
    Choice                    required;
    size_t                    width = 0;
    bool                      is_border = false;     // \b
    bool                      may_be_empty = false;
    bool                      ends_outside = false;  // with no letter
    std::vector<RulePieces>   ways;      // the alternatives of a group
};

// The one text that this is.
RulePiece piece_of(std::string text);

// One of some single characters.
RulePiece piece_of_class(const std::string& members);

RulePiece sequence(const RulePieces& pieces);
RulePiece alternatives(std::vector<RulePieces> ways);

constexpr size_t endless = static_cast<size_t>(-1);

RulePiece repeated(RulePiece once, size_t least, size_t most);

// A choice that pieces [from, to) of a sequence offer.
struct Offer {
    size_t  from;
    size_t  to;
    Choice  choice;
};

std::vector<Offer> offers_of(const RulePieces& pieces);

// The pieces of a whole pattern, one after the other. Throws
// std::invalid_argument for what no rule uses.
RulePieces read_pattern(std::string_view pattern);

}  // namespace gate::guard
