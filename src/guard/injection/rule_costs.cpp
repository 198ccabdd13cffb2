#include "guard/injection/rule_costs.hpp"

#include "base/hash.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

struct Cost {
    uint32_t  rule;  // of the hash of its pattern, the low bits
    uint32_t  units;
};

// ascending by rule
constexpr Cost costs[] = {
#include "guard/injection/rule_costs.inc"
};

}  // namespace

uint32_t rule_cost(std::string_view pattern) noexcept
{
    auto rule = static_cast<uint32_t>(hash_bytes(0, pattern));
    uint32_t most = 0;
    for (const Cost& cost : costs) {
        if (cost.rule == rule) {
            return cost.units;
        }
        most = std::max(most, cost.units);
    }
    return most;
}

}  // namespace gate::guard
