// The key text of a request, as it stands in its headers.
#pragma once

#include <string_view>

namespace gate::auth {

// Longest key that is looked up (gaps.md, "Key text").
constexpr size_t max_key_size = 512;

// The credentials of `Authorization: Bearer <key>` (RFC 6750, section 2.1):
// the scheme in any case, one space, 1 to 512 visible ASCII characters.
// Empty for everything else (fault A02).
std::string_view bearer_token(std::string_view header) noexcept;

// The key of a header that holds nothing else, such as `x-api-key`.
std::string_view plain_token(std::string_view header) noexcept;

}  // namespace gate::auth
