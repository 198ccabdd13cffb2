#include "intern_request.hpp"
#include "headers.hpp"
#include "reply.hpp"
#include "wait.hpp"
#include "worker.hpp"

#include "chat/chat_request.hpp"

namespace gate {

namespace {

// What is read of a chat on the event loop: a byte of the worst, an object of
// many short members, costs 23 ns.
constexpr size_t longest_on_loop = 40 * 1024;

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

// Makes the reading and does it here or on a thread: NGX_DECLINED once it is
// done, NGX_AGAIN, or a refusal.
ngx_int_t begin_reading(ngx_http_request_t* r, ChatState* chat)
{
    const MainConf& main = *main_conf(r);

    chat->reading = std::make_unique<ChatReading>(r);
    ChatReading& reading = *chat->reading;
    reading.session_id = worker()->new_id("ses-");
    reading.model = chat->intern->model.empty() ? main.brand + "/intern"
                                                : chat->intern->model;
    if (reading.parts.size() <= longest_on_loop && !reading.parts.has_file())
    {
        reading.read();
        return NGX_DECLINED;
    }
    auto failure = failure_of(wait_on_thread(r, &reading));
    return failure ? refuse(r, *failure, retry_of(*failure)) : NGX_AGAIN;
}

ngx_int_t end_reading(ngx_http_request_t* r, RequestState* state,
    const ChatReading& reading)
{
    ChatState& chat = *state->chat;

    if (!reading.request) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    if (!*reading.request) {
        return refuse(r, reading.request->error());
    }
    if (chat.intern->status != "running") {
        return refuse(r, make_error(409, Reason::intern_not_ready,
                                    "The intern is not running"));
    }

    const chat::ChatRequest& request = **reading.request;
    chat.client_gave_session = !request.session_id.empty();
    chat.session_id = chat.client_gave_session ? request.session_id
                                               : reading.session_id;
    chat.turn = request.turn();
    if (replace_body(r, reading.intern_body) != NGX_OK
        || set_intern_headers(r, *state, request) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return NGX_DECLINED;
}

}  // namespace

void ChatReading::read()
{
    std::string scratch;
    std::string_view text;

    if (!parts.read(&scratch, &text)) {
        return;
    }
    request = chat::read_chat_request(text);
    if (*request) {
        const chat::ChatRequest& read = **request;
        intern_body = chat::upstream_body(read, model,
            read.session_id.empty() ? session_id : read.session_id);
    }
}

ngx_int_t prepare_intern_request(ngx_http_request_t* r, RequestState* state)
{
    ChatState& chat = *state->chat;

    if (chat.reading == nullptr) {
        ngx_int_t rc = begin_reading(r, &chat);
        if (rc != NGX_DECLINED) {
            return rc;
        }
    } else if (chat.reading->is_pending()) {
        return NGX_AGAIN;
    } else if (auto failure = failure_of(*chat.reading)) {
        return refuse(r, *failure, retry_of(*failure));
    }

    // a refusal may free the request
    std::unique_ptr<ChatReading> reading = std::move(chat.reading);
    chat.is_prepared = true;
    return end_reading(r, state, *reading);
}

}  // namespace gate
