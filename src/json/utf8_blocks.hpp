// Passes UTF-8 that is mostly not ASCII, sixteen bytes at a time.
//
// For the strings of a JSON text in any script. Only what is plainly right is
// passed: at a block with a flaw, or with a byte that a string's reader must
// look at, it stops before the first character in doubt, and a slower reader
// says what is wrong with it. Without SIMD nothing is passed.
//
// Cost: about 3 instructions a byte.
#pragma once

#include "base/block.hpp"

namespace gate::json {

// The bytes of a string that need a look: quotes, backslashes, control bytes
// and what is not ASCII. With bit 1 turned over, a quote stands just above the
// control bytes, and a space and '!' no longer do.
inline Marks special(Block block) noexcept
{
    return block.below_or_not_ascii('!', 2) | block.equals('\\');
}

// From `at`, where a character begins, to a character of the same text up to
// which all is well-formed UTF-8 without quotes, backslashes or control bytes.
const char* pass_utf8_blocks(const char* at, const char* end) noexcept;

}  // namespace gate::json
