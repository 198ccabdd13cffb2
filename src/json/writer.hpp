// Writes JSON text. Objects are put together by their writers; what must be
// right everywhere, the escaping of strings, is here.
#pragma once

#include <string>
#include <string_view>

namespace gate::json {

// Appends `text` as a JSON string with its quotes. The result is valid UTF-8
// whatever comes in: ill-formed bytes become U+FFFD. U+2028, U+2029 and "</"
// are escaped, so the text is also safe inside a script (fault O03).
void append_string(std::string& out, std::string_view text);

}  // namespace gate::json
