// A forked child that answers through a pipe, under limits.
//
// For a process with one thread. The child has no other descriptor of its
// parent's but standard error, no signal handler and no core file, and ends
// without running anything that was to run at exit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace gate::guard {

struct ChildLimits {
    uint32_t  cpu_s;
    uint64_t  memory_bytes;  // beside what the parent uses
    uint32_t  wall_ms;
    size_t    answer_bytes;  // a longer answer is a failure
};

enum class ChildEnd : uint8_t {
    done,       // it said everything and left
    no_time,    // CPU or wall time was used up
    crashed,    // it ended in another way
    not_begun,  // no descriptor, no process
};

// Hands bytes to the parent; false when the parent is gone.
using Answer = std::function<bool(std::string_view)>;

// Runs `work` in a child and waits for its end, at most wall_ms. `answer` gets
// what the child has said until then, whatever its end was.
ChildEnd run_child(const ChildLimits& limits,
    const std::function<void(const Answer&)>& work, std::string* answer);

}  // namespace gate::guard
