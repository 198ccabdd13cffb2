#include "sse/dialect.hpp"

#include "base/find.hpp"
#include "json/prescan.hpp"
#include "json/reader.hpp"
#include "json/writer.hpp"

namespace gate::sse {

namespace {

bool starts_with(std::string_view text, std::string_view prefix) noexcept
{
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) noexcept
{
    return text.size() >= suffix.size()
           && text.substr(text.size() - suffix.size()) == suffix;
}

// The event's name, or the "type" of its data for servers that send no
// `event:` line. Most put it first; nested objects have types of their own.
std::string_view type_of(const Event& event)
{
    if (!event.name.empty()) {
        return event.name;
    }

    json::Reader in(event.data);
    std::string_view member;
    std::string_view type;

    if (in.peek() != '{' || !in.enter_object()) {
        return {};
    }
    while (in.next_member(&member)) {
        if (member == "type" && in.peek() == '"') {
            in.read_raw_string(&type);
            return in.failed() ? std::string_view() : type;
        }
        in.skip();
    }
    return {};
}

void append_chat_chunk(std::string& out, const TailContext& context)
{
    out += "data: {\"id\":\"";
    out += context.id;
    out += "\",\"object\":\"chat.completion.chunk\",\"created\":";
    out += std::to_string(context.created);
    out += ",\"model\":\"";
    out += context.model;
    out += "\",\"choices\":[";
}

void append_chat_tail(std::string& out, const Error& error,
    const TailContext& context)
{
    append_chat_chunk(out, context);
    out += "{\"index\":0,\"delta\":{},\"finish_reason\":\"error\"}],"
           "\"error\":";
    append_error_object(out, error);
    out += "}\n\n";

    append_chat_chunk(out, context);
    out += "],\"usage\":null}\n\n";
    append_data(out, "[DONE]");
}

void append_responses_tail(std::string& out, const Error& error,
    const TailContext& context)
{
    std::string members = "\"code\":\"";
    members += name(error.reason);
    members += "\",\"message\":";
    json::append_string(members, error.message);
    members += ",\"param\":null";

    // flat as the API documents it, and nested as its own clients read it
    out += "event: error\ndata: {\"type\":\"error\",";
    out += members;
    out += ",\"sequence_number\":";
    out += std::to_string(context.events);
    out += ",\"error\":{\"type\":\"server_error\",";
    out += members;
    out += "}}\n\n";
}

void append_messages_tail(std::string& out, const Error& error)
{
    out += "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"";
    out += error.status == 504 ? "timeout_error" : "api_error";
    out += "\",\"message\":";
    json::append_string(out, error.message);
    out += ",\"reason\":\"";
    out += name(error.reason);
    out += "\",\"retryable\":";
    out += error.retryable ? "true" : "false";
    out += "}}\n\n";
}

void append_generic_tail(std::string& out, const Error& error)
{
    out += "event: error\ndata: {\"error\":";
    append_error_object(out, error);
    out += "}\n\n";
}

}  // namespace

Dialect dialect_of_path(std::string_view path) noexcept
{
    if (ends_with(path, "/completions")) {
        return Dialect::chat;
    }
    if (ends_with(path, "/responses")) {
        return Dialect::responses;
    }
    if (ends_with(path, "/messages")) {
        return Dialect::messages;
    }
    return Dialect::automatic;
}

Dialect dialect_of_event(const Event& event)
{
    if (starts_with(event.data, "[DONE]")
        || find_word(event.data, "\"chat.completion.chunk\"")
           != event.data.npos
        || find_word(event.data, "\"text_completion\"") != event.data.npos)
    {
        return Dialect::chat;
    }

    std::string_view type = type_of(event);
    if (starts_with(type, "response.")) {
        return Dialect::responses;
    }
    if (starts_with(type, "message_") || starts_with(type, "content_block_")) {
        return Dialect::messages;
    }
    return find_word(event.data, "\"choices\"") != event.data.npos
           ? Dialect::chat : Dialect::automatic;
}

bool is_terminal(Dialect dialect, const Event& event)
{
    if (dialect == Dialect::chat) {
        return starts_with(event.data, "[DONE]");
    }

    std::string_view type;

    switch (dialect) {
    case Dialect::responses:
        type = type_of(event);
        return type == "response.completed" || type == "response.incomplete"
               || type == "response.failed" || type == "response.cancelled"
               || type == "error";
    case Dialect::messages:
        type = type_of(event);
        return type == "message_stop" || type == "error";
    default:
        return false;
    }
}

bool is_failure(Dialect dialect, const Event& event)
{
    if (dialect == Dialect::chat || dialect == Dialect::generic) {
        return false;
    }
    std::string_view type = type_of(event);
    return type == "error" || type == "response.failed";
}

bool may_have_usage(Dialect dialect, const Event& event)
{
    if (dialect == Dialect::messages && !event.name.empty()) {
        return event.name == "message_start" || event.name == "message_delta";
    }
    return dialect != Dialect::responses || is_terminal(dialect, event);
}

void read_usage(std::string_view data, Usage* usage)
{
    constexpr std::string_view key = "\"usage\":";

    size_t at = find_word(data, key);
    if (at == data.npos) {
        return;
    }

    std::string_view value = data.substr(at + key.size());
    json::Reader in(value);
    if (in.peek() != '{' || json::prescan(data) || !in.enter_object()) {
        return;
    }

    std::string_view member;
    while (in.next_member(&member)) {
        int64_t* count = nullptr;
        if (member == "prompt_tokens" || member == "input_tokens") {
            count = &usage->prompt_tokens;
        } else if (member == "completion_tokens"
                   || member == "output_tokens")
        {
            count = &usage->completion_tokens;
        }

        if (count == nullptr || in.peek() < '0' || in.peek() > '9') {
            in.skip();
        } else {
            in.read_integer(count);
        }
    }
}

void append_tail(std::string& out, Dialect dialect, const Error& error,
    const TailContext& context)
{
    switch (dialect) {
    case Dialect::chat:
        append_chat_tail(out, error, context);
        return;
    case Dialect::responses:
        append_responses_tail(out, error, context);
        return;
    case Dialect::messages:
        append_messages_tail(out, error);
        return;
    case Dialect::automatic:
    case Dialect::generic:
        append_generic_tail(out, error);
        return;
    }
}

}  // namespace gate::sse
