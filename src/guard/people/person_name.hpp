// Finds names of people by a list of names, their shape and what stands
// around them; precision comes before recall.
//
// A capitalised given name with a surname or an unknown word behind it is a
// name, a well known given name alone too; a word that is also an ordinary
// one, a place or a product needs more. Words such as "my name is" or
// "Patient:" before them let unknown words pass. "Mrs." is
// part of a finding, "Dr." is not. Texts that are written without capitals have
// rules of their own (small_names.hpp), and so has CJK writing (cjk_names.hpp).
// Left to others: handles and e-mail local parts.
#pragma once

#include <string_view>

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

namespace gate::guard {

// Appends findings in ascending order of start; `text` is valid UTF-8,
// several texts with text_break between them, and `map` was read from it; no
// finding reaches over a NUL.
// Linear; no allocation without a finding.
void find_person_names(std::string_view text, const ByteMap& map,
    Findings* out);

}  // namespace gate::guard
