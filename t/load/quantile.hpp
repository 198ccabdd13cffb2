// A quantile of measured times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gate::load {

// The value that `share` of the numbers do not exceed, 0 of none. Changes
// their order.
inline int64_t quantile(std::vector<int64_t>* numbers, double share)
{
    if (numbers->empty()) {
        return 0;
    }
    auto index = static_cast<long>(
        share * static_cast<double>(numbers->size() - 1));
    std::nth_element(numbers->begin(), numbers->begin() + index,
                     numbers->end());
    return (*numbers)[static_cast<size_t>(index)];
}

}  // namespace gate::load
