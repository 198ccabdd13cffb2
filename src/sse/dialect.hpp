// The three ways in which LLM servers speak server-sent events, as data: how
// a stream ends, what an error looks like, where usage stands.
#pragma once

#include "base/error.hpp"
#include "sse/event.hpp"
#include "sse/supervisor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace gate::sse {

enum class Dialect : uint8_t {
    automatic,  // not known yet: the first event or the path tells
    chat,       // OpenAI chat completions (and legacy completions)
    responses,  // OpenAI responses
    messages,   // Anthropic messages
    generic,    // none of these: ends when the transfer ends cleanly
};

// By the last segment of the request path: completions, responses, messages.
Dialect dialect_of_path(std::string_view path) noexcept;

// By an event with data; automatic while it does not tell.
Dialect dialect_of_event(const Event& event);

// Whether nothing is missing once this event has passed.
bool is_terminal(Dialect dialect, const Event& event);

// Whether the event is the upstream's own report of a failure.
bool is_failure(Dialect dialect, const Event& event);

// Whether an event of this kind can carry token counts.
bool may_have_usage(Dialect dialect, const Event& event);

// Takes token counts from an event that has them.
void read_usage(std::string_view data, Usage* usage);

// What a tail needs to know of the stream that it ends.
struct TailContext {
    std::string_view  id;  // as in the JSON text, without quotes
    std::string_view  model;  // likewise
    int64_t           created = 0;
    uint64_t          events = 0;  // so far: the next sequence_number
};

// The events that end a stream without its end: the dialect's error event;
// for chat also the final chunk (usage null) and [DONE].
void append_tail(std::string& out, Dialect dialect, const Error& error,
    const TailContext& context);

}  // namespace gate::sse
