// The compiled rules: a sieve that says where they can match at all, one
// Vectorscan database that says which rule ends where, and an RE2 per rule
// that says where it began.
//
// Immutable; any number of threads may use one.
#pragma once

#include "guard/finding.hpp"
#include "guard/injection/sieve.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/pattern/vectorscan.hpp"

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

    const hs_database_t* get() const noexcept { return database_; }
    const Sieve& sieve() const noexcept { return *sieve_; }

    // A Scratch has to be made to fit before it is used.
    bool fit(Scratch& scratch) const noexcept
    {
        return sieve_->fit(scratch) && scratch.fit(database_, number_);
    }

    // The first longest match of `rule` in `text` that holds the byte before
    // `end`. Looks at most `look_back` bytes back and a little ahead.
    std::optional<Span> match(size_t rule, std::string_view text,
        size_t end) const;

private:
    std::string compile_helpers();

    hs_database_t*                          database_ = nullptr;
    uint64_t                                number_ = next_database_number();
    std::unique_ptr<Sieve>                  sieve_;
    std::vector<std::unique_ptr<re2::RE2>>  finders_;
};

}  // namespace gate::guard
