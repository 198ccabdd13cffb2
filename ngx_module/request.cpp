#include "guard.hpp"
#include "intern_request.hpp"

namespace gate {

ChatState::ChatState() noexcept = default;
ChatState::~ChatState() = default;

RequestState::RequestState() noexcept = default;
RequestState::~RequestState() = default;

std::string_view session_of(const RequestState& state) noexcept
{
    bool is_shown = state.chat != nullptr
                    && state.reason != Reason::content_blocked;
    return is_shown ? std::string_view(state.chat->session_id)
                    : std::string_view();
}

RequestState* find_request_state(ngx_http_request_t* r) noexcept
{
    auto* state = static_cast<RequestState*>(
        ngx_http_get_module_ctx(r->main, ngx_http_gate_module));

    // an internal redirect has zeroed the contexts; the pool remembers
    if (state == nullptr && r->main->uri_changes
                            != NGX_HTTP_MAX_URI_CHANGES + 1)
    {
        state = ngx::find<RequestState>(r->pool);
        if (state != nullptr) {
            ngx_http_set_ctx(r->main, state, ngx_http_gate_module);
        }
    }
    return state;
}

RequestState* request_state(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);

    if (state == nullptr) {
        state = ngx::make<RequestState>(r->pool);
        if (state != nullptr) {
            state->method = r->main->method_name;
            state->uri = r->main->uri;
            ngx_http_set_ctx(r->main, state, ngx_http_gate_module);
        }
    }
    return state;
}

}  // namespace gate
