// Writes labels in place of what was found, and changes nothing else.
//
// A place in the buffer is followed back to the bytes of the body it came
// from (origins.hpp); only those bytes are replaced. A place that runs over
// the parts of a joined text gets its label in the first part and is cut from
// the others. Places that overlap become one. The result is JSON if the body
// was, and so is the JSON in its strings (label_levels.hpp). Linear but for
// sorting the places.
#pragma once

#include "guard/collected.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// A place in the buffer; the label lives as long as the policy.
struct Redaction {
    Span              span;
    std::string_view  label;
};

enum class Redacted : uint8_t {
    done,
    fixed,     // a member's name, or the text of a payload, is not rewritten
    too_long,  // the labels would make the body too long (fault G28)
};

// A place of the body and what stands there now, as it is spelled.
struct Replaced {
    Span         place;
    std::string  spelled;
};

// A body may grow by its own size and this.
constexpr size_t max_growth = 64 * 1024;

// Writes the new body and how many places were replaced in it; *replaced gets
// all that has changed, ascending and apart, if it is given.
Redacted redact(std::string_view body, const Collected& texts,
    const std::vector<Redaction>& redactions, std::string* out,
    uint32_t* count, std::vector<Replaced>* replaced = nullptr);

}  // namespace gate::guard
