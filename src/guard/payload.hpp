// What of a text is the payload of an image, a sound or a file.
//
// A payload is, in this order: what a data URI holds; base64 where the dialects
// have a payload (Place::payload); anywhere else a run of base64 of 1,024
// letters or more in which capitals, small letters and digits are mixed, or of
// 64 or more that begins as a file does. Keys and certificates are none, nor
// are shorter runs: ids, hashes, tokens stay texts.
//
// A payload that is a text is decoded, to be inspected. What cannot be read is
// counted. Either way its letters are opaque: no filter is to see them, so that
// none changes them, but for places that a reader would see in them
// (payload_run.hpp). Payloads of less than 64 letters are not opaque: a person
// may read what stands there.
#pragma once

#include "guard/finding.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

enum class Place : uint8_t {
    text,
    payload,  // a member that holds one, in some dialect
    sealed,   // state that only the provider can open, and takes back
};

struct Payloads {
    std::vector<Span>         opaque;  // ascending and apart
    std::vector<std::string>  texts;   // decoded, UTF-8 without NUL
    uint32_t                  media = 0;  // that cannot be read
};

// Linear; what is found in a text without any takes about one instruction for
// two bytes. Throws only std::bad_alloc.
Payloads find_payloads(std::string_view text, Place place);

}  // namespace gate::guard
