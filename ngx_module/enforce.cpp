#include "enforce.hpp"
#include "hold.hpp"
#include "zone.hpp"

namespace gate {

bool is_monitored(const LocConf& conf, Rule rule) noexcept
{
    return conf.enforce == enforce_monitor
           && (rule == Rule::guardrail || !conf.chat);
}

void note_refusal(RequestState* state, const Error& error) noexcept
{
    if (state->would_refuse && state->reason != Reason::none) {
        return;
    }
    if (!state->would_refuse || error.reason != Reason::none) {
        state->would_refuse = true;
        state->would_status = static_cast<uint16_t>(error.status);
        state->reason = error.reason;
    }
}

ngx_int_t enforce(ngx_http_request_t* r, Rule rule, const Error& error,
    const ReplyHeaders& headers)
{
    RequestState* state = request_state(r);

    if (is_monitored(*loc_conf(r), rule)) {
        if (state != nullptr) {
            note_refusal(state, error);
        } else {
            count(Counter::would_refuse);
        }
        return NGX_DECLINED;
    }
    return hold_for_good(r, state) ? refuse(r, error, headers) : cut_off(r);
}

ngx_int_t settle(ngx_http_request_t* r, Rule rule, ngx_int_t rc) noexcept
{
    bool has_failed = rc == NGX_ERROR || rc >= NGX_HTTP_SPECIAL_RESPONSE;

    // these two end the connection, whatever an error_page says
    if (!has_failed || rc == NGX_HTTP_CLOSE
        || rc == NGX_HTTP_CLIENT_CLOSED_REQUEST)
    {
        return rc;
    }

    RequestState* state = request_state(r);
    if (is_monitored(*loc_conf(r), rule)) {
        if (state != nullptr) {
            note_refusal(state, Error{});
        } else {
            count(Counter::would_refuse);
        }
        return NGX_DECLINED;
    }
    return hold_for_good(r, state) ? refuse_failure(r) : cut_off(r);
}

}  // namespace gate
