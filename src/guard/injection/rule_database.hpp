// The compiled rules: a sieve that says where each can match at all, a
// Vectorscan database per rule that says where it ends, and an RE2 per rule
// that says where it began.
//
// Immutable; any number of threads may use one.
#pragma once

#include "guard/finding.hpp"
#include "guard/injection/sieve.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/pattern/vectorscan.hpp"
#include "guard/work.hpp"

#include <hs/hs_runtime.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace gate::guard {

// Wider than any match that is no padding with an endless word.
constexpr uint32_t widest_span = 1024;

class RuleDatabase {
public:
    RuleDatabase();
    ~RuleDatabase();
    RuleDatabase(RuleDatabase&&) noexcept;

    // Takes two to three seconds of CPU. Empty is success, else the reason.
    std::string compile();

    // What serialize() gave. Empty is success; a text of another version of
    // the rules, the library or the processor is refused.
    std::string load(std::string_view serialized);
    std::string serialize() const;

    const hs_database_t* of_rule(size_t rule) const noexcept
    {
        return databases_[rule];
    }

    // Units of work per byte that is scanned with it.
    uint32_t cost_of_rule(size_t rule) const noexcept { return costs_[rule]; }
    const Sieve& sieve() const noexcept { return *sieve_; }

    // A Scratch has to be made to fit before it is used.
    bool fit(Scratch& scratch) const noexcept
    {
        return sieve_->fit(scratch) && scratch.fit(databases_.data(),
                   databases_.size(), number_);
    }

    // The first longest match of `rule` in `text` that begins in `within` and
    // goes to its end or a little further. None when it would be wider than
    // widest_span, when too many others stand before it, or when the work is
    // over.
    std::optional<Span> match(size_t rule, std::string_view text, Span within,
        Work* work) const;

private:
    std::string compile_helpers();

    std::vector<hs_database_t*>             databases_;  // one a rule
    std::vector<uint32_t>                   costs_;
    uint64_t                                number_ = next_database_number();
    std::unique_ptr<Sieve>                  sieve_;
    std::vector<std::unique_ptr<re2::RE2>>  finders_;
};

}  // namespace gate::guard
