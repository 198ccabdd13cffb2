// E-mail addresses around an '@'.
//
// The local part is a dot-atom as people use it, in any alphabet, or a short
// quoted string; the domain has a dot and ends in a label of letters, in any
// alphabet or as xn--. Not an address: user:password@host in a URL,
// package@1.2.3, name@2x.png, git@host:path.
#pragma once

#include "guard/finding.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace gate::guard {

// `at` and `behind`: where the '@' (or a URL's "%40") starts and ends.
// Reads at most the local part before it and the domain behind it.
std::optional<Span> match_email(std::string_view text, size_t at,
    size_t behind) noexcept;

}  // namespace gate::guard
