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

// The parts that only a chat needs.
struct ChatState {
    const chat::Intern*  intern = nullptr;
    std::string          session_id;  // as sent to the intern
    chat::Turn           turn = chat::Turn::prompt;
    bool                 client_gave_session = false;
};

struct GuardState;  // guard.hpp

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
    Reason                      reason = Reason::none;
    uint16_t                    refused_status = 0;  // 0: not refused
    sse::Outcome                outcome = sse::Outcome::open;
    bool                        had_stream = false;
    bool                        stream_ended = false;
    bool                        rate_counted = false;
    bool                        has_upstream_key = false;  // in the headers
    bool                        has_auth = false;  // keys were looked at
    bool                        would_refuse = false;  // monitor
    bool                        body_replaced = false;
    bool                        judged = false;  // some check was made here
};

// The session of a chat for a log; none where a guardrail has refused it, as
// the session may be what it found (fault G32).
std::string_view session_of(const RequestState& state) noexcept;

// The state of the main request, made on first use; nullptr without memory.
RequestState* request_state(ngx_http_request_t* r) noexcept;

// The same, but nullptr when nothing was judged so far.
RequestState* find_request_state(ngx_http_request_t* r) noexcept;

}  // namespace gate
