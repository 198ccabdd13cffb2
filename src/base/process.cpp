#include "base/process.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace gate {

namespace {

// more than a pid of Linux ever has
constexpr int pid_bits = 22;

// of proc(5), /proc/pid/stat, counted from the word after the name
constexpr int start_word = 20;

struct Stat {
    char      state = 0;  // 0: not told
    uint64_t  start = 0;  // ticks since the system's
};

Stat read_stat(pid_t pid) noexcept
{
    char path[32];
    char text[1024];

    std::snprintf(path, sizeof path, "/proc/%d/stat", static_cast<int>(pid));
    int fd = open(path, O_RDONLY|O_CLOEXEC);
    if (fd == -1) {
        return {};
    }
    ssize_t size = read(fd, text, sizeof text);
    close(fd);

    // the name is in brackets and may hold any byte
    std::string_view rest(text, static_cast<size_t>(std::max<ssize_t>(size,
                                                                      0)));
    size_t at = rest.rfind(") ");
    if (at == rest.npos || at + 2 == rest.size()) {
        return {};
    }
    rest.remove_prefix(at + 2);

    Stat stat;
    stat.state = rest.front();
    for (int i = 1; i < start_word; i++) {
        rest.remove_prefix(std::min(rest.find(' '), rest.size() - 1) + 1);
        if (rest.empty()) {
            return {};
        }
    }
    std::from_chars(rest.data(), rest.data() + rest.size(), stat.start);
    return stat;
}

}  // namespace

uint64_t process_mark(pid_t pid) noexcept
{
    if (pid <= 0 || (kill(pid, 0) != 0 && errno != EPERM)) {
        return 0;
    }

    Stat stat = read_stat(pid);
    if (stat.state == 'Z' || stat.state == 'X') {
        return 0;
    }
    return stat.start << pid_bits | static_cast<uint64_t>(pid);
}

bool is_running(uint64_t mark) noexcept
{
    constexpr uint64_t pid_mask = (uint64_t{1} << pid_bits) - 1;
    return mark != 0
           && process_mark(static_cast<pid_t>(mark & pid_mask)) == mark;
}

}  // namespace gate
