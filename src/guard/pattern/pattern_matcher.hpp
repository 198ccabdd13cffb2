// The exact spans of one pattern, from the places where a match may end.
//
// Vectorscan says where matches end, not where they begin. RE2 searches the
// least part of a text that can hold such a match: as many bytes as the
// longest match has, or the run of bytes that may stand in a match at all.
// What is found is what RE2 finds in the whole text.
#pragma once

#include "guard/finding.hpp"
#include "guard/pattern/pattern_check.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace gate::guard {

struct PatternHit {
    uint32_t  pattern;
    Span      span;
};

// A set of offsets in a buffer: one bit a byte, made when it is needed.
class EndSet {
public:
    // False when there is no memory.
    bool make(size_t buffer_size) noexcept;
    bool exists() const noexcept { return words_ != nullptr; }
    void add(size_t end) noexcept
    {
        words_[end / 64] |= uint64_t{1} << (end % 64);
    }
    // The first offset in the set that is not before `from`, or `none`.
    size_t next(size_t from) const noexcept;

    static constexpr size_t none = SIZE_MAX;

private:
    std::unique_ptr<uint64_t[]>  words_;
    size_t                       count_ = 0;
};

// What a scan may still spend: hits, and CPU time of this thread for RE2.
class ScanBudget {
public:
    ScanBudget(size_t hits, int64_t cpu_ns) : hits_(hits), cpu_ns_(cpu_ns) {}

    bool take_hit() noexcept { return hits_ > 0 && hits_-- > 0; }
    // Before a search of `bytes` by a program of so many instructions: false
    // when the time is over, or this search alone might take seconds. The
    // clock is read once in 256 KB of searches: a few hits never pay for it.
    bool take_search(size_t bytes, int program) noexcept;

private:
    size_t   hits_;
    int64_t  cpu_ns_;
    int64_t  start_ns_ = -1;
    size_t   unclocked_ = 0;
};

class PatternMatcher {
public:
    // Null when there is no memory; only for patterns that were checked.
    static std::unique_ptr<PatternMatcher> make(std::string_view pattern);

    // Appends the matches in one text of the buffer. `ends` null: a match may
    // end anywhere. False when the budget is spent.
    bool find(std::string_view buffer, Span text, const EndSet* ends,
        uint32_t pattern, ScanBudget& budget,
        std::vector<PatternHit>* out) const;

private:
    struct Window {
        size_t  low;
        size_t  high;
        size_t  settled;  // no match begins before it if none is found
    };

    PatternMatcher() = default;
    Window window(std::string_view buffer, Span text, size_t from,
        size_t end, size_t* run_end) const;

    CheckedPattern  checked_;
    int             program_ = 0;
};

}  // namespace gate::guard
