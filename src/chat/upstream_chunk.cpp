#include "chat/upstream_chunk.hpp"

#include "json/prescan.hpp"
#include "json/reader.hpp"

namespace gate::chat {

namespace {

using json::Reader;

// A string, or null for the empty one; anything else is another shape.
bool read_text(Reader& in, std::string_view* out)
{
    if (in.peek() == 'n') {
        return in.read_null();
    }
    return in.read_raw_string(out);
}

// A member that only matters as a string.
void read_if_string(Reader& in, std::string_view* out)
{
    if (in.peek() == '"') {
        in.read_raw_string(out);
    } else {
        in.skip();
    }
}

void read_function(Reader& in, ToolCallPart* call)
{
    std::string_view name;

    if (in.peek() == 'n') {
        in.read_null();
        return;
    }
    if (!in.enter_object()) {
        return;
    }
    while (in.next_member(&name)) {
        if (name == "name") {
            read_text(in, &call->name);
        } else if (name == "arguments") {
            read_text(in, &call->arguments);
        } else {
            in.skip();
        }
    }
}

void read_tool_calls(Reader& in, std::vector<ToolCallPart>* calls)
{
    if (in.peek() == 'n') {
        in.read_null();
        return;
    }
    if (!in.enter_array()) {
        return;
    }
    while (in.next_element()) {
        ToolCallPart call;
        std::string_view name;

        if (!in.enter_object()) {
            return;
        }
        while (in.next_member(&name)) {
            if (name == "index") {
                in.read_integer(&call.index);
            } else if (name == "id") {
                read_text(in, &call.id);
            } else if (name == "function") {
                read_function(in, &call);
            } else {
                in.skip();
            }
        }
        calls->push_back(call);
    }
}

void read_delta(Reader& in, UpstreamChunk* chunk)
{
    std::string_view name;

    if (in.peek() == 'n') {
        in.read_null();
        return;
    }
    if (!in.enter_object()) {
        return;
    }
    while (in.next_member(&name)) {
        if (name == "role") {
            chunk->has_role = in.peek() == '"';
            in.skip();
        } else if (name == "content") {
            read_text(in, &chunk->content);
        } else if (name == "reasoning" || name == "reasoning_content") {
            // the second is how several open servers spell it
            read_text(in, &chunk->reasoning);
        } else if (name == "tool_calls") {
            read_tool_calls(in, &chunk->tool_calls);
        } else if (name == "function_call") {
            chunk->has_function_call = in.peek() == '{';
            in.skip();
        } else {
            in.skip();
        }
    }
}

// The first choice is the intern's; a second one has no place here.
void read_choices(Reader& in, UpstreamChunk* chunk)
{
    if (!in.enter_array()) {
        return;
    }
    for (bool first = true; in.next_element(); first = false) {
        std::string_view name;

        if (!first) {
            in.skip();
            continue;
        }
        if (!in.enter_object()) {
            return;
        }
        while (in.next_member(&name)) {
            if (name == "delta") {
                read_delta(in, chunk);
            } else if (name == "finish_reason") {
                read_text(in, &chunk->finish_reason);
            } else {
                in.skip();
            }
        }
    }
}

UpstreamError read_error(Reader& in)
{
    UpstreamError error;
    std::string_view name;

    if (in.peek() != '{') {
        in.skip();
        return error;
    }
    in.enter_object();
    while (in.next_member(&name)) {
        if (name != "metadata" || in.peek() != '{') {
            in.skip();
            continue;
        }
        in.enter_object();
        while (in.next_member(&name)) {
            if (name == "reason") {
                read_if_string(in, &error.reason);
            } else if (name == "retryable"
                       && (in.peek() == 't' || in.peek() == 'f'))
            {
                in.read_boolean(&error.retryable);
            } else {
                in.skip();
            }
        }
    }
    return error;
}

void read_usage(Reader& in, UpstreamChunk* chunk)
{
    std::string_view raw;
    bool is_object = in.peek() == '{';

    if (in.skip(&raw) && is_object) {
        chunk->usage = raw;
    }
}

}  // namespace

std::optional<UpstreamChunk> read_chunk(std::string_view data)
{
    if (json::prescan(data)) {
        return std::nullopt;
    }

    Reader in(data);
    UpstreamChunk chunk;
    bool has_shape = false;
    std::string_view name;

    if (in.peek() != '{' || !in.enter_object()) {
        return std::nullopt;
    }

    while (in.next_member(&name)) {
        if (name == "id") {
            read_if_string(in, &chunk.id);
        } else if (name == "model") {
            read_if_string(in, &chunk.model);
        } else if (name == "session_id") {
            read_if_string(in, &chunk.session_id);
        } else if (name == "created" && in.peek() != 'n') {
            int64_t created = 0;
            if (in.read_integer(&created)) {
                chunk.created = created;
            }
        } else if (name == "choices") {
            has_shape = true;
            read_choices(in, &chunk);
        } else if (name == "usage") {
            read_usage(in, &chunk);
        } else if (name == "error" && in.peek() != 'n') {
            has_shape = true;
            chunk.error = read_error(in);
        } else {
            in.skip();
        }
    }

    if (!has_shape || !in.finished()) {
        return std::nullopt;
    }
    return chunk;
}

std::optional<UpstreamError> read_error_body(std::string_view body)
{
    if (json::prescan(body)) {
        return std::nullopt;
    }

    Reader in(body);
    std::optional<UpstreamError> error;
    std::string_view name;

    if (in.peek() != '{' || !in.enter_object()) {
        return std::nullopt;
    }
    while (in.next_member(&name)) {
        if (name == "error") {
            error = read_error(in);
        } else {
            in.skip();
        }
    }

    return in.finished() ? error : std::nullopt;
}

}  // namespace gate::chat
