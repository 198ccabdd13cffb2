#include "base/process.hpp"

#include <csignal>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gate {

namespace {

pid_t sleeping_child()
{
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    return pid;
}

}  // namespace

TEST(Process, ItsMarkStaysAsLongAsItRuns)
{
    uint64_t own = process_mark(getpid());

    EXPECT_NE(own, 0u);
    EXPECT_EQ(process_mark(getpid()), own);
    EXPECT_TRUE(is_running(own));
}

TEST(Process, NobodyHasNoMark)
{
    EXPECT_EQ(process_mark(0), 0u);
    EXPECT_EQ(process_mark(-1), 0u);
    EXPECT_FALSE(is_running(0));
}

TEST(Process, OneThatWasKilledDoesNotRun)
{
    pid_t pid = sleeping_child();
    uint64_t mark = process_mark(pid);
    ASSERT_NE(mark, 0u);
    EXPECT_TRUE(is_running(mark));

    kill(pid, SIGKILL);
    siginfo_t info;
    waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED|WNOWAIT);
    EXPECT_FALSE(is_running(mark)) << "its parent has not asked yet";
    waitpid(pid, nullptr, 0);
    EXPECT_FALSE(is_running(mark));
}

TEST(Process, AnotherWithItsPidIsNotIt)
{
    if (access("/proc/self/stat", R_OK) != 0) {
        GTEST_SKIP() << "the system does not tell when a process started";
    }
    uint64_t earlier = process_mark(getpid()) - (uint64_t{1} << 22);
    EXPECT_FALSE(is_running(earlier));
}

}  // namespace gate
