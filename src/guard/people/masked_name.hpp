// Names of which a mask has left the first letters: "J***** M*****".
#pragma once

#include <cstddef>
#include <string_view>

namespace gate::guard {

// Behind two such words with one space between them, the first one at
// text[at], which is a capital letter of ASCII; 0 if they are none. Seven
// stars or more: most words that are not spelled out in anger have fewer.
size_t masked_name_end(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
