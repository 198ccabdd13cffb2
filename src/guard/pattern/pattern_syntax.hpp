// The patterns that a guardrail's owner may write, and what is refused.
//
// The subset, all of which runs in time linear in the text:
//   x  .  [abc]  [^a-z]  [^]  a|b  (a)  (?:a)  (?<name>a)  (?P<name>a)
//   * + ? {n} {n,} {n,m} up to 1000, each with a lazy ?
//   ^ $ \A \z \b \B   \d \D \w \W \s \S (ASCII)   [[:alpha:]] and its kind
//   \p{L} \pL \P{L} \p{Greek} \p{Script=Greek}
//   \n \r \t \f \v \a \0 \cX \xHH \x{H...} \uHHHH \u{H...}, and a backslash
//   before anything but a letter or digit; \b in brackets is a backspace
//   (?i) (?s) (?m) (?i:a) (?-i)
// Upper and lower case differ, a dot is any character but a newline, ^ and $
// are the borders of the text. [] is JavaScript's and matches nothing, so it
// is refused; ] in brackets is written \].
//
// Refused with an offset and a cause: look-around, back-references, atomic
// and possessive forms, conditionals, recursion, more than 4096 bytes or 250
// nested groups, what is not UTF-8, what matches the empty text.
#pragma once

#include "guard/pattern/char_class.hpp"
#include "guard/pattern/pattern_part.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

struct PatternError {
    size_t       offset = 0;  // of the pattern as written, in bytes
    std::string  cause;
};

constexpr size_t max_pattern = 4096;
constexpr uint32_t unbounded_width = UINT32_MAX;

struct Translation {
    std::string  re2;        // exact
    std::string  scan;       // Vectorscan's, needs HS_FLAG_MULTILINE
    bool         scan_needs_utf8 = false;
    uint32_t     max_width = 0;  // bytes of the longest match
    ByteSet      bytes;      // a match holds no others
    std::string  needle;     // stands in every match; may be empty
    std::vector<PatternPart>  parts;  // what texts for it are made of

    // Where a token of `re2` was written: pairs of offsets, ascending.
    struct Mark {
        uint32_t  translated;
        uint32_t  written;
    };
    std::vector<Mark>  marks;
};

// Linear in the pattern and cheap (microseconds): RE2 has not seen it yet.
std::optional<PatternError> translate(std::string_view pattern,
    Translation* out);

}  // namespace gate::guard
