#include "internd/models/model.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gate::internd {

namespace {

constexpr size_t output_limit = 64 * 1024;
constexpr Millis time_limit{30 * 1000};
constexpr Millis poll_step{20};

// Why a command is over, and what it wrote to stdout and stderr.
struct Result {
    enum class Cause { exited, timed_out, cancelled, not_started };

    Cause        cause = Cause::not_started;
    int          status = 0;
    bool         truncated = false;
    std::string  output;
};

// A pipe whose ends close themselves.
class Pipe {
public:
    Pipe() { good_ = ::pipe2(ends_, O_CLOEXEC) == 0; }
    ~Pipe()
    {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    bool good() const { return good_; }
    int reader() const { return ends_[0]; }
    int writer() const { return ends_[1]; }
    void close_writer() { close_end(1); }

private:
    void close_end(int which)
    {
        if (ends_[which] >= 0) {
            ::close(ends_[which]);
            ends_[which] = -1;
        }
    }

    int   ends_[2] = {-1, -1};
    bool  good_;
};

using Args = std::vector<std::string>;

std::vector<char*> pointers(Args& args)
{
    std::vector<char*> out;
    for (auto& arg : args) {
        out.push_back(arg.data());
    }
    out.push_back(nullptr);
    return out;
}

// Starts `args` in a session, and so a process group, of its own. Nothing of
// ours is inherited: no descriptor, no environment, no blocked signal.
pid_t spawn(Args args, const std::string& workdir, int output)
{
    Args env = {"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + workdir,
                "LANG=C.UTF-8"};
    auto argv = pointers(args);
    auto envp = pointers(env);

    sigset_t none, defaults;
    sigemptyset(&none);
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGPIPE);

    posix_spawnattr_t attr;
    posix_spawnattr_init(&attr);
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK
                                        | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attr, &none);
    posix_spawnattr_setsigdefault(&attr, &defaults);

    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, 1);
    posix_spawn_file_actions_adddup2(&files, output, 2);
    posix_spawn_file_actions_addclosefrom_np(&files, 3);
    posix_spawn_file_actions_addchdir_np(&files, workdir.c_str());

    pid_t pid = -1;
    if (posix_spawnp(&pid, argv[0], &files, &attr, argv.data(), envp.data())
        != 0) {
        pid = -1;
    }
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    return pid;
}

// False when the pipe has ended.
bool read_some(int reader, Result* result)
{
    char buffer[4096];
    ssize_t size = ::read(reader, buffer, sizeof(buffer));
    if (size <= 0) {
        return size < 0 && errno == EINTR;
    }

    auto room = output_limit - result->output.size();
    auto taken = std::min(room, static_cast<size_t>(size));
    result->output.append(buffer, taken);
    result->truncated |= taken < static_cast<size_t>(size);
    return true;
}

// Leaves it a zombie, so that its number still names its process group.
bool has_exited(pid_t pid)
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info,
                    WEXITED | WNOHANG | WNOWAIT) == 0
           && info.si_pid == pid;
}

Result::Cause watch(pid_t pid, int reader, const Run& run, Result* result)
{
    auto until = std::chrono::steady_clock::now() + time_limit;
    bool reading = true;

    for (;;) {
        pollfd ready{reading ? reader : -1, POLLIN, 0};
        bool readable = ::poll(&ready, 1, poll_step.count()) > 0;

        if (readable) {
            reading = read_some(reader, result);
        } else if (has_exited(pid)) {
            // silent as well as gone: what is left in the background may
            // hold the pipe open for ever, so its end is not waited for
            return Result::Cause::exited;
        }
        if (run.is_ended()) {
            return Result::Cause::cancelled;
        }
        if (std::chrono::steady_clock::now() >= until) {
            return Result::Cause::timed_out;
        }
    }
}

Result execute(Args args, const std::string& workdir, const Run& run)
{
    Result result;
    Pipe pipe;
    if (!pipe.good()) {
        return result;
    }
    pid_t pid = spawn(std::move(args), workdir, pipe.writer());
    if (pid < 0) {
        return result;
    }
    pipe.close_writer();

    result.cause = watch(pid, pipe.reader(), run, &result);
    ::kill(-pid, SIGKILL);
    ::waitpid(pid, &result.status, 0);
    return result;
}

// bubblewrap with everything unshared: no network, no other process, nothing
// to write but the working directory and a /tmp that vanishes. /run is hidden
// because a read-only mount does not keep a socket in it from being used.
Args in_sandbox(const std::string& workdir, Args command)
{
    Args args = {
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session",
        "--cap-drop", "ALL", "--ro-bind", "/", "/", "--dev", "/dev",
        "--proc", "/proc", "--tmpfs", "/run", "--tmpfs", "/tmp",
        "--bind", workdir, workdir, "--chdir", workdir, "--",
    };
    args.insert(args.end(), command.begin(), command.end());
    return args;
}

std::string report(const std::string& command, const Result& result)
{
    std::string text = "$ " + command + "\n" + result.output;
    if (!result.output.empty() && result.output.back() != '\n') {
        text += '\n';
    }
    if (result.truncated) {
        text += "[output cut at 64 KB]\n";
    }

    switch (result.cause) {
    case Result::Cause::not_started:
        return text + "[could not be started]\n";
    case Result::Cause::timed_out:
        return text + "[killed after 30 seconds]\n";
    case Result::Cause::cancelled:
        return text + "[cancelled]\n";
    case Result::Cause::exited:
        break;
    }
    if (WIFSIGNALED(result.status)) {
        return text + "[signal " + std::to_string(WTERMSIG(result.status))
               + "]\n";
    }
    return text + "[exit " + std::to_string(WEXITSTATUS(result.status)) + "]\n";
}

}  // namespace

std::optional<std::string> Shell::use(Run& run, const std::string& command,
                                      Reach wanted) const
{
    bool manual = run.approval() == Run::Approval::manual;
    auto verdict = run.permit(wanted == Reach::machine ? "shell_escalated"
                                                       : "shell");

    // the response begins before the command, which may take its time
    if (verdict == Answer::Verdict::ended || !run.open()) {
        return std::nullopt;
    }
    if (verdict == Answer::Verdict::reject_once
        || verdict == Answer::Verdict::reject_always) {
        return "$ " + command + "\n[not allowed by the caller]\n";
    }

    Args args = {"/bin/sh", "-c", command};
    if (manual && wanted == Reach::sandbox) {
        // bwrap reports its own failure as exit 1, like a command's: a trial
        // with an empty command tells whether there is a sandbox at all
        auto trial = execute(in_sandbox(workdir_, {"/bin/true"}), workdir_,
                             run);
        if (trial.cause != Result::Cause::exited || trial.status != 0) {
            return "$ " + command + "\n[no sandbox on this machine: not run]\n";
        }
        args = in_sandbox(workdir_, std::move(args));
    }

    auto result = execute(std::move(args), workdir_, run);
    if (result.cause == Result::Cause::cancelled) {
        return std::nullopt;
    }
    return report(command, result);
}

}  // namespace gate::internd
