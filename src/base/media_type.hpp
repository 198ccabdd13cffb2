// Media types as a Content-Type header has them (RFC 9110, section 8.3).
//
// A request's type decides how its body is judged, and the server behind may
// read it with another parser. So what two parsers could read differently is
// no type at all here: blanks around "=", parameters without a value, names
// or values that are no tokens, a ";" inside quotes.
#pragma once

#include <string_view>

namespace gate {

// Whether `value` is the type `wanted` ("application/json"), with parameters
// or without; not with a charset other than UTF-8 (fault J17) and not when it
// is malformed.
bool is_media_type(std::string_view value, std::string_view wanted) noexcept;

// Whether `value` announces JSON: application/json, text/json or a type that
// ends with "+json", whatever its parameters.
bool is_json_type(std::string_view value) noexcept;

// The same for application/x-www-form-urlencoded.
bool is_form_type(std::string_view value) noexcept;

// Whether `value` is empty, or a well-formed type with no charset but UTF-8
// ("utf-8" or "utf8"). Every parameter whose name begins with "charset"
// counts as one: RFC 2231 writes "charset*" and "charset*0".
bool has_utf8_charset(std::string_view value) noexcept;

// Whether an answer's type says event stream. Answers are read leniently,
// with any parameters and in a list too: what is not taken for a stream is
// not supervised.
bool is_event_stream_type(std::string_view value) noexcept;

// Whether a Content-Encoding leaves the bytes as they are: empty, "identity"
// or, as some servers say against compressing proxies, "none".
bool is_identity_coding(std::string_view value) noexcept;

}  // namespace gate
