// The main view of a text: each character folded (fold.hpp), what nobody sees
// taken out, each run of white space and control bytes one space. A NUL, which
// only stands between texts, is kept, so that nothing reaches over it.
//
// Plain ASCII costs about 2 instructions per byte; a folded character or the
// end of a run about 40.
#pragma once

#include "guard/view.hpp"

#include <string_view>

namespace gate::guard {

// `text`: well-formed UTF-8, shorter than max_buffer. The view is no longer
// than the text.
View normalise(std::string_view text);

}  // namespace gate::guard
