// A text with its encoded parts decoded in place, one level deep (fault G11):
// runs of 16 or more characters of base64, base64url and hex that hold
// readable text; URL-encoding, HTML entities, quoted-printable, \u and \x
// escapes wherever they stand.
#pragma once

#include "guard/injection/view.hpp"

#include <string_view>

namespace gate::guard {

// Whether decoded() can differ from the text. One pass over it, about three
// instructions per byte where nothing is encoded.
bool may_be_encoded(std::string_view text) noexcept;

// Well-formed UTF-8; empty when nothing was decoded. Linear in the text, and
// not longer than it. A NUL appears only where the text has one.
View decoded(std::string_view text);

}  // namespace gate::guard
