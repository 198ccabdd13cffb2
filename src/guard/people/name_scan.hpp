// Finds where words that may be names begin and end, sixteen bytes a step.
#pragma once

#include <cstddef>
#include <string_view>

namespace gate::guard {

// The first capital letter at or after `at`, or text.size(). Bytes that lead
// capital letters of other scripts count as such.
size_t find_capital(std::string_view text, size_t at) noexcept;

// How many letters of ASCII stand at text[at]; more than 15 count as 16.
size_t count_ascii_letters(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
