// The exact spans of one pattern, from the places where a match may end.
//
// Vectorscan says where matches end, not where they begin. RE2 searches the
// least part of a text that can hold such a match: as many bytes as the
// longest match has, of the run of bytes that may stand in a match at all.
// What is found is what RE2 finds in the whole text.
#pragma once

#include "guard/finding.hpp"
#include "guard/pattern/pattern_check.hpp"
#include "guard/work.hpp"

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

// Units of work for each search, beside its bytes, and for each end that
// Vectorscan reports.
constexpr uint64_t search_call = 200;
constexpr uint64_t scan_match = 10;

// What a scan may still spend: hits, and work for RE2.
class ScanBudget {
public:
    ScanBudget(size_t hits, Work* work) : hits_(hits), work_(*work) {}

    bool take_hit() noexcept { return hits_ > 0 && hits_-- > 0; }
    // Whether there is work left for a search that costs up to so much; when
    // there is not, the work is over.
    bool begin_search(uint64_t units) noexcept
    {
        return work_.has(units) || work_.spend(units);
    }
    // What it has cost.
    void end_search(size_t bytes, uint64_t units) noexcept
    {
        bytes_read_ += bytes;
        searches_++;
        work_.spend(units);
    }

    uint64_t bytes_read() const noexcept { return bytes_read_; }
    uint64_t searches() const noexcept { return searches_; }

private:
    size_t    hits_;
    Work&     work_;
    uint64_t  bytes_read_ = 0;
    uint64_t  searches_ = 0;
};

class PatternMatcher {
public:
    // Null when there is no memory; only for patterns that were checked. A
    // search costs so many units of work for each byte that it reads.
    static std::unique_ptr<PatternMatcher> make(std::string_view pattern,
        uint32_t search_cost = 1);

    // Appends the matches in one text of the buffer. `ends` null: a match may
    // end anywhere. False when the budget is spent.
    bool find(std::string_view buffer, Span text, const EndSet* ends,
        uint32_t pattern, ScanBudget& budget,
        std::vector<PatternHit>* out) const;

    // Bytes of the longest match.
    uint32_t max_width() const noexcept
    {
        return checked_.translation.max_width;
    }

private:
    struct Window {
        size_t  low;
        size_t  high;
        size_t  settled;  // no match begins before it if none is found
    };

    PatternMatcher() = default;
    Window window(std::string_view buffer, Span text, size_t from,
        size_t end, size_t* run_end) const;
    uint64_t units(size_t bytes) const noexcept;

    CheckedPattern  checked_;
    uint64_t        program_ = 0;  // instructions
    uint64_t        search_cost_ = 1;
};

}  // namespace gate::guard
