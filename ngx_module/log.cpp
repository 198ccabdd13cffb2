#include "log.hpp"
#include "boundary.hpp"
#include "guard.hpp"
#include "headers.hpp"
#include "reply.hpp"
#include "zone.hpp"

#include "audit/line.hpp"

namespace gate {

namespace {

std::string_view outcome_word(const RequestState& state) noexcept
{
    if (!state.had_stream) {
        return {};
    }
    return state.stream_ended ? name(state.outcome) : "client_gone";
}

ngx_uint_t log_status(ngx_http_request_t* r) noexcept
{
    return r->err_status ? r->err_status : r->headers_out.status;
}

// The bounds add up to less than audit::longest_line, with every field there.
audit::Line audit_line(ngx_http_request_t* r, const RequestState& state)
{
    constexpr size_t id = 160;
    constexpr size_t word = 32;
    audit::Line out;

    if (state.key != nullptr) {
        out.field("key", state.key->id, 96);
        out.field("kind", name(state.key->kind), word);
        out.field("user", state.key->user_id, id);
        out.field("workspace", state.key->workspace_id, id);
    }
    if (state.chat) {
        out.field("intern", state.chat->intern->id, id);
        out.field("session", session_of(state), id);
    }
    out.number("status", static_cast<int64_t>(log_status(r)));
    out.field("reason", name(state.reason), word);
    if (state.would_refuse) {
        out.field("verdict", "would_refuse", word);
        out.number("would_be", state.would_status);
    }
    if (state.guard != nullptr && !state.guard->filter.empty()) {
        out.field("guardrail", state.guard->guardrail, 208);
        out.field("filter", state.guard->filter, word);
        out.field("action", name(state.guard->action), word);
        out.number("redactions", state.guard->redactions);
    }
    out.field("stream", outcome_word(state), word);
    if (state.had_stream) {
        out.number("events", static_cast<int64_t>(state.events));
    }
    if (state.usage.prompt_tokens >= 0) {
        out.number("prompt_tokens", state.usage.prompt_tokens);
    }
    if (state.usage.completion_tokens >= 0) {
        out.number("completion_tokens", state.usage.completion_tokens);
    }
    out.field("client", ngx::view(r->connection->addr_text), 64);
    out.field("method", ngx::view(state.method), word);
    out.field("uri", ngx::view(state.uri), 400);
    return out;
}

void write_audit_line(ngx_http_request_t* r, const RequestState& state)
{
    bool is_bad = state.refused_status != 0 || state.would_refuse
                  || (state.stream_ended
                      && state.outcome == sse::Outcome::severed);
    ngx_uint_t level = is_bad ? NGX_LOG_WARN : NGX_LOG_INFO;

    if (r->connection->log->log_level < level) {
        return;
    }

    // without nginx's own context, which holds the request line raw
    ngx_log_t log = *r->connection->log;
    log.handler = nullptr;

    audit::Line line = audit_line(r, state);
    ngx_str_t text = ngx::str(line.text());
    ngx_log_error(level, &log, 0, "gate:%V", &text);
}

void count_outcome(const RequestState& state) noexcept
{
    count(Counter::requests);
    if (state.refused_status != 0) {
        figures().refused[static_cast<size_t>(state.reason)]++;
    }
    if (state.would_refuse) {
        count(Counter::would_refuse);
    }
    if (!state.had_stream) {
        return;
    }
    count(Counter::events, state.events);
    if (state.stream_ended) {
        figures().outcomes[static_cast<size_t>(state.outcome)]++;
    } else {
        count(Counter::client_gone);
    }
}

}  // namespace

ngx_int_t on_log(ngx_http_request_t* r) noexcept
{
    if (r != r->main) {
        return NGX_OK;
    }

    RequestState* state = find_request_state(r);
    if (state == nullptr || (!state->judged && !state->had_stream
                             && state->refused_status == 0))
    {
        return NGX_OK;
    }

    if (state->refused_status == 0 && r->err_status >= NGX_HTTP_BAD_REQUEST) {
        // nginx's own refusal, answered with a page of the operator's
        state->refused_status = static_cast<uint16_t>(r->err_status);
        state->reason = reason_of_status(r->err_status);
    }
    if (state->has_auth || state->has_upstream_key) {
        // no $http_authorization of an access log shows a key
        (void) remove_header(r, "authorization");
        (void) remove_header(r, "x-api-key");
        (void) remove_header(r, "api-key");
    }
    count_outcome(*state);

    return guarded<ngx_int_t>(r->connection->log, "audit", NGX_OK,
                              [r, state] {
        write_audit_line(r, *state);
        return NGX_OK;
    });
}

}  // namespace gate
