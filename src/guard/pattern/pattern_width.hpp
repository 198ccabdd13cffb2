// How long the matches of a piece of a pattern are.
#pragma once

#include "guard/pattern/pattern_syntax.hpp"

#include <cstdint>

namespace gate::guard {

struct Width {
    uint32_t  least = 0;
    uint32_t  most = 0;
};

// More than any text can hold is as good as unbounded.
inline uint32_t clamp(uint64_t width)
{
    constexpr uint64_t limit = 1u << 30;
    return width < limit ? static_cast<uint32_t>(width) : unbounded_width;
}

inline Width operator+(Width a, Width b)
{
    return {clamp(uint64_t{a.least} + b.least),
            clamp(uint64_t{a.most} + b.most)};
}

}  // namespace gate::guard
