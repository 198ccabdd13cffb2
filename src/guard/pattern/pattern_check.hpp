// RE2's word on a pattern: what it may be, and what it finds in a text.
//
// RE2 never backtracks: a search is linear in the text, with a factor that
// max_program bounds. It judges what Vectorscan reports and gives the spans.
#pragma once

#include "guard/finding.hpp"
#include "guard/pattern/pattern_syntax.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace re2 {
class RE2;
}

namespace gate::guard {

// Instructions. a.{500}c has 4,006 and costs 3 us a byte at worst.
constexpr int max_program = 5000;

struct CheckedPattern {
    Translation               translation;
    std::unique_ptr<re2::RE2> re2;

    CheckedPattern();
    ~CheckedPattern();
};

// Translates and compiles for RE2, in at most 1 MB.
std::optional<PatternError> check_pattern(std::string_view pattern,
    CheckedPattern* out);

}  // namespace gate::guard
