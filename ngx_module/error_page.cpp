// nginx's own error pages in gated locations, as the JSON envelope.

#include "boundary.hpp"
#include "error_page.hpp"
#include "reply.hpp"

namespace gate {

namespace {

ngx_http_output_header_filter_pt next_header_filter;
ngx_http_output_body_filter_pt next_body_filter;

// The limit that a body has met: nginx's or ours, whichever is lower.
uint64_t body_limit_of(ngx_http_request_t* r) noexcept
{
    auto* clcf = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    auto limit = static_cast<uint64_t>(clcf->client_max_body_size);
    uint64_t own = loc_conf(r)->longest_body();

    return limit == 0 || (own != 0 && own < limit) ? own : limit;
}

Error error_of_page(ngx_http_request_t* r)
{
    Error error = error_of_status(r->headers_out.status);

    if (error.status == 413) {
        uint64_t limit = body_limit_of(r);
        if (limit != 0) {
            error.message = "Body larger than " + std::to_string(limit)
                            + " bytes";
        }
    }
    if (error.status == 400 && loc_conf(r)->chat) {
        error.reason = Reason::bad_request;
    }
    return error;
}

// nginx's own page for a 4xx or 5xx becomes the JSON envelope. A page of the
// operator's (error_page) has other marks and stays.
ngx_int_t replace_error_page(ngx_http_request_t* r, bool reads_body)
{
    bool is_own_page = r->err_status >= NGX_HTTP_BAD_REQUEST
        && (!r->error_page || reads_body)
        && (r->upstream == nullptr || r->upstream->headers_in.status_n == 0)
        && r->headers_out.last_modified_time == -1
        && ngx::view(r->headers_out.content_type) == "text/html"
        && r->headers_out.content_length_n > 0;
    if (!is_own_page) {
        return NGX_OK;
    }

    RequestState* state = request_state(r);
    if (state == nullptr) {
        return NGX_ERROR;
    }

    Error error = error_of_page(r);
    state->reason = error.reason;
    state->refused_status = static_cast<uint16_t>(error.status);

    if (add_safety_headers(r) != NGX_OK
        || !ngx::dup(r->pool, error_body(error), &state->error_body))
    {
        return NGX_ERROR;
    }
    r->headers_out.content_type = ngx_string("application/json");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.content_length_n =
        static_cast<off_t>(state->error_body.len);
    return NGX_OK;
}

ngx_int_t on_header(ngx_http_request_t* r) noexcept
{
    if (r != r->main || r->err_status < NGX_HTTP_BAD_REQUEST) {
        return next_header_filter(r);
    }

    // a body that broke off under our eyes has no other answer
    RequestState* state = find_request_state(r);
    bool reads_body = state != nullptr && state->reads_body;
    if (loc_conf(r)->json_errors || reads_body) {
        if (r->http_version < NGX_HTTP_VERSION_10) {
            return NGX_ERROR;  // no status line to send (fault H12)
        }

        ngx_int_t rc = guarded(r, "error page", [r, reads_body] {
            return replace_error_page(r, reads_body);
        });
        if (rc != NGX_OK) {
            return NGX_ERROR;
        }
    }
    return next_header_filter(r);
}

// The page that replace_error_page() announced, once.
ngx_int_t write_error_body(ngx_http_request_t* r, RequestState* state) noexcept
{
    ngx_str_t text = state->error_body;
    auto* b = static_cast<ngx_buf_t*>(ngx_calloc_buf(r->pool));
    if (b == nullptr) {
        return NGX_ERROR;
    }

    state->error_body = ngx_str_t{};
    b->pos = b->start = text.data;
    b->last = b->end = text.data + text.len;
    b->memory = 1;
    b->last_buf = 1;
    b->last_in_chain = 1;

    ngx_chain_t out{b, nullptr};
    return next_body_filter(r, &out);
}

ngx_int_t on_body(ngx_http_request_t* r, ngx_chain_t* in) noexcept
{
    auto* state = static_cast<RequestState*>(
        ngx_http_get_module_ctx(r, ngx_http_gate_module));

    if (r == r->main && state != nullptr && state->error_body.len != 0
        && in != nullptr)
    {
        return write_error_body(r, state);
    }
    return next_body_filter(r, in);
}

}  // namespace

void install_error_pages() noexcept
{
    next_header_filter = ngx_http_top_header_filter;
    ngx_http_top_header_filter = on_header;
    next_body_filter = ngx_http_top_body_filter;
    ngx_http_top_body_filter = on_body;
}

}  // namespace gate
