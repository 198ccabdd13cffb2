#include "vars.hpp"
#include "boundary.hpp"
#include "guard.hpp"

namespace gate {

namespace {

enum class Var : uintptr_t {
    key_id,
    key_kind,
    user_id,
    workspace_id,
    intern_id,
    intern_upstream,
    session_id,
    verdict,
    reason,
    guardrail_id,
    redactions,
    prompt_tokens,
    completion_tokens,
    stream_outcome,
};

std::string_view verdict_word(const RequestState& state) noexcept
{
    if (state.refused_status != 0) {
        return "refused";
    }
    if (state.would_refuse) {
        return "would_refuse";
    }
    if (state.guard != nullptr && state.guard->redactions != 0) {
        return state.guard->is_monitored ? "would_redact" : "redacted";
    }
    bool is_flagged = state.guard != nullptr
                      && state.guard->action == guard::Action::flag;
    return is_flagged ? "flagged" : "passed";
}

// Text that lives as long as the request; empty: not found ("-" in a log).
std::string_view text_of(const RequestState& state, Var var) noexcept
{
    const auth::Key* key = state.key;
    const ChatState* chat = state.chat.get();

    switch (var) {
    case Var::key_id:
        return key ? std::string_view(key->id) : "";
    case Var::key_kind:
        return key ? name(key->kind) : "";
    case Var::user_id:
        return key ? std::string_view(key->user_id) : "";
    case Var::workspace_id:
        return key ? std::string_view(key->workspace_id) : "";
    case Var::intern_id:
        return chat ? std::string_view(chat->intern->id) : "";
    case Var::intern_upstream:
        return chat ? std::string_view(chat->intern->proxy_target) : "";
    case Var::session_id:
        return session_of(state);
    case Var::verdict:
        return verdict_word(state);
    case Var::guardrail_id:
        return state.guard ? state.guard->guardrail : "";
    case Var::reason:
        return name(state.reason);
    case Var::stream_outcome:
        if (!state.had_stream) {
            return "";
        }
        return state.stream_ended ? name(state.outcome) : "client_gone";
    default:
        return "";
    }
}

ngx_int_t set_number(ngx_http_request_t* r, ngx_http_variable_value_t* v,
    int64_t value) noexcept
{
    if (value < 0) {
        v->not_found = 1;
        return NGX_OK;
    }

    v->data = static_cast<u_char*>(ngx_pnalloc(r->pool, NGX_INT64_LEN));
    if (v->data == nullptr) {
        return NGX_ERROR;
    }
    v->len = static_cast<unsigned>(ngx_sprintf(v->data, "%L", value)
                                   - v->data) & 0xfffffff;
    v->valid = 1;
    return NGX_OK;
}

ngx_int_t get_variable(ngx_http_request_t* r, ngx_http_variable_value_t* v,
    uintptr_t data) noexcept
{
    const RequestState* state = find_request_state(r);
    auto var = static_cast<Var>(data);

    v->valid = 0;
    v->no_cacheable = 0;
    v->not_found = 0;
    v->escape = 0;

    if (state == nullptr) {
        v->not_found = 1;
        return NGX_OK;
    }
    if (var == Var::prompt_tokens) {
        return set_number(r, v, state->usage.prompt_tokens);
    }
    if (var == Var::completion_tokens) {
        return set_number(r, v, state->usage.completion_tokens);
    }

    if (var == Var::redactions) {
        return set_number(r, v, state->guard ? state->guard->redactions : -1);
    }

    std::string_view text = text_of(*state, var);
    v->not_found = text.empty();
    v->valid = !text.empty();
    v->data = ngx::bytes(text);
    v->len = static_cast<unsigned>(text.size()) & 0xfffffff;
    return NGX_OK;
}

struct Row {
    ngx_str_t  name;
    Var        var;
};

const Row rows[] = {
    {ngx_string("gate_key_id"), Var::key_id},
    {ngx_string("gate_key_kind"), Var::key_kind},
    {ngx_string("gate_user_id"), Var::user_id},
    {ngx_string("gate_workspace_id"), Var::workspace_id},
    {ngx_string("gate_intern_id"), Var::intern_id},
    {ngx_string("gate_intern_upstream"), Var::intern_upstream},
    {ngx_string("gate_session_id"), Var::session_id},
    {ngx_string("gate_verdict"), Var::verdict},
    {ngx_string("gate_reason"), Var::reason},
    {ngx_string("gate_guardrail_id"), Var::guardrail_id},
    {ngx_string("gate_redactions"), Var::redactions},
    {ngx_string("gate_prompt_tokens"), Var::prompt_tokens},
    {ngx_string("gate_completion_tokens"), Var::completion_tokens},
    {ngx_string("gate_stream_outcome"), Var::stream_outcome},
};

}  // namespace

ngx_int_t add_variables(ngx_conf_t* cf) noexcept
{
    for (const Row& row : rows) {
        ngx_str_t name = row.name;
        // what they say changes while the request goes on
        ngx_http_variable_t* variable = ngx_http_add_variable(
            cf, &name, NGX_HTTP_VAR_NOCACHEABLE);
        if (variable == nullptr) {
            return NGX_ERROR;
        }
        variable->get_handler = get_variable;
        variable->data = static_cast<uintptr_t>(row.var);
    }
    return NGX_OK;
}

}  // namespace gate
