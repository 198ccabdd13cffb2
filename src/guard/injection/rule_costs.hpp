// How many units of work (work.hpp) a scan with one rule costs per byte at
// most: for a text that begins to match it all the time. The rules lie a
// factor of ten apart, so one rate for all would count most of them as far too
// dear. Measured with libhs by t/load/filters/rule_costs.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace gate::guard {

// As expanded_pattern() gives it. Of one that was not measured the cost of the
// dearest.
uint32_t rule_cost(std::string_view pattern) noexcept;

}  // namespace gate::guard
