// Media types as a Content-Type header has them (RFC 9110, section 8.3).
#pragma once

#include <string_view>

namespace gate {

// Whether `value` is the type `wanted` ("application/json"), whatever its
// parameters; with a charset other than UTF-8 it is not (fault J17).
bool is_media_type(std::string_view value, std::string_view wanted) noexcept;

// No charset, or UTF-8.
bool has_utf8_charset(std::string_view value) noexcept;

}  // namespace gate
