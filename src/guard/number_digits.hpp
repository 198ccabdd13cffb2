// The digits of a JSON number as a reader of its value writes them:
// 4.111111111111111e15 and 4111111111111111.0 are the same card as
// 4111111111111111.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gate::guard {

// One more than a card has. What "1e19," becomes is less than five times as
// long, line breaks and all.
constexpr size_t most_whole_digits = 20;

// Appends the digits of a whole number without its sign, if the JSON number
// `spelling` has a fraction or an exponent, is whole, and has from `least` to
// most_whole_digits digits; else nothing, and false. Linear.
bool append_whole_digits(std::string& out, std::string_view spelling,
    size_t least);

}  // namespace gate::guard
