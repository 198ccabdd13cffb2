#include "worker.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>

#include "loopback.hpp"

namespace gate::load {

namespace {

using File = std::unique_ptr<FILE, int (*)(FILE*)>;

File open_proc(pid_t pid, const char* name)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%d/%s", pid, name);
    return File(fopen(path, "re"), fclose);
}

// Of all threads of the process, ended ones included.
int64_t cpu_ns(pid_t pid)
{
    clockid_t clock{};
    timespec used{};
    if (clock_getcpuclockid(pid, &clock) != 0
        || clock_gettime(clock, &used) != 0)
    {
        // of the main thread only, but better than nothing
        return read_main_thread_ns(pid);
    }
    return used.tv_sec * ns_per_s + used.tv_nsec;
}

// The sum of the lines `name: number` whose name starts with `prefix`.
int64_t sum_lines(pid_t pid, const char* name, const char* prefix)
{
    File file = open_proc(pid, name);
    if (file == nullptr) {
        return 0;
    }

    int64_t sum = 0;
    char line[256];
    while (fgets(line, sizeof(line), file.get()) != nullptr) {
        const char* colon = strchr(line, ':');
        if (colon != nullptr && strncmp(line, prefix, strlen(prefix)) == 0) {
            sum += strtoll(colon + 1, nullptr, 10);
        }
    }
    return sum;
}

}  // namespace

int64_t read_main_thread_ns(pid_t pid)
{
    int64_t ns = 0;
    File file = open_proc(pid, "schedstat");
    if (file == nullptr || fscanf(file.get(), "%" SCNd64, &ns) != 1) {
        return 0;
    }
    return ns;
}

WorkerReading read_worker(pid_t pid)
{
    WorkerReading reading;
    reading.at_ns = now_ns();
    if (pid > 0) {
        reading.cpu_ns = cpu_ns(pid);
        reading.sleeps = sum_lines(pid, "status", "voluntary_ctxt_switches");
    }
    return reading;
}

WorkerMemory read_worker_memory(pid_t pid)
{
    WorkerMemory memory;
    // Private_Clean and Private_Dirty; Private_Hugetlb is 0 here
    memory.own_kb = sum_lines(pid, "smaps_rollup", "Private_");
    memory.pss_kb = sum_lines(pid, "smaps_rollup", "Pss:");
    memory.rss_kb = sum_lines(pid, "smaps_rollup", "Rss:");
    return memory;
}

}  // namespace gate::load
