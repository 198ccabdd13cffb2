// From a decision to its effect: a refusal is sent, or in monitor mode noted.
#pragma once

#include "reply.hpp"

namespace gate {

// Whose rule a refusal rests on. The rules of gate_chat are the interface and
// not a policy: monitor mode does not cover them, but its guardrails.
enum class Rule : uint8_t { location, guardrail };

bool is_monitored(const LocConf& conf, Rule rule) noexcept;

// Remembers what would have been refused; the first reason with a name stays.
void note_refusal(RequestState* state, const Error& error) noexcept;

// Every refusal of a check goes through here. In monitor mode it is noted and
// NGX_DECLINED lets the request go on; else it is sent, no later location gets
// the request, and NGX_DONE ends the handler.
ngx_int_t enforce(ngx_http_request_t* r, Rule rule, const Error& error,
    const ReplyHeaders& headers = {});

// What a phase handler makes of its own result: a failure, which is NGX_ERROR
// or a status, never gets to nginx, whose error_page would pass the request
// on. It is a refusal with 500, or in monitor mode a note.
ngx_int_t settle(ngx_http_request_t* r, Rule rule, ngx_int_t rc) noexcept;

}  // namespace gate
