#include "guard/pii/ssn.hpp"

namespace gate::guard {

namespace {

struct Number {
    uint32_t  area;
    uint32_t  group;
    uint32_t  serial;
};

bool is_possible(const Number& n) noexcept
{
    return n.area != 0 && n.area != 666 && n.group != 0 && n.serial != 0;
}

bool is_dashed(const DigitRun& run, size_t first) noexcept
{
    return run[first + 1].before == gap_dash
           && run[first + 2].before == gap_dash;
}

bool has_shape(const DigitRun& run, size_t first) noexcept
{
    return first + 2 < run.size() && run[first].count == 3
           && run[first + 1].count == 2 && run[first + 2].count == 4
           && run[first + 1].before == run[first + 2].before;
}

}  // namespace

Match match_ssn(const DigitRun& run, size_t first, LazyCues* cues) noexcept
{
    Number number;
    size_t last = first;
    bool needs_cue = true;

    if (run[first].count == 9) {
        uint32_t value = run[first].value();
        number = {value / 1000000, value / 10000 % 100, value % 10000};

    } else if (has_shape(run, first)) {
        last = first + 2;
        number = {run[first].value(), run[first + 1].value(),
                  run[last].value()};
        needs_cue = !is_dashed(run, first) || number.area >= 900;

    } else {
        return {};
    }

    if (!is_possible(number) || !run.is_parted_before(first)
        || !run.is_parted_after(last) || run.has_dashed_word(last)) {
        return {};
    }
    if (needs_cue && !cues->get().has(Cue::ssn)) {
        return {};
    }
    return {run[first].start, run[last].end, last};
}

}  // namespace gate::guard
