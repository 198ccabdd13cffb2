// Compiles a set of patterns in this process.
//
// A hostile pattern may take minutes and gigabytes here: only
// pattern_compiler.hpp calls it, in a process with limits, and tests.
#pragma once

#include "guard/pattern/pattern_image.hpp"
#include "guard/pattern/pattern_syntax.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace gate::guard {

struct PatternFault {
    uint32_t      pattern = 0;  // its number; the count: all of them together
    PatternError  error;
};

// `reached` hears the number of each pattern before it is compiled, and the
// count of them before all are compiled together.
std::optional<PatternFault> build_patterns(
    const std::vector<Pattern>& patterns, Filter filter,
    const std::function<void(uint32_t)>& reached, std::string* image);

}  // namespace gate::guard
