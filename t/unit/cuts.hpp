// Every way to cut a text that a network might choose.
#pragma once

#include "random.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

using Pieces = std::vector<std::string>;

inline Pieces pieces_of(std::string_view text, size_t size)
{
    Pieces out;
    for (size_t at = 0; at < text.size(); at += size) {
        out.emplace_back(text.substr(at, size));
    }
    return out;
}

// In slices of each size from one byte to the whole, and in two at each byte.
inline std::vector<Pieces> all_cuts(std::string_view text)
{
    std::vector<Pieces> out;

    for (size_t size = 1; size <= text.size(); size++) {
        out.push_back(pieces_of(text, size));
    }
    for (size_t at = 1; at < text.size(); at++) {
        out.push_back({std::string(text.substr(0, at)),
                       std::string(text.substr(at))});
    }
    return out;
}

inline Pieces random_cut(std::string_view text, Random& random)
{
    Pieces out;
    while (!text.empty()) {
        size_t size = std::min(1 + random.below(1 + random.below(40)),
                               text.size());
        out.emplace_back(text.substr(0, size));
        text.remove_prefix(size);
    }
    return out;
}

}  // namespace gate::test
