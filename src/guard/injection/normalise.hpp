// The main view of a text: each character folded (fold.hpp), what nobody sees
// taken out, each run of white space and control bytes one space. A NUL, which
// only stands between texts, is kept, so that nothing reaches over it.
//
// Costs about 6 instructions per byte of documentation with its indented
// lines, less in prose: only runs and folded characters go one by one.
#pragma once

#include "guard/injection/view.hpp"

#include <string_view>

namespace gate::guard {

// `text`: well-formed UTF-8, shorter than max_buffer. The view is no longer
// than the text.
View normalise(std::string_view text);

}  // namespace gate::guard
