// Where a body is inspected: on the event loop, where everybody else waits
// meanwhile, or on a thread, which costs a detour.
//
// Decided by what the policy may make the engines do, not by the size alone;
// an inspection that turns out to cost more than the loop may spend starts
// again on a thread.
#pragma once

#include "guard/policy.hpp"
#include "guard/work.hpp"

#include <cstddef>
#include <cstdint>

namespace gate::guard {

enum class InspectOn : uint8_t { loop, thread };

// The units of Work that the engines may spend on the event loop: about 1 ms.
constexpr uint64_t loop_work = 1'300'000;

// What decides, for each byte: what the engines of the policy charge for a text
// in which nothing is special, or what it costs to find the texts of the worst
// document, where that is more.
uint64_t work_per_byte(const Policy& policy) noexcept;

InspectOn inspect_on(const Policy& policy, size_t body_bytes) noexcept;

// What a body may cost however short it is. Charges are those of hostile texts:
// an ordinary one is charged several times what it costs, and has no length
// that makes up for that.
constexpr uint64_t least_work = 8'000'000;

// The units of Work that the inspection of a body may cost anywhere, at so
// many a byte beyond least_work; 0: no limit.
constexpr uint64_t work_limit(size_t body_bytes, uint64_t per_byte) noexcept
{
    if (per_byte == 0 || per_byte > Work::unlimited / (body_bytes + 1) / 2) {
        return Work::unlimited;
    }
    return least_work + body_bytes * per_byte;
}

}  // namespace gate::guard
