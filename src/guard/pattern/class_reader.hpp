// Reads a set of characters from a pattern: brackets, \d, \p{Greek}.
#pragma once

#include "guard/pattern/char_class.hpp"
#include "guard/pattern/pattern_cursor.hpp"

namespace gate::guard {

// Behind a backslash: adds what d, D, w, W, s, S, p or P names; false, and
// nothing read, at another letter.
bool read_class_escape(PatternCursor& in, CharClass* members);

// At a [. The cursor has failed when this is no set.
CharClass read_brackets(PatternCursor& in);

}  // namespace gate::guard
