// The texts of a JSON body, by the places that the dialects have for them.
#pragma once

#include "guard/collected.hpp"
#include "json/prescan.hpp"

#include <optional>
#include <string_view>

namespace gate::guard {

// Appends every string, name and number that is inspected, and the joined
// texts. A string that says `own`, if that is not empty, is the gate's own and
// is not collected. The flaw of a body that is no strict JSON document; then
// what was appended is of no use. Throws only std::bad_alloc.
std::optional<json::Flaw> read_json_texts(std::string_view body,
    std::string_view own, Collected* out);

}  // namespace gate::guard
