// What of a request is the payload of an image, audio or file, not a text.
#pragma once

#include <string_view>

namespace gate::guard {

// Whether a payload's text is nothing but a file's encoded bytes, so that no
// filter could read anything in it; where a text may be as well, what is
// spelled with base64's letters need not be base64. Linear.
bool is_opaque(std::string_view text) noexcept;

}  // namespace gate::guard
