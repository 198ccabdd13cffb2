// Payment card numbers: 12 to 19 digits in one piece or in groups.
//
// Usually a number is one if its issuer, its length and its check digit are
// right, or, beside a word such as "card", if one of the three is not. Never
// inside a longer number.
#pragma once

#include "guard/pii/cues.hpp"
#include "guard/pii/digit_run.hpp"

namespace gate::guard {

Match match_credit_card(const DigitRun& run, size_t first, Rigor rigor,
    LazyCues* cues) noexcept;

}  // namespace gate::guard
