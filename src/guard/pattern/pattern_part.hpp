// What texts for a pattern are made of: its atoms in the order in which they
// are written, without its groups.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gate::guard {

struct PatternPart {
    std::vector<uint32_t>  samples;    // characters that it takes
    uint32_t               least = 1;  // repeats
    uint32_t               most = 1;
    bool                   is_other = false;  // not of a first branch
};

// A quantifier after the parts from `first` on. A group is written once more
// for each time, while that is short.
inline void repeat_parts(std::vector<PatternPart>* parts, size_t first,
    uint32_t least, uint32_t most)
{
    constexpr uint64_t longest = 1000;
    constexpr size_t enough = 256;
    size_t count = parts->size() - first;

    if (count == 1) {
        PatternPart& part = parts->back();
        part.least = static_cast<uint32_t>(
            std::min(uint64_t{part.least} * least, longest));
        part.most = static_cast<uint32_t>(
            std::min(uint64_t{part.most} * most, longest));
        return;
    }
    for (uint32_t i = 1;
         count != 0 && i < most && parts->size() + count <= enough; i++)
    {
        for (size_t at = 0; at < count; at++) {
            parts->push_back(PatternPart((*parts)[first + at]));
        }
    }
}

}  // namespace gate::guard
