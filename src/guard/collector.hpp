// Collects the texts of a body that a policy judges.
//
// JSON of any shape: every string is collected, member names of no dialect
// too, and numbers of seven digits or more, as they are spelled and, where
// that is another spelling, by the digits of their value. What is not judged:
// the fixed words of the dialects and, counted, payloads of images, audio and
// files, which must begin as such a file does and be base64 through and
// through.
// Anything that is not JSON is one text.
//
// Cost: one sweep over the body and a copy of its texts; no allocation once
// the buffers have grown.
#pragma once

#include "guard/collected.hpp"
#include "json/prescan.hpp"

#include <optional>

namespace gate::guard {

// Longer bodies are not judged: every text may stand in the buffer twelve
// times.
constexpr size_t max_judged_body = max_buffer / 16;

// Numbers with fewer digits are not collected.
constexpr size_t least_number_digits = 7;

// The flaw of a body that is no strict JSON document; else nothing, and *out
// is filled. A string that says `own`, if that is not empty, is the gate's own
// and is not collected. Throws only std::bad_alloc.
std::optional<json::Flaw> collect_json(std::string_view body, Collected* out,
    std::string_view own = {});

// The same for a body that is plain text: strict UTF-8 without NUL.
std::optional<json::Flaw> collect_text(std::string_view body, Collected* out);

}  // namespace gate::guard
