// The encoded parts of a text decoded, one level deep (fault G11), with what
// stands around them: runs of 16 or more characters of base64, base64url and
// hex that hold readable text; URL-encoding, HTML entities, quoted-printable,
// \u and \x escapes wherever they stand.
#pragma once

#include "base/cpu.hpp"
#include "guard/injection/view.hpp"
#include "guard/work.hpp"

#include <string_view>

namespace gate::guard {

// Excerpts (excerpts.hpp) in well-formed UTF-8; empty when nothing was
// decoded. Linear in the text and not longer than it, about one instruction
// per byte where nothing is encoded. Charges for what may be encoded to
// `work`, unless it is null, and is of no use when that is over.
View decoded(std::string_view text, Simd simd = best_simd(),
    Work* work = nullptr);

}  // namespace gate::guard
