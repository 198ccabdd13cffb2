#include "log.hpp"
#include "boundary.hpp"
#include "guard.hpp"
#include "headers.hpp"
#include "reply.hpp"
#include "zone.hpp"

#include "base/text.hpp"

namespace gate {

namespace {

void append_field(std::string& out, const char* name, std::string_view value)
{
    if (!value.empty()) {
        out += ' ';
        out += name;
        out += "=\"";
        text::append_escaped(out, value.substr(0, 512));
        out += '"';
    }
}

void append_number(std::string& out, const char* name, int64_t value)
{
    out += ' ';
    out += name;
    out += '=';
    out += std::to_string(value);
}

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

std::string audit_line(ngx_http_request_t* r, const RequestState& state)
{
    std::string out;

    if (state.key != nullptr) {
        append_field(out, "key", state.key->id);
        append_field(out, "kind", name(state.key->kind));
        append_field(out, "user", state.key->user_id);
        append_field(out, "workspace", state.key->workspace_id);
    }
    if (state.chat) {
        append_field(out, "intern", state.chat->intern->id);
        append_field(out, "session", session_of(state));
    }
    append_number(out, "status", static_cast<int64_t>(log_status(r)));
    append_field(out, "reason", name(state.reason));
    if (state.would_refuse) {
        append_field(out, "verdict", "would_refuse");
    }
    if (state.guard != nullptr && !state.guard->filter.empty()) {
        append_field(out, "guardrail", state.guard->guardrail);
        append_field(out, "filter", state.guard->filter);
        append_field(out, "action", name(state.guard->action));
        append_number(out, "redactions", state.guard->redactions);
    }
    append_field(out, "stream", outcome_word(state));
    if (state.had_stream) {
        append_number(out, "events", static_cast<int64_t>(state.events));
    }
    if (state.usage.prompt_tokens >= 0) {
        append_number(out, "prompt_tokens", state.usage.prompt_tokens);
    }
    if (state.usage.completion_tokens >= 0) {
        append_number(out, "completion_tokens",
                      state.usage.completion_tokens);
    }
    append_field(out, "client", ngx::view(r->connection->addr_text));
    append_field(out, "method", ngx::view(state.method));
    append_field(out, "uri", ngx::view(state.uri));
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

    std::string line = audit_line(r, state);
    ngx_str_t text = ngx::str(line);
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
