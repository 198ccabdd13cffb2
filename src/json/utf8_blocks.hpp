// Passes UTF-8 that is mostly not ASCII, sixteen bytes at a time.
//
// For the strings of a JSON text in any script. Only what is plainly right is
// passed: at a block with a flaw, or with a byte that a string's reader must
// look at, it stops before the first character in doubt, and a slower reader
// says what is wrong with it. Without SIMD nothing is passed.
//
// Cost: about 3 instructions a byte.
#pragma once

namespace gate::json {

// From `at`, where a character begins, to a character of the same text up to
// which all is well-formed UTF-8 without quotes, backslashes or control bytes.
const char* pass_utf8_blocks(const char* at, const char* end) noexcept;

}  // namespace gate::json
