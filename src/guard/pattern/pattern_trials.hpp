// Texts that make a pattern cost as much as it can: long matches, many short
// ones, near misses, runs of one character, and mixes in which an automaton
// meets ever new states.
#pragma once

#include "guard/pattern/pattern_part.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gate::guard {

// Some ten texts of about `size` bytes of UTF-8 without NUL, always the same
// for the same parts; those that are likely to cost most come first.
std::vector<std::string> trial_texts(const std::vector<PatternPart>& parts,
    size_t size);

}  // namespace gate::guard
