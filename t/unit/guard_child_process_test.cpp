#include "guard/pattern/child_process.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gate::guard {

namespace {

constexpr ChildLimits limits = {2, uint64_t{512} << 20, 5000, 1 << 20};

volatile sig_atomic_t signals = 0;

void on_signal(int)
{
    signals = signals + 1;
}

TEST(ChildProcess, TheAnswerIsAllThatWasSaid)
{
    std::string answer;
    ChildEnd end = run_child(limits, [](const Answer& say) {
        say("one ");
        say(std::string(100000, 'x'));
    }, &answer);

    EXPECT_EQ(end, ChildEnd::done);
    EXPECT_EQ(answer, "one " + std::string(100000, 'x'));
}

TEST(ChildProcess, CpuTimeEnds)
{
    ChildLimits brief = limits;
    brief.cpu_s = 1;
    std::string answer;
    ChildEnd end = run_child(brief, [](const Answer& say) {
        say("begun");
        for (volatile unsigned i = 0;; i = i + 1) {
        }
    }, &answer);

    EXPECT_EQ(end, ChildEnd::no_time);
    EXPECT_EQ(answer, "begun");
}

TEST(ChildProcess, WallTimeEnds)
{
    ChildLimits brief = limits;
    brief.wall_ms = 100;
    std::string answer;
    ChildEnd end = run_child(brief, [](const Answer&) { pause(); }, &answer);
    EXPECT_EQ(end, ChildEnd::no_time);
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(ChildProcess, MemoryEnds)
{
    std::string answer;
    run_child(limits, [](const Answer& say) {
        say(malloc(size_t{256} << 20) != nullptr ? "some " : "");
        say(malloc(size_t{512} << 20) != nullptr ? "more" : "enough");
    }, &answer);
    EXPECT_EQ(answer, "some enough");
}
#endif

TEST(ChildProcess, ACrashIsNoAnswer)
{
    std::string answer;
    EXPECT_EQ(run_child(limits, [](const Answer&) {
        std::signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }, &answer), ChildEnd::crashed);
    EXPECT_EQ(run_child(limits, [](const Answer&) { throw 1; }, &answer),
              ChildEnd::crashed);
}

TEST(ChildProcess, ALongAnswerEndsIt)
{
    std::string answer;
    ChildEnd end = run_child(limits, [](const Answer& say) {
        std::string much(100000, 'x');
        while (say(much)) {
        }
    }, &answer);
    EXPECT_EQ(end, ChildEnd::no_time);
    EXPECT_LE(answer.size(), limits.answer_bytes);
}

TEST(ChildProcess, TheChildHasNoOtherDescriptors)
{
    int other = open("/dev/null", O_RDONLY);
    std::string answer;
    run_child(limits, [other](const Answer& say) {
        say(fcntl(other, F_GETFD) == -1 && fcntl(0, F_GETFD) == -1
            ? "closed" : "open");
    }, &answer);
    close(other);
    EXPECT_EQ(answer, "closed");
}

TEST(ChildProcess, NoSignalAndNoZombieIsLeft)
{
    auto before = std::signal(SIGCHLD, on_signal);
    std::string answer;
    signals = 0;

    run_child(limits, [](const Answer&) {}, &answer);
    EXPECT_EQ(signals, 0);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
    std::signal(SIGCHLD, before);
}

TEST(ChildProcess, AnotherChildIsLeftToItsParent)
{
    auto before = std::signal(SIGCHLD, on_signal);
    signals = 0;

    int fds[2];
    ASSERT_EQ(pipe(fds), 0);
    pid_t other = fork();
    if (other == 0) {
        // it ends while ours runs
        char byte;
        (void) !read(fds[0], &byte, 1);
        _exit(7);
    }
    std::string answer;
    run_child(limits, [](const Answer&) { usleep(100000); }, &answer);
    EXPECT_EQ(signals, 0);

    ASSERT_EQ(write(fds[1], "x", 1), 1);
    int status = 0;
    EXPECT_EQ(waitpid(other, &status, 0), other);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_EQ(signals, 1);
    close(fds[0]);
    close(fds[1]);
    std::signal(SIGCHLD, before);
}

TEST(ChildProcess, TheSignalOfAnotherChildIsNotLost)
{
    auto before = std::signal(SIGCHLD, on_signal);
    sigset_t block;
    sigset_t old;
    sigemptyset(&block);
    sigaddset(&block, SIGCHLD);
    sigprocmask(SIG_BLOCK, &block, &old);
    signals = 0;

    pid_t other = fork();
    if (other == 0) {
        _exit(0);
    }
    siginfo_t about;
    waitid(P_PID, static_cast<id_t>(other), &about, WEXITED | WNOWAIT);
    std::string answer;
    run_child(limits, [](const Answer&) {}, &answer);

    EXPECT_EQ(signals, 0);
    sigprocmask(SIG_SETMASK, &old, nullptr);
    EXPECT_EQ(signals, 1);
    EXPECT_EQ(waitpid(other, nullptr, 0), other);
    std::signal(SIGCHLD, before);
}

}  // namespace

}  // namespace gate::guard
