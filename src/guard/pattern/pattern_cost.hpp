// What patterns cost at worst, measured where they are compiled.
//
// Each is looked for in texts that are made for it, as in a request. The
// figures are CPU time of this thread, compared with that of a fixed task
// measured beside them: a busy machine or a slow one gives about the same.
#pragma once

#include "guard/pattern/pattern_check.hpp"
#include "guard/pattern/pattern_image.hpp"

#include <hs/hs.h>

#include <string>

namespace gate::guard {

class PatternMeter {
public:
    // The cost of one pattern. `database` finds its ends; null: RE2 alone.
    // Takes some ms, and a tenth of a second for a pattern that costs much.
    PatternCost measure(const Pattern& pattern,
        const std::vector<PatternPart>& parts, const hs_database_t* database);

    // What Vectorscan costs for a byte, whatever it finds: of all texts that
    // the patterns measured so far were looked for in.
    uint32_t measure_scan(const hs_database_t* database) const;

private:
    std::vector<std::string>  texts_;
    size_t                    text_bytes_ = 0;
    int64_t                   spent_ns_ = 0;
};

}  // namespace gate::guard
