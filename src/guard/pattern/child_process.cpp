#include "guard/pattern/child_process.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define GATE_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GATE_HAS_ASAN 1
#endif
#endif

namespace gate::guard {

namespace {

// AddressSanitizer reserves terabytes of addresses.
#if defined(GATE_HAS_ASAN)
constexpr bool can_limit_memory = false;
#else
constexpr bool can_limit_memory = true;
#endif

int64_t monotonic_ms() noexcept
{
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

// Blocks SIGCHLD, so that no handler runs for the child. A signal that came
// meanwhile is taken away, and sent again if another child has ended.
class ChildSignalHold {
public:
    ChildSignalHold() noexcept
    {
        sigemptyset(&only_);
        sigaddset(&only_, SIGCHLD);
        sigprocmask(SIG_BLOCK, &only_, &before_);
    }

    ~ChildSignalHold()
    {
        timespec now = {0, 0};
        bool was_pending = sigtimedwait(&only_, nullptr, &now) == SIGCHLD;

        siginfo_t other = {};
        if (was_pending
            && waitid(P_ALL, 0, &other, WEXITED | WNOHANG | WNOWAIT) == 0
            && other.si_pid != 0)
        {
            kill(getpid(), SIGCHLD);
        }
        sigprocmask(SIG_SETMASK, &before_, nullptr);
    }

    ChildSignalHold(const ChildSignalHold&) = delete;
    ChildSignalHold& operator=(const ChildSignalHold&) = delete;

    const sigset_t& before() const noexcept { return before_; }

private:
    sigset_t  only_;
    sigset_t  before_;
};

uint64_t address_space_in_use() noexcept
{
    char line[64] = {};
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd == -1) {
        return 0;
    }
    ssize_t size = read(fd, line, sizeof line - 1);
    close(fd);
    if (size <= 0) {
        return 0;
    }
    return std::strtoull(line, nullptr, 10)
           * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

void set_limit(int what, uint64_t value) noexcept
{
    rlimit limit = {};

    getrlimit(static_cast<__rlimit_resource>(what), &limit);
    if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max) {
        limit.rlim_cur = limit.rlim_max = value;
        setrlimit(static_cast<__rlimit_resource>(what), &limit);
    }
}

void close_others(int kept) noexcept
{
    auto count = static_cast<int>(sysconf(_SC_OPEN_MAX));

#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    if (close_range(0, 1, 0) == 0
        && (kept == 3 || close_range(3, static_cast<unsigned>(kept) - 1, 0)
            == 0)
        && close_range(static_cast<unsigned>(kept) + 1, ~0u, 0) == 0)
    {
        return;
    }
#endif
    for (int fd = 0; fd < count; fd++) {
        if (fd != kept && fd != STDERR_FILENO) {
            close(fd);
        }
    }
}

bool write_all(int fd, std::string_view bytes) noexcept
{
    while (!bytes.empty()) {
        ssize_t size = write(fd, bytes.data(), bytes.size());
        if (size < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(size < 0 ? 0 : static_cast<size_t>(size));
    }
    return true;
}

// In the child; never returns.
[[noreturn]] void run(const ChildLimits& limits, int fd,
    const sigset_t& signals, const std::function<void(const Answer&)>& work)
{
    for (int signal = 1; signal < NSIG; signal++) {
        std::signal(signal, SIG_DFL);
    }
    sigprocmask(SIG_SETMASK, &signals, nullptr);
    uint64_t used = address_space_in_use();
    close_others(fd);

    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, limits.cpu_s);
    if (can_limit_memory && used != 0) {
        set_limit(RLIMIT_AS, used + limits.memory_bytes);
    }
    int status = 0;
    try {
        work([fd](std::string_view bytes) { return write_all(fd, bytes); });
    } catch (...) {
        status = 1;
    }
    _exit(status);
}

// False when the time is over or the answer too long.
bool read_all(int fd, const ChildLimits& limits, std::string* answer)
{
    int64_t deadline = monotonic_ms() + limits.wall_ms;
    char buffer[65536];

    for (;;) {
        int64_t left = deadline - monotonic_ms();
        pollfd one = {fd, POLLIN, 0};

        if (left <= 0) {
            return false;
        }
        int ready = poll(&one, 1, static_cast<int>(left));
        if (ready == 0 || (ready < 0 && errno != EINTR)) {
            return false;
        }
        if (ready < 0) {
            continue;
        }
        ssize_t size = read(fd, buffer, sizeof buffer);
        if (size == 0) {
            return true;
        }
        if (size < 0) {
            if (errno == EINTR) {
                continue;
            }
            return false;
        }
        if (answer->size() + static_cast<size_t>(size) > limits.answer_bytes) {
            return false;
        }
        answer->append(buffer, static_cast<size_t>(size));
    }
}

ChildEnd reap(pid_t child, bool was_read) noexcept
{
    int status = 0;
    pid_t ended;

    if (!was_read) {
        kill(child, SIGKILL);
    }
    do {
        ended = waitpid(child, &status, 0);
    } while (ended == -1 && errno == EINTR);

    if (!was_read) {
        return ChildEnd::no_time;
    }
    if (ended != child) {
        // SIGCHLD is ignored: the kernel reaped it, the answer tells the rest
        return ChildEnd::done;
    }
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU
                                || WTERMSIG(status) == SIGKILL))
    {
        return ChildEnd::no_time;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ChildEnd::done
                                                         : ChildEnd::crashed;
}

}  // namespace

ChildEnd run_child(const ChildLimits& limits,
    const std::function<void(const Answer&)>& work, std::string* answer)
{
    int fds[2];

    answer->clear();
    if (pipe2(fds, O_CLOEXEC) != 0) {
        return ChildEnd::not_begun;
    }
    // above standard error, which the child keeps
    int to_parent = fcntl(fds[1], F_DUPFD_CLOEXEC, 3);
    close(fds[1]);
    if (to_parent == -1) {
        close(fds[0]);
        return ChildEnd::not_begun;
    }

    ChildSignalHold hold;
    pid_t child = fork();
    if (child == 0) {
        run(limits, to_parent, hold.before(), work);
    }
    close(to_parent);
    if (child == -1) {
        close(fds[0]);
        return ChildEnd::not_begun;
    }
    bool was_read = read_all(fds[0], limits, answer);
    close(fds[0]);
    return reap(child, was_read);
}

}  // namespace gate::guard
