// What the kernel knows about the NGINX worker under test.
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace gate::load {

// One reading of the worker's counters. Two readings make a figure.
struct WorkerReading {
    int64_t cpu_ns = 0;
    // times it went to sleep of its own will: how often epoll found nothing
    int64_t sleeps = 0;
    int64_t at_ns = 0;
};

// In KB, from smaps_rollup. `own` is what ends with the process: private
// pages, clean and dirty.
struct WorkerMemory {
    int64_t own_kb = 0;
    int64_t pss_kb = 0;
    int64_t rss_kb = 0;
};

// CPU of the event loop alone, without the threads of a pool; up to a tick
// late while it runs.
int64_t read_main_thread_ns(pid_t pid);

// Everything is 0 when there is no such process.
WorkerReading read_worker(pid_t pid);
WorkerMemory read_worker_memory(pid_t pid);

}  // namespace gate::load
