// Reads what stands before the last word of a town that a postcode follows:
// "Unit 4, Old Mill Lane, Malmesbury, Wiltshire SN16 9JR", back over commas.
// Looks at a bounded number of tokens; nothing here allocates.
#pragma once

#include <cstddef>

#include "guard/people/address_tokens.hpp"

namespace gate::guard {

// Where the address begins, not before `from`; `town` is a capitalised word.
size_t read_address_head(TokenReader& in, size_t from, const Token& town)
    noexcept;

}  // namespace gate::guard
