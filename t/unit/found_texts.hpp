// The texts of what a detector found, for tests that compare whole lists.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

namespace gate::test {

using Detector = void (*)(std::string_view, const guard::ByteMap&,
    guard::Findings*);

inline std::vector<std::string> found(Detector find, std::string_view text)
{
    guard::Findings findings;
    find(text, guard::ByteMap(text), &findings);

    std::vector<std::string> out;
    for (const guard::Finding& one : findings) {
        out.emplace_back(text.substr(one.span.start,
                                     one.span.end - one.span.start));
    }
    return out;
}

}  // namespace gate::test
