// Phone numbers, national and international, with an extension.
//
// "+49 30 123456" has to have a length that its country uses. Without a plus,
// the North American shape, an area code in brackets or after a 0 is enough;
// any other number needs a word such as "call" before it or "Fax" behind it.
// Beside a word such as "order" a number is none, nor is a date or an IPv4.
#pragma once

#include "guard/pii/cues.hpp"
#include "guard/pii/digit_run.hpp"

namespace gate::guard {

// Of groups `first` up to `end` at the most.
Match match_phone(const DigitRun& run, size_t first, size_t end, Rigor rigor,
    LazyCues* cues) noexcept;

}  // namespace gate::guard
