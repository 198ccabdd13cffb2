// One chunk of an intern's stream, as its daemon or any OpenAI-compatible
// server sends it.
//
// Strings are views of what stands between the quotes in the JSON text: they
// go out again as they came in, without being unescaped. They live as long as
// the text that was read.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace gate::chat {

struct ToolCallPart {
    int64_t           index = 0;
    std::string_view  id;
    std::string_view  name;
    std::string_view  arguments;
};

struct UpstreamError {
    std::string_view  reason;
    bool              retryable = false;
};

struct UpstreamChunk {
    std::string_view               id;
    std::string_view               model;
    std::optional<int64_t>         created;
    bool                           has_role = false;
    std::string_view               content;
    std::string_view               reasoning;
    std::vector<ToolCallPart>      tool_calls;
    bool                           has_function_call = false;
    std::string_view               finish_reason;  // empty while open
    std::optional<UpstreamError>   error;
    std::optional<std::string_view> usage;  // the JSON text of an object
    std::string_view               session_id;
};

// The chunk in an event's data, or nothing if it is not JSON or has another
// shape (fault U20).
std::optional<UpstreamChunk> read_chunk(std::string_view data);

// The `error` object of a refusal before the stream; nothing if there is
// none in the text.
std::optional<UpstreamError> read_error_body(std::string_view body);

}  // namespace gate::chat
