// Data URIs (RFC 2397), read as leniently as any client of one may: in any case
// of letters, with parameters in any order, with white space, with a part
// behind a '#'.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gate::guard {

struct DataUri {
    size_t  data;       // where the data begins
    bool    is_base64;  // else it is percent-encoded
    bool    is_text;    // the type says so: text/*, JSON, XML, CSV, ...
};

// The URI that a text is, white space around it aside.
std::optional<DataUri> read_data_uri(std::string_view text) noexcept;

// The first URI in base64 inside of a text whose head begins at or after
// `from`; at most 256 bytes of a head are looked at. Linear.
std::optional<DataUri> find_data_uri(std::string_view text, size_t from)
    noexcept;

}  // namespace gate::guard
