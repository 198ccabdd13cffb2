// Names of Chinese and Japanese people within one run of ideographs.
#pragma once

#include <string_view>

#include "guard/finding.hpp"
#include "guard/people/cjk_text.hpp"

namespace gate::guard {

// Whether `word` is one of the frequent surnames.
bool is_han_surname(std::string_view word) noexcept;

// Appends the names of the run in ascending order.
void find_han_names(std::string_view text, const cjk::Run& run,
    Findings* out);

}  // namespace gate::guard
