// A view of some parts of a normalised text in which nothing but single spaces
// stands between words: emphasis (**ignore**), tags (<b>ignore</b>), separators
// (ignore|all|previous, ignore_all_previous, "ignore, all; previous").
//
// What ends a sentence stays, and so do apostrophes, and the hyphens, slashes
// and dots inside of a word: of some the rules know, and the rest are names of
// files and addresses of pages.
#pragma once

#include "guard/injection/view.hpp"

#include <string_view>
#include <vector>

namespace gate::guard {

// `parts` of `text`, ascending and apart; those whose marks are ordinary
// punctuation are left out. A NUL stands between parts of different texts.
// cut_mark stands where a part ends before its text does. Empty when no part
// is left. Linear, and not longer than the parts with two bytes each.
View bare_words(std::string_view text, const std::vector<Span>& parts);

}  // namespace gate::guard
