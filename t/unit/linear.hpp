// Whether work grows with its input as it should, by the CPU time of this
// thread, which other work on the machine does not change much: four times the
// input takes about four times as long, where the square of it takes sixteen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace gate::test {

inline double thread_cpu_seconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec)
           + static_cast<double>(now.tv_nsec) * 1e-9;
}

// `make` gives the input of a size and `work` does something with it.
template <class Make, class Work>
bool is_linear(size_t size, Make make, Work work)
{
    auto least = [&](const auto& input) {
        double best = 0;
        for (int round = 0; round < 3; round++) {
            double start = thread_cpu_seconds();
            work(input);
            double took = thread_cpu_seconds() - start;
            best = round == 0 ? took : std::min(best, took);
        }
        return best;
    };
    constexpr double too_much = 10;
    // a machine that was busy with something else gets more chances
    for (int chance = 0; chance < 3; chance++) {
        if (least(make(4 * size)) < too_much * least(make(size))) {
            return true;
        }
    }
    return false;
}

}  // namespace gate::test
