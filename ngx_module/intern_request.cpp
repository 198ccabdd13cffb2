#include "intern_request.hpp"
#include "body.hpp"
#include "headers.hpp"
#include "reply.hpp"
#include "worker.hpp"

#include "chat/chat_request.hpp"

namespace gate {

namespace {

// of the client's, never of use to an intern, or ours to set
constexpr std::string_view removed_headers[] = {
    "authorization", "x-api-key", "api-key", "cookie", "idempotency-key",
    "x-intern-id", "x-user-id", "x-workspace-id", "x-session-id",
    "x-approval-mode", "x-request-id",
};

ngx_int_t set_header(ngx_http_request_t* r, std::string_view name,
    std::string_view lowercase_name, std::string_view value) noexcept
{
    ngx_str_t copy;

    if (value.empty()) {
        return NGX_OK;
    }
    return ngx::dup(r->pool, value, &copy)
           ? add_request_header(r, name, lowercase_name, ngx::view(copy))
           : NGX_ERROR;
}

std::string_view request_id(ngx_http_request_t* r) noexcept
{
    ngx_str_t name = ngx_string("request_id");
    ngx_uint_t hash = ngx_hash_key(name.data, name.len);
    ngx_http_variable_value_t* value = ngx_http_get_variable(r, &name, hash);

    if (value == nullptr || value->not_found) {
        return {};
    }
    return {reinterpret_cast<char*>(value->data), value->len};
}

ngx_int_t set_intern_headers(ngx_http_request_t* r, const RequestState& state,
    const chat::ChatRequest& request) noexcept
{
    for (std::string_view name : removed_headers) {
        bool is_ours = state.has_upstream_key && name == "authorization";
        if (!is_ours && remove_header(r, name) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    std::string_view mode = request.is_tool_reply()
                            ? std::string_view()
                            : chat::name(request.approval_mode);

    if (set_header(r, "X-Intern-Id", "x-intern-id", state.chat->intern->id)
            != NGX_OK
        || set_header(r, "X-User-Id", "x-user-id", state.key->user_id)
            != NGX_OK
        || set_header(r, "X-Workspace-Id", "x-workspace-id",
                      state.key->workspace_id) != NGX_OK
        || set_header(r, "X-Session-Id", "x-session-id",
                      state.chat->session_id) != NGX_OK
        || set_header(r, "X-Approval-Mode", "x-approval-mode", mode)
            != NGX_OK
        || set_header(r, "X-Request-Id", "x-request-id", request_id(r))
            != NGX_OK)
    {
        return NGX_ERROR;
    }
    return NGX_OK;
}

}  // namespace

ngx_int_t prepare_intern_request(ngx_http_request_t* r, RequestState* state)
{
    ChatState& chat = *state->chat;
    std::string scratch;
    std::string_view text;

    if (!body_text(r, &scratch, &text)) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    auto read = chat::read_chat_request(text);
    if (!read) {
        return refuse(r, read.error());
    }
    if (chat.intern->status != "running") {
        return refuse(r, make_error(409, Reason::intern_not_ready,
                                    "The intern is not running"));
    }
    const chat::ChatRequest& request = *read;
    const MainConf& main = *main_conf(r);

    chat.client_gave_session = !request.session_id.empty();
    chat.session_id = chat.client_gave_session ? request.session_id
                                               : worker()->new_id("ses-");
    chat.turn = request.turn();

    std::string model = chat.intern->model.empty()
                        ? main.brand + "/intern" : chat.intern->model;
    std::string body = chat::upstream_body(request, model, chat.session_id);

    // nothing else has seen it so far
    release_body(r);
    if (replace_body(r, body) != NGX_OK
        || set_intern_headers(r, *state, request) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return NGX_DECLINED;
}

}  // namespace gate
