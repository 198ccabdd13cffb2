// Where a word of plain letters ends, and which of them are capitals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// How many letters of ASCII stand at text[at]; more than 15 count as 16.
size_t count_ascii_letters(std::string_view text, size_t at) noexcept;

// A bit for each of the first `size` letters at text[at], at most 16 of ASCII,
// that is a capital.
uint32_t capitals_of(std::string_view text, size_t at, size_t size) noexcept;

}  // namespace gate::guard
