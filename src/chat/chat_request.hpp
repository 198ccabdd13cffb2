// The body of POST /interns/{id}/chat/completions: what it may be, and what
// the intern gets instead of it.
//
// Only the last message is read (interface.md, "Stream a chat completion"),
// but all must be messages. Unknown members are ignored and not forwarded.
#pragma once

#include "base/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::chat {

constexpr size_t max_body_size = 1048576;
constexpr size_t max_prompt_characters = 32000;
constexpr size_t max_word_characters = 256;  // model, session_id
constexpr size_t max_call_id_characters = 128;

enum class Role : uint8_t { system, developer, user, assistant, tool };
enum class Turn : uint8_t { prompt, tool_reply };
enum class ApprovalMode : uint8_t { self_drive, manual };

struct ToolCall {
    std::string  id;
    std::string  function_name;
    std::string  arguments;
};

struct Message {
    Role                      role = Role::user;
    bool                      has_content = false;
    bool                      content_is_list = false;
    std::vector<std::string>  texts;  // the parts; one for a plain string
    std::string               tool_call_id;
    std::vector<ToolCall>     tool_calls;
};

struct ChatRequest {
    Message                 last;
    std::optional<Message>  echo;  // the assistant message a reply answers
    std::string             session_id;  // empty: a new session
    std::string             model;  // the client's word, for the log only
    ApprovalMode            approval_mode = ApprovalMode::self_drive;

    Turn turn() const noexcept
    {
        return last.role == Role::tool ? Turn::tool_reply : Turn::prompt;
    }
    bool is_tool_reply() const noexcept { return turn() == Turn::tool_reply; }
};

// A valid request, or 400 bad_request that names the member. Throws only
// std::bad_alloc.
Result<ChatRequest> read_chat_request(std::string_view body);

std::string_view name(ApprovalMode mode) noexcept;

// The body for the intern's daemon (architecture.md 4).
std::string upstream_body(const ChatRequest& request, std::string_view model,
    std::string_view session_id);

}  // namespace gate::chat
