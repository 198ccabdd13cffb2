// The work that the inspection of one body may cost.
//
// It is counted by what the text makes the engines do, never by a clock, so
// that a body gets the same answer on an idle machine and on a busy one. A
// unit is about what a core of a current server does in a nanosecond; each
// engine charges what its worst known text costs, before it does the work.
#pragma once

#include <cstdint>

namespace gate::guard {

class Work {
public:
    static constexpr uint64_t unlimited = UINT64_MAX;

    // Starts anew with so many units to spend.
    void begin(uint64_t limit) noexcept
    {
        limit_ = limit;
        spent_ = 0;
    }

    // False once the limit is exceeded: the caller stops, and the body is
    // refused or inspected again where there is more time.
    bool spend(uint64_t units) noexcept
    {
        spent_ += units;
        return spent_ <= limit_;
    }

    // Whether so many more units would stay within the limit.
    bool has(uint64_t units) const noexcept
    {
        return spent_ <= limit_ && units <= limit_ - spent_;
    }

    bool is_over() const noexcept { return spent_ > limit_; }
    uint64_t spent() const noexcept { return spent_; }

private:
    uint64_t  limit_ = unlimited;
    uint64_t  spent_ = 0;
};

}  // namespace gate::guard
