// Turns the events of a JSON body into a ChatRequest.
//
// Keeps the last message and the last assistant message with tool calls, and
// checks the shape of every message on the way (openapi ChatMessage), so the
// memory is bounded by two messages however many the body has.
#pragma once

#include "chat/chat_request.hpp"
#include "json/sax.hpp"

namespace gate::chat {

class MessageReader final : public json::Handler {
public:
    bool begin(json::Kind kind) override;
    bool end(json::Kind kind) override;
    bool member(std::string_view name) override;
    bool string(std::string_view text) override;
    bool literal(json::Kind kind, std::string_view spelling) override;

    // What is wrong, naming the member; empty while all is well.
    std::string wrong() const;
    bool has_stream() const noexcept { return has_stream_; }
    ChatRequest take() { return std::move(request_); }

private:
    // Where the reader stands; each place is one container of the body.
    enum class Place : uint8_t {
        outside, body, messages, message, parts, part, calls, call, function,
        ignored,
    };

    bool fail(std::string what);
    bool enter(Place place);
    Place place_for(json::Kind kind) const noexcept;
    bool end_message();
    bool end_part();
    bool end_call();
    bool body_string(std::string_view text);
    bool message_string(std::string_view text);
    bool word(std::string_view text, std::string_view name, size_t most,
        std::string* out);

    ChatRequest         request_;
    Message             message_;
    ToolCall            call_;
    std::string         name_;  // of the member whose value comes
    std::string         part_text_;
    std::string         wrong_;
    std::vector<Place>  places_;
    size_t              ignored_ = 0;  // depth inside what is not read
    size_t              count_ = 0;  // of messages
    bool                has_stream_ = false;
    bool                has_messages_ = false;
    bool                has_role_ = false;
    bool                has_tool_calls_ = false;
    bool                content_given_ = false;
    bool                part_is_text_ = false;
    bool                part_has_text_ = false;
    bool                call_has_id_ = false;
    bool                call_has_name_ = false;
    bool                call_has_arguments_ = false;
};

}  // namespace gate::chat
