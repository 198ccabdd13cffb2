// A view in which words that an evasion bent are straight again (fault G12):
// leetspeak (1gn0r3), repeated letters (ignoooore), shuffled letters between
// the first and the last (ingore), separators inside words (ig-no-re,
// i.g.n.o.r.e) and letters apart (i g n o r e).
//
// Only a token that becomes one of the rules' key words (key_words.inc) is
// changed, so that ordinary words, numbers and names stay as they are.
#pragma once

#include "guard/injection/view.hpp"

#include <string_view>

namespace gate::guard {

// `text`: a normalised view. Empty when nothing was repaired, which a pass over
// the text finds: blocks of 16 bytes, and single words that look odd.
View repaired(std::string_view text);

}  // namespace gate::guard
