// Whether a process that was seen before is still there.
//
// A pid alone does not say: another process may have got it since. A mark
// holds the time of its start, too.
#pragma once

#include <cstdint>
#include <sys/types.h>

namespace gate {

// Of a process that runs; 0 when there is none, or when it has exited and only
// waits for its parent. Where the system does not tell the start of a process
// the mark is its pid. Reads /proc.
uint64_t process_mark(pid_t pid) noexcept;

// Whether the process of this mark still runs.
bool is_running(uint64_t mark) noexcept;

}  // namespace gate
