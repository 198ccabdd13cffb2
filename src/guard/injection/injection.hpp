// The filter regex-prompt-injection (content-filters.md 3): the rules of
// injection_rules.inc over the main view of a text, and over further views
// where a cheap look says that they can matter.
//
// Linear in the text however hostile it is: a view is scanned once, and after
// `max_hits` matches the rest of its texts counts as flagged. What it does is
// charged to the scratch's work (costs.hpp).
#pragma once

#include "guard/finding.hpp"
#include "guard/injection/rule_database.hpp"
#include "guard/pattern/scratch.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace gate::guard {

// Immutable; any number of threads may use one, each with its own Scratch.
class InjectionFilter {
public:
    struct Made {
        std::unique_ptr<InjectionFilter>  filter;  // null: see `error`
        std::string                       error;
    };

    // From the rules, one to three seconds of CPU; or from what serialize()
    // gave, about 150 ms, which says so if it was made by another version.
    static Made make();
    static Made load(std::string_view serialized);
    std::string serialize() const { return database_.serialize(); }

    // A Scratch has to be made to fit before it is used.
    bool fit(Scratch& scratch) const noexcept
    {
        return database_.fit(scratch);
    }

    // Appends what was found in `text`, which is well-formed UTF-8 and
    // shorter than max_buffer, in ascending order and without overlap; no
    // span holds a NUL. False when the text could not be judged, or costs more
    // than the scratch's work allows.
    bool find(std::string_view text, Scratch& scratch, Findings* out) const;

private:
    explicit InjectionFilter(RuleDatabase database);

    RuleDatabase  database_;
};

}  // namespace gate::guard
