// The guardrails' part of a request: what its head may be, and the judgement
// of its body before anything goes on.
#pragma once

#include "request.hpp"
#include "offload.hpp"

#include <string>

namespace gate {

// What the policy has said of a request; in its RequestState.
struct GuardState {
    enum class Step : uint8_t { idle, running, judged };

    guard::Policy     policy;  // of the location and the key
    const LocConf*    location = nullptr;  // whose policy it is
    Job               job;
    std::string       trace;
    std::string_view  guardrail;  // that acted
    std::string_view  filter;
    guard::Action     action = guard::Action::none;
    uint32_t          redactions = 0;
    bool              is_monitored = false;  // and nothing was done
    Step              step = Step::idle;
};

// Whether a request of this location is under a policy; known once the key is.
// Most are not and pay nothing.
bool has_policy(ngx_http_request_t* r, const RequestState& state) noexcept;

// Why a request with this head is not taken under a policy: what could not be
// judged is refused before it is read.
std::optional<Error> refusal_of_head(ngx_http_request_t* r);

// Judges the body that has been read. NGX_DECLINED: it may go on.
ngx_int_t guard_body(ngx_http_request_t* r, RequestState* state);

// Registers the response header X-Gate-Trace.
void install_trace() noexcept;

}  // namespace gate
