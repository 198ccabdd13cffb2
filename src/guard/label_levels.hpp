// How often a label has to be escaped where it is written: once for the string
// of the body, and once more for each string of a JSON text within that string
// (fault E42).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

// Where a label is written.
struct LabelPlace {
    uint32_t  at;  // in the body, or in a text within it
    uint32_t  id;  // the caller's
    uint8_t   level = 0;
};

class LabelLevels {
public:
    // Places ascend, and so do their ids. Linear in the texts that they are
    // in, once for each level. Throws only std::bad_alloc.
    LabelLevels(std::string_view body, std::vector<LabelPlace> places);

    // The level of the place of this id, or 0; ids must ascend.
    uint8_t next(uint32_t id) noexcept;

private:
    std::vector<LabelPlace>  places_;
    size_t                   done_ = 0;
};

}  // namespace gate::guard
