#include "guard/pattern/pattern_matcher.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <ctime>
#include <new>

namespace gate::guard {

namespace {

int64_t thread_cpu_ns() noexcept
{
    timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) {
        return 0;
    }
    return int64_t{now.tv_sec} * 1000000000 + now.tv_nsec;
}

}  // namespace

bool EndSet::make(size_t buffer_size) noexcept
{
    count_ = buffer_size / 64 + 1;
    words_.reset(new (std::nothrow) uint64_t[count_]());
    return words_ != nullptr;
}

size_t EndSet::next(size_t from) const noexcept
{
    size_t at = from / 64;
    if (at >= count_) {
        return none;
    }
    uint64_t word = words_[at] & ~uint64_t{0} << (from % 64);

    while (word == 0) {
        if (++at == count_) {
            return none;
        }
        word = words_[at];
    }
    return at * 64 + static_cast<size_t>(__builtin_ctzll(word));
}

bool ScanBudget::take_search(size_t bytes, int program) noexcept
{
    constexpr size_t clocked = 256 << 10;
    // RE2 takes about 1 ns for each at worst, when its DFA has no room
    constexpr uint64_t max_steps = uint64_t{1} << 31;

    if (uint64_t{bytes} * static_cast<uint64_t>(program) > max_steps) {
        return false;
    }
    unclocked_ += bytes;
    if (unclocked_ < clocked) {
        return true;
    }
    unclocked_ = 0;

    int64_t now = thread_cpu_ns();
    if (start_ns_ < 0) {
        start_ns_ = now;
    }
    return now - start_ns_ <= cpu_ns_;
}

std::unique_ptr<PatternMatcher> PatternMatcher::make(std::string_view pattern)
{
    std::unique_ptr<PatternMatcher> matcher(new PatternMatcher);

    if (check_pattern(pattern, &matcher->checked_)) {
        return nullptr;
    }
    matcher->program_ = matcher->checked_.re2->ProgramSize();
    // only needed for errors
    matcher->checked_.translation.marks = {};
    matcher->checked_.translation.scan = {};
    return matcher;
}

bool PatternMatcher::find(std::string_view buffer, Span text,
    const EndSet* ends, uint32_t pattern, ScanBudget& budget,
    std::vector<PatternHit>* out) const
{
    // RE2 sees the whole text, so that ^, $ and \b mean its borders
    re2::StringPiece whole(buffer.data() + text.start, text.end - text.start);
    size_t from = text.start;
    size_t run_end = 0;

    while (from < text.end) {
        Window in = {from, text.end, text.end};
        if (ends != nullptr) {
            size_t end = ends->next(from + 1);
            if (end > text.end) {
                return true;
            }
            in = window(buffer, text, from, end, &run_end);
        }
        if (!budget.take_search(in.high - in.low, program_)) {
            return false;
        }
        re2::StringPiece found;
        bool is_found = checked_.re2->Match(whole, in.low - text.start,
            in.high - text.start, RE2::UNANCHORED, &found, 1);
        size_t start = static_cast<size_t>(found.data() - buffer.data());

        // behind `settled` the window may have cut it short
        if (!is_found || start >= in.settled) {
            from = in.settled;
            continue;
        }
        from = start + found.size();
        if (!budget.take_hit()) {
            return false;
        }
        out->push_back({pattern, {static_cast<uint32_t>(start),
                                  static_cast<uint32_t>(from)}});
    }
    return true;
}

PatternMatcher::Window PatternMatcher::window(std::string_view buffer,
    Span text, size_t from, size_t end, size_t* run_end) const
{
    const Translation& known = checked_.translation;

    if (known.max_width != unbounded_width) {
        // room for more than one longest match: when this end is a false
        // one, the search has settled more bytes than it will see again
        size_t width = known.max_width;
        size_t room = end + std::max<size_t>(width, 64);
        size_t low = end > width ? end - width : 0;
        Window in = {std::max(from, low),
                     std::min<size_t>(text.end, room + width), 0};
        in.settled = in.high == text.end ? text.end : in.high - width + 1;
        return in;
    }

    auto is_inside = [&](size_t at) {
        return known.bytes[static_cast<uint8_t>(buffer[at])];
    };
    size_t low = end;
    while (low > from && is_inside(low - 1)) {
        low--;
    }
    size_t high = std::max(end, std::min<size_t>(*run_end, text.end));
    while (high < text.end && is_inside(high)) {
        high++;
    }
    *run_end = high;
    return {low, high, high};
}

}  // namespace gate::guard
