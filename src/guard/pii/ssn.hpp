// US social security numbers, 123-45-6789.
//
// Area 000 and 666, group 00 and serial 0000 were never given out and never
// match; areas 9xx (ITIN) and numbers without dashes match beside a word that
// says so. Known public numbers match: a redaction cannot tell.
#pragma once

#include "guard/pii/cues.hpp"
#include "guard/pii/digit_run.hpp"

namespace gate::guard {

Match match_ssn(const DigitRun& run, size_t first, LazyCues* cues) noexcept;

}  // namespace gate::guard
