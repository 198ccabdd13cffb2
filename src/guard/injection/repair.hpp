// A view in which words that an evasion bent are straight again (fault G12):
// leetspeak (1gn0r3), repeated letters (ignoooore), shuffled letters between
// the first and the last (ingore), separators inside words (ig-no-re,
// i.g.n.o.r.e) and letters apart (i g n o r e).
//
// Only a token that becomes one of the rules' key words (key_words.inc) is
// changed, so that ordinary words, numbers and names stay as they are.
//
// The view holds the surroundings of such words and nothing else. A NUL stands
// between two of them, whether the text has one there or not: what is a text
// for the rules may be a part of one. Next to such a NUL, and where the view
// begins or ends within a text, stands cut_mark.
#pragma once

#include "guard/injection/bent_places.hpp"
#include "guard/injection/view.hpp"

#include <string_view>

namespace gate::guard {

// `text`: a normalised view. Empty when it has no bent places; else no longer
// than the text.
View repaired(std::string_view text, const BentPlaces& bent);

// What that costs at most, in units of work, for a text of `size` bytes.
uint64_t repair_cost(size_t size, const BentPlaces& bent) noexcept;

}  // namespace gate::guard
