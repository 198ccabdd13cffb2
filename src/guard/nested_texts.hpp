// What is escaped inside the texts of a body, as JSON in a string is (fault
// G05).
#pragma once

#include "guard/collected.hpp"

namespace gate::guard {

// Appends what the escapes in the strings and names stand for, two levels
// deep: windows around them, of this many bytes on each side, which is more
// than a match of any built-in filter is wide. Throws only std::bad_alloc.
constexpr size_t nested_reach = 512;

void decode_nested(Collected* out);

}  // namespace gate::guard
