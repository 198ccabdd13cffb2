// What the gate knows of one client request, from the first check to the log.
//
// Belongs to the main request and survives internal redirects; subrequests
// share it.
#pragma once

#include "conf.hpp"

#include "base/error.hpp"
#include "chat/chat_request.hpp"
#include "sse/supervisor.hpp"

#include <memory>
#include <string>

namespace gate {

struct GuardState;  // guard.hpp
class ChatReading;  // intern_request.hpp
class Task;  // offload.hpp

// What a main request waits for before it has an answer.
enum class Wait : uint8_t {
    nothing,   // a handler runs, or another module waits
    body,      // the rest of it
    thread,    // a task
    upstream,  // our clone, which asks it
};

// The parts that only a chat needs.
struct ChatState {
    ChatState() noexcept;
    ~ChatState();

    const chat::Intern*           intern = nullptr;
    std::unique_ptr<ChatReading>  reading;  // while the body is read
    std::string                   session_id;  // as sent to the intern
    chat::Turn                    turn = chat::Turn::prompt;
    bool                          client_gave_session = false;
    bool                          is_prepared = false;  // the intern's body
};

// What has not passed of one request; see hold.hpp.
struct Hold {
    const ngx_http_request_t*  r = nullptr;  // null: the main request
    uint8_t                    open = 0;
    bool                       for_good = false;
    Hold*                      next = nullptr;
};

struct RequestState {
    RequestState() noexcept;
    ~RequestState();

    const auth::Key*            key = nullptr;
    std::unique_ptr<ChatState>  chat;
    std::unique_ptr<GuardState>  guard;
    ngx_str_t                   method{};  // as the client asked
    ngx_str_t                   uri{};
    ngx_str_t                   error_body{};  // in place of nginx's page
    sse::Usage                  usage;
    uint64_t                    events = 0;
    uint64_t                    body_received = 0;  // for gate_body_limit
    Task*                       task = nullptr;  // that is waited for
    ngx_http_event_handler_pt   nginx_reader = nullptr;  // of the body
    Hold                        hold;
    Reason                      reason = Reason::none;
    uint16_t                    refused_status = 0;  // 0: not refused
    uint16_t                    held_status = 0;  // 0: see refuse_held()
    uint16_t                    would_status = 0;  // monitor: in its place
    sse::Outcome                outcome = sse::Outcome::open;
    Wait                        wait = Wait::nothing;
    bool                        is_late = false;  // for its deadline
    bool                        had_stream = false;
    bool                        stream_ended = false;
    bool                        rate_counted = false;
    bool                        has_upstream_key = false;  // in the headers
    bool                        has_auth = false;  // keys were looked at
    bool                        has_own_key = false;  // one of ours came
    bool                        key_passed = false;  // and is right here
    bool                        reads_body = false;  // errors are ours
    bool                        had_error_page = false;  // before that
    bool                        would_refuse = false;  // monitor
    bool                        in_read_body = false;
    bool                        judged = false;  // some check was made here
};

// The session of a chat for a log; none where a guardrail has refused it, as
// the session may be what it found (fault G32).
std::string_view session_of(const RequestState& state) noexcept;

// The state of the main request, made on first use; nullptr without memory.
RequestState* request_state(ngx_http_request_t* r) noexcept;

// The same, but nullptr when nothing was judged so far.
RequestState* find_request_state(ngx_http_request_t* r) noexcept;

// Notes what the main request waits for, and with which task.
void wait_for(ngx_http_request_t* main, Wait wait, Task* task = nullptr)
    noexcept;

}  // namespace gate
