// IPv4 and IPv6 addresses.
//
// IPv4 is four parts, decimal, octal or hexadecimal, each up to 255; IPv6 is
// RFC 4291 in full, with a mapped IPv4 tail and a zone. A port, a prefix
// length and brackets are not part of the address. Versions, longer dotted
// numbers, times, MAC addresses, slices and C++ scopes are not addresses.
#pragma once

#include "guard/pii/cues.hpp"
#include "guard/finding.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace gate::guard {

// The address whose first digit is at `at`; up to `found`, the text belongs to
// what was found before.
std::optional<Span> match_ipv4(std::string_view text, size_t at,
    size_t found, LazyCues* cues) noexcept;

// The address whose first colon is at `colon`. `next` becomes a place where
// an address may have its first colon again: those before it are decided.
std::optional<Span> match_ipv6(std::string_view text, size_t colon,
    size_t* next) noexcept;

}  // namespace gate::guard
