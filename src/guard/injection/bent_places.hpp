// Where a normalised text holds words that an evasion bent: cores of tokens
// that do become key words (bent_word.hpp) and letters apart.
//
// Costs about 5 instructions per byte of prose, a third of them for words that
// may be shuffled, and no memory where nothing is bent. Linear on any text: no
// token is looked at twice.
#pragma once

#include "guard/injection/bent_word.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

struct BentPlace {
    uint32_t          start;
    uint32_t          end;
    std::string_view  key;  // that stands there; empty for letters apart
};

struct BentPlaces {
    std::vector<BentPlace>  places;  // ascending, apart from each other
    // whether a letter stands three times in a row anywhere in the text
    Squeeze                 squeeze = Squeeze::no;
};

BentPlaces bent_places(std::string_view text);

// How many letters stand apart ("i g n o r e") from `at` on, the first byte of
// a token, each but the last with a space behind it; 0 for fewer than an
// evasion needs. They take twice as many bytes, less one.
size_t letters_apart(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
