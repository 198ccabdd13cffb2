// The texts of a body with the payloads taken out of them (payload.hpp).
#pragma once

#include "guard/collected.hpp"
#include "guard/payload.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace gate::guard {

// Shorter texts hold no payload.
constexpr size_t least_payload_text = 24;

// Appends the sections of a text between its payloads, then the texts that the
// payloads are. `raw` is how the text is spelled in what holds it, and `piece`
// says of the whole text where it stands there. Counts payloads that cannot be
// read. The numbers of the sections are appended to *sections, if it is given.
// False, and nothing has happened, for a text without a payload. Throws only
// std::bad_alloc.
bool append_around_payloads(std::string_view text, std::string_view raw,
    const Piece& piece, Place place, Collected* out,
    std::vector<uint32_t>* sections = nullptr);

}  // namespace gate::guard
