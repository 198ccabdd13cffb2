#include "guard/pattern/pattern_matcher.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <new>

namespace gate::guard {

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

std::unique_ptr<PatternMatcher> PatternMatcher::make(std::string_view pattern,
    uint32_t search_cost)
{
    std::unique_ptr<PatternMatcher> matcher(new PatternMatcher);

    if (check_pattern(pattern, &matcher->checked_)) {
        return nullptr;
    }
    matcher->program_ = static_cast<uint64_t>(
        matcher->checked_.re2->ProgramSize());
    matcher->search_cost_ = search_cost;
    // only needed for errors, and to compile
    matcher->checked_.translation.marks = {};
    matcher->checked_.translation.scan = {};
    matcher->checked_.translation.parts = {};
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
        if (!budget.begin_search(units(in.high - in.low))) {
            return false;
        }
        re2::StringPiece found;
        bool is_found = checked_.re2->Match(whole, in.low - text.start,
            in.high - text.start, RE2::UNANCHORED, &found, 1);
        size_t start = is_found
            ? static_cast<size_t>(found.data() - buffer.data()) : in.high;

        // it has read no further than a match from there can reach
        size_t reach = checked_.translation.max_width;
        size_t read = std::min(in.high, start + reach) - in.low;
        budget.end_search(read, units(read));

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

// A search that might take seconds costs the work of the worst that RE2 does.
uint64_t PatternMatcher::units(size_t bytes) const noexcept
{
    constexpr uint64_t max_steps = uint64_t{1} << 31;
    uint64_t steps = bytes * program_;

    return steps > max_steps ? steps : search_call + bytes * search_cost_;
}

PatternMatcher::Window PatternMatcher::window(std::string_view buffer,
    Span text, size_t from, size_t end, size_t* run_end) const
{
    const Translation& known = checked_.translation;
    bool is_bounded = known.max_width != unbounded_width;
    size_t width = known.max_width;
    size_t first = from;
    size_t last = text.end;

    if (is_bounded) {
        // room for more than one longest match: when this end is a false
        // one, the search has settled more bytes than it will see again
        size_t room = end + std::max<size_t>(width, 64);
        first = std::max(from, end > width ? end - width : 0);
        last = std::min<size_t>(text.end, room + width);
    }

    auto is_inside = [&](size_t at) {
        return known.bytes[static_cast<uint8_t>(buffer[at])];
    };
    size_t low = end;
    while (low > first && is_inside(low - 1)) {
        low--;
    }
    size_t high = std::max(end, std::min(*run_end, last));
    while (high < last && is_inside(high)) {
        high++;
    }
    *run_end = high;

    bool is_whole = high < last || last == text.end;
    return {low, high, is_whole ? high : high - width + 1};
}

}  // namespace gate::guard
