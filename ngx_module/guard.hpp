// The guardrails' part of a request: what its head may be, and the judgement
// of its body before anything goes on.
#pragma once

#include "inspect_task.hpp"
#include "request.hpp"

#include <list>
#include <memory>
#include <string>

namespace gate {

// The judgement of one request's body in one location. A subrequest may bring
// a body of its own, and several may be judged at once.
struct Judgement {
    enum class Step : uint8_t { idle, running, passed };

    ngx_http_request_t*             r = nullptr;  // whose it is
    guard::Policy                   policy;  // of the location and the key
    const LocConf*                  location = nullptr;
    const ngx_http_request_body_t*  body = nullptr;
    std::unique_ptr<InspectTask>    task;  // while a thread inspects
    Step                            step = Step::idle;
};

// What the policies have said of a request, for logs and headers; in its
// RequestState.
struct GuardState {
    std::list<Judgement>  judgements;  // stay in place
    std::string           trace;
    std::string_view      guardrail;  // that acted
    std::string_view      filter;
    guard::Action         action = guard::Action::none;
    uint32_t              redactions = 0;
    bool                  is_monitored = false;  // and nothing was done
};

// Whether a request of this location is under a policy; known once the key is.
// Most are not and pay nothing.
bool has_policy(ngx_http_request_t* r, const RequestState& state) noexcept;

// Why a request with this head is not taken under a policy: what could not be
// judged is refused before it is read.
std::optional<Error> refusal_of_head(ngx_http_request_t* r);

// Judges the body that has been read. NGX_DECLINED: it may go on.
ngx_int_t guard_body(ngx_http_request_t* r, RequestState* state);

// Registers the response header X-Gate-Trace; in trace.cpp.
void install_trace() noexcept;

}  // namespace gate
