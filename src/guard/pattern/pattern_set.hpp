// The custom patterns of one guardrail, compiled together.
//
// A scan is one pass of Vectorscan over all texts; RE2 looks only where it
// says that something ends, and its spans are those that RE2 alone would find
// in each text, leftmost first. An RE2 is made when its pattern first hits, so
// until then a set costs its database and about 120 bytes a pattern.
#pragma once

#include "guard/finding.hpp"
#include "guard/pattern/pattern_image.hpp"
#include "guard/pattern/pattern_matcher.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <atomic>
#include <memory>
#include <string_view>
#include <vector>

namespace gate::guard {

// More hits in one buffer are not judged.
constexpr size_t max_pattern_hits = 100000;

class PatternSet {
public:
    // Null when the image is not one of these patterns for this library and
    // processor: compile them anew.
    static std::unique_ptr<PatternSet> load(std::vector<Pattern> patterns,
        std::string_view image);

    ~PatternSet();
    PatternSet(const PatternSet&) = delete;
    PatternSet& operator=(const PatternSet&) = delete;

    // Fills `out` with the matches in a buffer of texts between text_breaks,
    // which is valid UTF-8: pattern by pattern, from left to right. A buffer
    // that ends in a text_break is scanned where it stands, another one is
    // copied. False when it could not be judged (too many hits, the scratch's
    // work is over, no memory): the caller refuses. Any number of threads may
    // call it, each with its own scratch.
    bool find(std::string_view buffer, Scratch& scratch,
        std::vector<PatternHit>* out) const;

    size_t size() const noexcept { return patterns_.size(); }
    const std::vector<Pattern>& patterns() const noexcept { return patterns_; }

    // What a byte of the worst text known for a pattern costs, and for the
    // worst of them with all others beside it: ns of a core of a current
    // server.
    uint32_t cost_per_byte(size_t pattern) const noexcept
    {
        return compiled_[pattern].cost.text;
    }
    uint32_t cost_per_byte() const noexcept;

    // Units of work for a byte of a text in which nothing is found: one that
    // is not made for the patterns costs an eighth of the worst.
    uint32_t work_per_byte() const noexcept { return scan_cost_ / 8 + 1; }

private:
    using Matcher = std::atomic<const PatternMatcher*>;

    explicit PatternSet(std::vector<Pattern> patterns);
    bool scan(std::string_view buffer, Scratch& scratch,
        struct PatternScan* found) const;
    bool may_hit(size_t pattern, std::string_view buffer,
        const struct PatternScan& found) const;
    const PatternMatcher* matcher(size_t pattern) const;

    std::vector<Pattern>        patterns_;
    std::vector<CompiledPattern>  compiled_;
    uint32_t                    scan_cost_ = 0;
    std::unique_ptr<Matcher[]>  matchers_;
    hs_database_t*              database_ = nullptr;
    uint64_t                    number_ = next_database_number();
    std::vector<std::string>    needles_;  // of those that only RE2 finds
};

}  // namespace gate::guard
