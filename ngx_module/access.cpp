#include "access.hpp"
#include "body.hpp"
#include "boundary.hpp"
#include "credentials.hpp"
#include "enforce.hpp"
#include "guard.hpp"
#include "headers.hpp"
#include "hold.hpp"
#include "intern_request.hpp"
#include "rate.hpp"
#include "stream.hpp"
#include "wait.hpp"
#include "zone.hpp"

#include "base/media_type.hpp"

namespace gate {

namespace {

// A check that passed; NGX_DONE means that the request was refused.
constexpr ngx_int_t passed = NGX_OK;

// What the checks share about one request.
struct Check {
    ngx_http_request_t*  r;
    const LocConf&       conf;
    const MainConf&      main;
    RequestState&        state;
};

// Refuses, or in monitor mode takes note and lets the next check look.
ngx_int_t stop(const Check& check, const Error& error,
    const ReplyHeaders& headers = {})
{
    ngx_int_t rc = enforce(check.r, Rule::location, error, headers);
    return rc == NGX_DECLINED ? passed : rc;
}

Error unauthorized()
{
    return make_error(401, Reason::none, "Invalid or missing API key");
}

Error not_found(const Check& check)
{
    return check.conf.chat
           ? make_error(404, Reason::not_found, "No such intern")
           : make_error(404, Reason::not_found, "Not found");
}

ngx_int_t check_key(const Check& check)
{
    bool wants_management = check.conf.auth == auth_management
                            && !check.conf.chat;
    auto wanted = wants_management ? auth::KeyKind::management
                                   : auth::KeyKind::regular;

    check.state.has_auth = true;
    check.state.key_passed = false;
    const auth::Key* key = find_key(check.r, check.state);
    check.state.has_own_key = key != nullptr;
    if (key == nullptr || key->kind != wanted) {
        return stop(check, unauthorized());
    }

    check.state.key = key;
    if (!key->member) {
        return stop(check, make_error(403, Reason::none,
            "The creator of the key is no longer a member of the"
            " organization"));
    }
    check.state.key_passed = true;
    return passed;
}

// The route of gate_chat: programme, path, intern, method.
ngx_int_t check_intern(const Check& check)
{
    ngx_http_request_t* r = check.r;

    if (!check.state.key->programme) {
        return refuse(r, make_error(404, Reason::none, "Not found"));
    }
    if (r != r->main) {
        return refuse(r, not_found(check));
    }

    auto id = chat::intern_id_of(ngx::view(r->uri));
    const chat::Intern* intern = id ? check.main.interns.find(*id) : nullptr;
    if (intern == nullptr || !intern->is_visible_to(*check.state.key)) {
        return refuse(r, not_found(check));
    }
    if (r->method != NGX_HTTP_POST) {
        return refuse(r, make_error(405, Reason::none, "Method not allowed"),
                      {"POST", 0});
    }

    if (!check.state.chat) {
        check.state.chat = std::make_unique<ChatState>();
    }
    check.state.chat->intern = intern;
    return passed;
}

bool is_allowed_type(const Check& check, std::string_view value) noexcept
{
    if (check.conf.content_types == nullptr) {
        return is_media_type(value, "application/json");
    }

    auto* types = static_cast<ngx_str_t*>(check.conf.content_types->elts);
    for (ngx_uint_t i = 0; i < check.conf.content_types->nelts; i++) {
        if (is_media_type(value, ngx::view(types[i]))) {
            return true;
        }
    }
    return false;
}

ngx_int_t check_media_type(const Check& check)
{
    if (check.conf.content_types == nullptr && !check.conf.chat) {
        return passed;
    }

    bool chat = check.conf.chat;
    size_t found;
    ngx_table_elt_t* header = find_header(check.r, "content-type", &found);

    if (found > 1) {
        // nginx passes both on; which one the upstream reads is unknown
        return stop(check, make_error(400, chat ? Reason::bad_request
                                                : Reason::invalid_body,
                                      "More than one Content-Type"));
    }
    if (!announces_body(check.r)) {
        return passed;
    }
    if (header == nullptr || !is_allowed_type(check,
                                              ngx::view(header->value)))
    {
        return stop(check, chat
            ? make_error(400, Reason::bad_request,
                         "Content-Type must be application/json")
            : make_error(415, Reason::unsupported_media_type,
                         "This Content-Type is not accepted here"));
    }

    find_header(check.r, "content-encoding", &found);
    if (chat && found > 0) {
        return stop(check, make_error(400, Reason::bad_request,
                                      "The body must not be compressed"));
    }
    return passed;
}

ngx_int_t check_size(const Check& check)
{
    auto limit = static_cast<off_t>(check.conf.body_limit);

    if (limit != 0 && check.r->headers_in.content_length_n > limit) {
        return stop(check, make_error(413, Reason::payload_too_large,
            "Body larger than " + std::to_string(limit) + " bytes"));
    }
    return passed;
}

ngx_int_t check_rate(const Check& check)
{
    if (check.conf.rate == 0 || check.state.rate_counted) {
        return passed;
    }
    check.state.rate_counted = true;

    limit::Permit permit = take_permit(
        rate_identity(check.r, check.state.key), check.conf);
    if (permit.granted) {
        return passed;
    }
    return stop(check, make_error(429, Reason::rate_limited,
                                  check.conf.chat ? "Too many intern turns"
                                                  : "Too many requests"),
                {"", permit.retry_after_s()});
}

ngx_int_t check_head(const Check& check)
{
    ngx_int_t rc = passed;

    if (check.conf.auth != auth_off || check.conf.chat) {
        rc = check_key(check);
    }
    if (rc == passed && check.conf.chat) {
        rc = check_intern(check);
    }
    if (rc == passed) {
        rc = check_media_type(check);
    }
    if (rc == passed) {
        rc = check_size(check);
    }
    if (rc == passed) {
        rc = check_rate(check);
    }
    if (rc == passed && !check.conf.chat
        && has_policy(check.r, check.state))
    {
        auto refusal = refusal_of_head(check.r);
        rc = refusal ? stop(check, *refusal) : passed;
    }
    return rc;
}

// What is open until the checks have passed; in monitor mode nothing is.
uint8_t open_checks(const Check& check) noexcept
{
    const LocConf& conf = check.conf;
    uint8_t checks = 0;

    if (!is_monitored(conf, Rule::location)
        && (conf.auth != auth_off || conf.chat))
    {
        checks |= open_key;
    }
    if (announces_body(check.r)
        && (has_policy(check.r, check.state)
            ? !is_monitored(conf, Rule::guardrail) : conf.chat))
    {
        checks |= open_body;
    }
    return checks;
}

// As nginx does before any handler where the limit is not ours to judge; but
// no error_page gets more of the request than a file's name.
ngx_int_t refuse_too_large(ngx_http_request_t* r, RequestState* state)
{
    if (!hold_for_good(r, state)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    ngx_log_error(NGX_LOG_ERR, r->connection->log, 0,
                  "client intended to send too large body: %O bytes",
                  r->headers_in.content_length_n);
    state->held_status = NGX_HTTP_REQUEST_ENTITY_TOO_LARGE;
    r->expect_tested = 1;
    (void) ngx_http_discard_request_body(r);
    ngx_http_finalize_request(r, NGX_HTTP_REQUEST_ENTITY_TOO_LARGE);
    return NGX_DONE;
}

bool is_too_large(ngx_http_request_t* r) noexcept
{
    auto limit = static_cast<off_t>(loc_conf(r)->nginx_limit);
    return limit != 0 && !r->discard_body
           && r->headers_in.content_length_n > limit;
}

ngx_int_t check_request(ngx_http_request_t* r)
{
    RequestState* state = request_state(r);
    if (state == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    state->judged = true;
    if (is_too_large(r)) {
        return refuse_too_large(r, state);
    }

    Check check{r, *loc_conf(r), *main_conf(r), *state};
    if (!hold(r, state, open_checks(check))) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    ngx_int_t rc = check_head(check);
    if (rc != passed) {
        return rc;
    }
    // a key may bring a policy of its own
    if (!hold(r, state, open_checks(check))
        || rewrite_credentials(r, state) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    release(r, state, open_key);
    return NGX_DECLINED;
}

// Reads the body, and makes the request of an intern of a chat's.
ngx_int_t take_body(ngx_http_request_t* r)
{
    const LocConf& conf = *loc_conf(r);
    RequestState* state = find_request_state(r);

    if (state == nullptr || (conf.chat && state->chat == nullptr)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!conf.chat && !has_policy(r, *state)) {
        return NGX_DECLINED;
    }

    // the deadline counts while the body is still coming (H27)
    if (is_supervised(r) && !open_stream(r)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (has_unread_body(r)) {
        ngx_int_t rc = read_body(r);
        if (rc != NGX_DECLINED) {
            return rc;
        }
    }
    if (is_late(r)) {
        return refuse_late(r);
    }
    return conf.chat && !state->chat->is_prepared
           ? prepare_intern_request(r, state) : NGX_DECLINED;
}

ngx_int_t judge_body(ngx_http_request_t* r)
{
    RequestState* state = find_request_state(r);
    if (state == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    ngx_int_t rc = has_policy(r, *state) ? guard_body(r, state)
                                         : NGX_DECLINED;
    if (rc == NGX_DECLINED) {
        release(r, state, open_body);
    }
    return rc;
}

}  // namespace

ngx_int_t on_preaccess(ngx_http_request_t* r) noexcept
{
    const LocConf* conf = loc_conf(r);

    if (is_held(r)) {
        return refuse_held(r);
    }
    if (!conf->has_checks() && conf->upstream_key.len == 0) {
        drop_upstream_key(r);
        return NGX_DECLINED;
    }
    if (r->http_version < NGX_HTTP_VERSION_10) {
        return NGX_HTTP_CLOSE;  // no status line to refuse with (H12)
    }
    return settle(r, Rule::location, guarded(r, "preaccess", [r] {
        return check_request(r);
    }));
}

ngx_int_t on_precontent(ngx_http_request_t* r) noexcept
{
    if (!loc_conf(r)->has_checks() || is_own_clone(r)) {
        return NGX_DECLINED;
    }

    ngx_int_t rc = settle(r, Rule::location, guarded(r, "precontent", [r] {
        return take_body(r);
    }));
    if (rc != NGX_DECLINED) {
        return rc;
    }
    return settle(r, Rule::guardrail, guarded(r, "precontent", [r] {
        return judge_body(r);
    }));
}

}  // namespace gate
