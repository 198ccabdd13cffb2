#include "hold.hpp"
#include "boundary.hpp"
#include "enforce.hpp"
#include "guard.hpp"

namespace gate {

namespace {

Hold* find_hold(const ngx_http_request_t* r, RequestState* state) noexcept
{
    if (r == r->main) {
        return &state->hold;
    }
    for (Hold* hold = state->hold.next; hold != nullptr; hold = hold->next) {
        if (hold->r == r) {
            return hold;
        }
    }
    return nullptr;
}

// Subrequests live in the main request's pool, and as long.
Hold* make_hold(ngx_http_request_t* r, RequestState* state) noexcept
{
    Hold* hold = find_hold(r, state);

    if (hold == nullptr) {
        void* place = ngx_palloc(r->pool, sizeof(Hold));
        if (place == nullptr) {
            return nullptr;
        }
        hold = new (place) Hold{r, 0, false, state->hold.next};
        state->hold.next = hold;
    }
    return hold;
}

// The checks that this location makes and enforces itself.
uint8_t checks_of(ngx_http_request_t* r, const RequestState& state) noexcept
{
    const LocConf& conf = *loc_conf(r);
    uint8_t checks = 0;

    if (!is_monitored(conf, Rule::location)
        && (conf.auth != auth_off || conf.chat))
    {
        checks |= open_key;
    }
    if (!is_monitored(conf, Rule::guardrail)
        && conf.has_checks() && has_policy(r, state))
    {
        checks |= open_body;
    }
    return checks;
}

// A subrequest has its main request's body or one of its own.
bool shares_body(const ngx_http_request_t* r) noexcept
{
    return r->request_body != nullptr && r->request_body->bufs != nullptr
           && r->request_body == r->main->request_body;
}

bool is_open(ngx_http_request_t* r, RequestState* state) noexcept
{
    const Hold* own = find_hold(r, state);
    uint8_t made = checks_of(r, *state);

    if (own != nullptr && (own->for_good || (own->open & ~made) != 0)) {
        return true;
    }
    if (r == r->main) {
        return state->reads_body;  // it is not whole
    }
    // that of an auth_request comes while its main request is open, but has
    // nothing of its body
    return state->hold.for_good
           || (shares_body(r) && (state->hold.open & open_body & ~made) != 0);
}

ngx_uint_t status_of_held(ngx_http_request_t* r, const RequestState& state)
    noexcept
{
    if (state.held_status != 0) {
        return state.held_status;
    }
    // error_page with "=" has taken it away
    return r->err_status >= NGX_HTTP_BAD_REQUEST
           ? r->err_status : NGX_HTTP_FORBIDDEN;
}

}  // namespace

bool hold(ngx_http_request_t* r, RequestState* state, uint8_t checks) noexcept
{
    if (checks == 0) {
        return true;
    }
    Hold* hold = make_hold(r, state);
    if (hold == nullptr) {
        return false;
    }
    hold->open |= checks;
    return true;
}

void release(ngx_http_request_t* r, RequestState* state, uint8_t checks)
    noexcept
{
    Hold* hold = find_hold(r, state);
    if (hold != nullptr) {
        hold->open &= static_cast<uint8_t>(~checks);
    }
}

bool hold_for_good(ngx_http_request_t* r, RequestState* state) noexcept
{
    Hold* hold = state != nullptr ? make_hold(r, state) : nullptr;
    if (hold == nullptr) {
        return false;
    }
    hold->for_good = true;
    return true;
}

bool is_held(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);
    if (state == nullptr || !is_open(r, state)) {
        return false;
    }
    // nginx's handlers of files take nothing from a GET but its URI
    return r->content_handler != nullptr
           || !(r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD));
}

ngx_int_t refuse_held(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);

    ngx_log_error(NGX_LOG_WARN, r->connection->log, 0,
                  "gate: a request that has not passed its checks is not"
                  " given to \"%V\"", &r->uri);
    if (state == nullptr || !hold_for_good(r, state)) {
        return cut_off(r);
    }

    ngx_int_t rc = guarded(r, "refusal", [r, state] {
        return refuse(r, error_of_status(status_of_held(r, *state)));
    });
    return rc == NGX_DONE ? rc : refuse_failure(r);
}

ngx_int_t cut_off(ngx_http_request_t* r) noexcept
{
    // nginx runs no error_page for this status, and no post_action where one
    // has been run and no change of the URI is left
    r->main->post_action = 1;
    r->main->uri_changes = 0;
    r->post_action = 1;
    r->uri_changes = 0;
    return NGX_HTTP_CLOSE;
}

}  // namespace gate
