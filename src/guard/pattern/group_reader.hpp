// Reads how a group of a pattern begins: what is refused, and flags.
#pragma once

#include "guard/pattern/char_class.hpp"
#include "guard/pattern/pattern_cursor.hpp"

#include <optional>
#include <string>

namespace gate::guard {

struct GroupFlags {
    std::optional<Case>  fold;
    std::optional<bool>  dot_all;
    bool                 opens_group = false;  // "(?i:", not "(?i)"
    std::string          re2;
    std::string          scan;  // Vectorscan's
};

// At a (. True when the cursor has failed: no such group runs in linear time.
bool refuse_group(PatternCursor& in);

// Behind "(?". The cursor has failed when these are no flags.
GroupFlags read_flags(PatternCursor& in);

}  // namespace gate::guard
