#include "guard/placement.hpp"

#include "guard/builtins.hpp"
#include "guard/pattern/pattern_set.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// Finding the texts of a body. The worst is an object of many short members:
// 14 ns a byte for 64 KB.
constexpr uint64_t reading_work = 16;

// One pass of the patterns of a guardrail whose cost is not known.
constexpr uint64_t custom_work = 6;

uint64_t work_of_patterns(const Guardrail& guardrail) noexcept
{
    if (guardrail.customs.empty()) {
        return 0;
    }
    return guardrail.patterns != nullptr ? guardrail.patterns->work_per_byte()
                                         : custom_work;
}

}  // namespace

uint64_t work_per_byte(const Policy& policy) noexcept
{
    SlugSet wanted;
    for (size_t i = 0; i < slug_count; i++) {
        Slug slug = static_cast<Slug>(i);
        if (strongest(policy, slug).action != Action::none) {
            wanted.add(slug);
        }
    }

    uint64_t work = builtin_work(wanted);
    for (const Guardrail* guardrail : policy) {
        work += work_of_patterns(*guardrail);
    }
    return std::max(work, reading_work);
}

InspectOn inspect_on(const Policy& policy, size_t body_bytes) noexcept
{
    return body_bytes > loop_work / work_per_byte(policy)
           ? InspectOn::thread : InspectOn::loop;
}

}  // namespace gate::guard
