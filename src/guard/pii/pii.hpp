// Personal data that shows by its digits, by an '@' or by a ':'.
//
// The map of the text says where those bytes are; each detector (email, phone,
// ssn, credit_card, ip_address) decides around the place where one stands, with
// a bounded look back and ahead. Full-width and other
// scripts' digits count as digits, '＠' as '@' (fault G08).
//
// The time is linear in the text: what was decided is not looked at again.
// Nothing is allocated without a finding.
#pragma once

#include "guard/byte_map.hpp"
#include "guard/finding.hpp"

#include <string_view>

namespace gate::guard {

constexpr SlugSet pii_slugs{Slug::email, Slug::phone, Slug::ssn,
                            Slug::credit_card, Slug::ip_address};

struct PiiOptions {
    SlugSet  wanted;
    Rigor    phone = Rigor::usual;
    Rigor    credit_card = Rigor::usual;
};

// Appends findings of the wanted slugs in ascending order of start; those of
// one slug share no bytes. Slugs of other detectors are not looked at. `text`
// is valid UTF-8, no longer than max_buffer, several texts with text_break
// between them, and `map` was read from it; no finding reaches over a NUL.
void find_pii(std::string_view text, const ByteMap& map,
    const PiiOptions& options, Findings* out);

}  // namespace gate::guard
