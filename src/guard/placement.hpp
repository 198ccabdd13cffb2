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

// The units of Work that one inspection may cost the event loop: 1 to 1.5 ms.
constexpr uint64_t loop_work = 1'500'000;

// What a policy charges for each byte of a text in which nothing is special.
uint64_t work_per_byte(const Policy& policy) noexcept;

InspectOn inspect_on(const Policy& policy, size_t body_bytes) noexcept;

// The units of Work that the inspection of a body may cost anywhere, at so
// many a byte; 0: no limit. A small body may cost what the loop may spend.
constexpr uint64_t work_limit(size_t body_bytes, uint64_t per_byte) noexcept
{
    if (per_byte == 0 || per_byte > Work::unlimited / (body_bytes + 1) / 2) {
        return Work::unlimited;
    }
    return loop_work + body_bytes * per_byte;
}

}  // namespace gate::guard
