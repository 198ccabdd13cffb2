// What is escaped inside the texts of a body, as JSON in a string is (fault
// G05).
#pragma once

#include "guard/collected.hpp"

#include <cstdint>

namespace gate::guard {

// Appends the texts that the escapes of the collected ones stand for, down to
// the level `deepest`. Throws only std::bad_alloc.
void decode_nested(Collected* out, uint8_t deepest);

}  // namespace gate::guard
