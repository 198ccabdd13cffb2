// Compiles a set of patterns in a process of its own.
//
// A hostile pattern can burn minutes and gigabytes in a compiler, and may
// crash it. That happens to a child with limits on CPU time, memory and wall
// time; this process only waits, reads and reaps it.
#pragma once

#include "guard/pattern/pattern_build.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gate::guard {

struct CompileLimits {
    uint32_t  cpu_s = 3;
    uint64_t  memory_bytes = uint64_t{512} << 20;  // beside what is in use
    uint32_t  wall_ms = 15000;
};

// Only for a process with one thread: it forks. No SIGCHLD of the child is
// left for a handler of this process, and no other child is reaped.
//
// The image for PatternSet::load(), or which pattern is at fault and why.
std::optional<PatternFault> compile_patterns(
    const std::vector<Pattern>& patterns, Filter filter,
    const CompileLimits& limits, std::string* image);

}  // namespace gate::guard
