// Which national numbers each country calling code has: first digit and
// length, from Google's libphonenumber (tables/phone_plans.mjs).
#pragma once

#include <string_view>

namespace gate::guard {

// `digits` are those behind the plus: "49" and then a national number. A
// trunk prefix 0 that was left in is let through.
bool is_international(std::string_view digits) noexcept;

}  // namespace gate::guard
