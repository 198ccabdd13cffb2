// Texts that are parts of one text, judged joined as well (fault G03).
#pragma once

#include "guard/collected.hpp"

#include <cstdint>
#include <vector>

namespace gate::guard {

// Appends copies of the pieces, one after the other, each run of them that
// MessageParts::end_of_text ends being one text. Throws only std::bad_alloc.
void append_joined(const std::vector<uint32_t>& pieces, Collected* out);

}  // namespace gate::guard
