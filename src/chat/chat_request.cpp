#include "chat/chat_request.hpp"

#include "base/text.hpp"
#include "chat/message_reader.hpp"
#include "json/writer.hpp"

namespace gate::chat {

namespace {

Error bad_request(std::string message)
{
    return make_error(400, Reason::bad_request, std::move(message));
}

// The rules that need the whole request; empty when all hold.
std::string judge(const ChatRequest& request, bool has_stream)
{
    if (!has_stream) {
        return "stream must be true";
    }

    const Message& last = request.last;

    if (last.role == Role::tool) {
        return request.session_id.empty()
               ? "session_id is required when the last message has role tool"
               : "";
    }
    if (last.role != Role::user) {
        return "the last message must have role user or tool";
    }

    size_t characters = 0;
    for (const std::string& text : last.texts) {
        characters += text::count_code_points(text);
    }
    return characters > max_prompt_characters
           ? "the prompt is longer than 32000 characters" : "";
}

void append_content(std::string& out, const Message& message)
{
    out += ",\"content\":";

    if (!message.has_content) {
        out += "null";
        return;
    }
    if (!message.content_is_list) {
        json::append_string(out, message.texts.front());
        return;
    }

    out += '[';
    for (const std::string& text : message.texts) {
        out += out.back() == '[' ? "" : ",";
        out += "{\"type\":\"text\",\"text\":";
        json::append_string(out, text);
        out += '}';
    }
    out += ']';
}

void append_echo(std::string& out, const Message& echo)
{
    out += "{\"role\":\"assistant\"";
    append_content(out, echo);
    out += ",\"tool_calls\":[";

    for (const ToolCall& call : echo.tool_calls) {
        out += out.back() == '[' ? "" : ",";
        out += "{\"id\":";
        json::append_string(out, call.id);
        out += ",\"type\":\"function\",\"function\":{\"name\":";
        json::append_string(out, call.function_name);
        out += ",\"arguments\":";
        json::append_string(out, call.arguments);
        out += "}}";
    }

    out += "]},";
}

}  // namespace

std::string_view name(ApprovalMode mode) noexcept
{
    return mode == ApprovalMode::manual ? "manual" : "self-drive";
}

Result<ChatRequest> read_chat_request(std::string_view body)
{
    MessageReader reader;
    std::string cause;

    switch (json::parse(body, reader, &cause)) {
    case json::Parsed::invalid:
        return bad_request("The body is not valid JSON: " + cause);
    case json::Parsed::stopped:
        return bad_request(reader.wrong());
    case json::Parsed::whole:
        break;
    }

    ChatRequest request = reader.take();
    std::string wrong = reader.wrong();
    if (wrong.empty()) {
        wrong = judge(request, reader.has_stream());
    }
    if (!wrong.empty()) {
        return bad_request(std::move(wrong));
    }
    return request;
}

std::string upstream_body(const ChatRequest& request, std::string_view model,
    std::string_view session_id)
{
    std::string out = "{\"model\":";
    json::append_string(out, model);
    out += ",\"stream\":true,\"stream_options\":{\"include_usage\":true},"
           "\"messages\":[";

    if (request.is_tool_reply()) {
        if (request.echo) {
            append_echo(out, *request.echo);
        }
        out += "{\"role\":\"tool\",\"tool_call_id\":";
        json::append_string(out, request.last.tool_call_id);
    } else {
        out += "{\"role\":\"user\"";
    }
    append_content(out, request.last);
    out += "}],\"session_id\":";
    json::append_string(out, session_id);

    if (!request.is_tool_reply()) {
        out += ",\"approval_mode\":\"";
        out += name(request.approval_mode);
        out += '"';
    }

    out += '}';
    return out;
}

}  // namespace gate::chat
