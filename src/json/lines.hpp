// Files that hold one JSON object a line: the keys and the interns.
//
// Blank lines and lines that start with '#' are passed over. The first wrong
// line ends the reading and is named, so a broken file never loads in part.
#pragma once

#include "json/reader.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace gate::json {

struct LineError {
    uint32_t     line;
    std::string  message;  // what is wrong and what to write instead
};

// Reads one member's value; an error text, or empty. Called with the reader
// before the value, which it must consume.
using MemberFunction =
    std::function<std::string(std::string_view name, Reader& in)>;

// Calls `member` for each member of the object in `line`. The error text is
// empty for a whole, strict JSON object without a member twice.
std::string read_object_line(std::string_view line,
    const MemberFunction& member);

// Calls `line` for each line with content; an error text from it ends the
// reading.
using LineFunction =
    std::function<std::string(uint32_t number, std::string_view line)>;

std::optional<LineError> for_each_line(std::string_view text,
    const LineFunction& line);

// Values of members, with the error text a user can act on.
std::string expect_string(Reader& in, std::string* out);
// null gives the empty string
std::string expect_string_or_null(Reader& in, std::string* out);
std::string expect_boolean(Reader& in, bool* out);

}  // namespace gate::json
