// Finds postal addresses: a street with a number, then unit, city, state,
// postcode and country as far as they follow; PO boxes, military mail, and
// British postcodes behind a town.
//
// Streets are known by their words in about fifteen languages ("Ave",
// "-strasse", "Rua", "utca"); words of double meaning ("Court", "Way") and
// unknown streets need a cue such as "I live at" or an address-like tail.
// Left to others: a city, state or postcode without a street.
#pragma once

#include <string_view>

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

namespace gate::guard {

// Appends findings in ascending order of start; `text` is valid UTF-8,
// several texts with text_break between them, and `map` was read from it; no
// finding reaches over a NUL.
// Linear; no allocation without a finding.
void find_addresses(std::string_view text, const ByteMap& map,
    Findings* out);

}  // namespace gate::guard
