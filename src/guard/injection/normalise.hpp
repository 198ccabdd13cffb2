// The main view of a text: each character folded (fold.hpp), what nobody sees
// taken out, each run of white space and control bytes one space. A NUL, which
// only stands between texts, is kept, so that nothing reaches over it.
//
// Costs about 4 instructions per byte of documentation with its indented
// lines, less in prose: only runs and folded characters go one by one.
#pragma once

#include "base/cpu.hpp"
#include "guard/injection/view.hpp"

#include <string_view>

namespace gate::guard {

// Tag characters (U+E0020 to U+E007E) can hide a text or stand within one.
enum class Tags : uint8_t { read, removed };

// `text`: well-formed UTF-8, shorter than max_buffer. The view is no longer
// than the text.
View normalise(std::string_view text, Tags tags = Tags::read,
    Simd simd = best_simd());

// Whether the two ways to treat tags may differ.
bool may_hold_tags(std::string_view text) noexcept;

}  // namespace gate::guard
