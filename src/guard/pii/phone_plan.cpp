#include "guard/pii/phone_plan.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

namespace gate::guard {

namespace {

struct Plan {
    uint16_t  code;
    uint16_t  lengths[10];  // bit 0 is the shortest
};

constexpr size_t shortest = 3;
constexpr size_t longest = 18;

constexpr Plan plans[] = {
#include "guard/tables/phone_plans.inc"
};

const Plan* plan_of(unsigned code) noexcept
{
    auto plan = std::lower_bound(std::begin(plans), std::end(plans), code,
        [](const Plan& p, unsigned c) { return p.code < c; });
    return plan != std::end(plans) && plan->code == code ? plan : nullptr;
}

bool has(const Plan& plan, std::string_view national) noexcept
{
    if (national.size() < shortest || national.size() > longest) {
        return false;
    }
    uint32_t lengths = plan.lengths[national[0] - '0'];
    return (lengths >> (national.size() - shortest) & 1) != 0;
}

}  // namespace

bool is_international(std::string_view digits) noexcept
{
    unsigned code = 0;

    // no calling code starts another one
    for (size_t i = 0; i < 3 && i < digits.size(); i++) {
        code = code * 10 + static_cast<unsigned>(digits[i] - '0');
        const Plan* plan = plan_of(code);
        if (plan == nullptr) {
            continue;
        }
        std::string_view national = digits.substr(i + 1);
        return has(*plan, national)
               || (!national.empty() && national[0] == '0'
                   && has(*plan, national.substr(1)));
    }
    return false;
}

}  // namespace gate::guard
