// The strict look at a JSON text before any parser sees it.
//
// Closes what yajl lets through: text that is not UTF-8, lone surrogate
// escapes, NUL in any spelling, raw control bytes in strings, white space
// that JSON does not know. After it, a string value means one text only.
// Grammar is left to the parser. Linear, no allocation.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gate::json {

struct Flaw {
    size_t            offset;
    std::string_view  cause;  // static text
};

std::optional<Flaw> prescan(std::string_view text) noexcept;

}  // namespace gate::json
