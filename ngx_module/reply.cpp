#include "reply.hpp"

namespace gate {

namespace {

struct StatusText {
    ngx_uint_t        status;
    Reason            reason;
    std::string_view  message;
};

// what nginx answers by itself in our locations (faults.md 5.1, row O06)
constexpr StatusText status_texts[] = {
    {400, Reason::none, "Bad request"},
    {401, Reason::none, "Invalid or missing API key"},
    {403, Reason::none, "Forbidden"},
    {404, Reason::not_found, "Not found"},
    {405, Reason::none, "Method not allowed"},
    {408, Reason::timeout, "Request timed out"},
    {413, Reason::payload_too_large, "Body larger than allowed"},
    {414, Reason::none, "URI too long"},
    {415, Reason::unsupported_media_type, "Unsupported media type"},
    {416, Reason::none, "Range not satisfiable"},
    {421, Reason::none, "Misdirected request"},
    {429, Reason::rate_limited, "Too many requests"},
    {500, Reason::internal_error, "Internal error"},
    {501, Reason::none, "Not implemented"},
    {502, Reason::upstream_unavailable, "The upstream could not be reached"},
    {503, Reason::none, "Service unavailable"},
    {504, Reason::timeout, "The upstream did not answer in time"},
    {505, Reason::none, "HTTP version not supported"},
};

// what is said without memory: error_body() of error_of_status(500)
constexpr std::string_view failure_body =
    "{\"error\":{\"code\":500,\"message\":\"Internal error\",\"metadata\":"
    "{\"reason\":\"internal_error\",\"retryable\":true}}}\n";

ngx_int_t finish(ngx_http_request_t* r, ngx_int_t rc) noexcept
{
    ngx_http_finalize_request(r, rc);
    return NGX_DONE;
}

void note_answer(ngx_http_request_t* r, RequestState* state, Reason reason,
    uint16_t status) noexcept
{
    if (state != nullptr) {
        state->reason = reason;
        state->refused_status = status;
    }
    // where this is in place of an error_page, its status would be sent
    r->err_status = 0;
}

// A post_action is no client, and a second header none gets.
bool has_no_reader(ngx_http_request_t* r) noexcept
{
    return r->post_action || r->header_sent;
}

ngx_int_t finish_unread(ngx_http_request_t* r) noexcept
{
    return finish(r, r->post_action ? NGX_OK : NGX_ERROR);
}

}  // namespace

Error error_of_status(ngx_uint_t status)
{
    for (const StatusText& row : status_texts) {
        if (row.status == status) {
            return make_error(static_cast<int>(status), row.reason,
                              std::string(row.message));
        }
    }
    return make_error(static_cast<int>(status), Reason::none,
                      status < 500 ? "Request refused" : "Request failed");
}

Reason reason_of_status(ngx_uint_t status) noexcept
{
    for (const StatusText& row : status_texts) {
        if (row.status == status) {
            return row.reason;
        }
    }
    return Reason::none;
}

ngx_int_t add_header(ngx_http_request_t* r, std::string_view name,
    std::string_view value) noexcept
{
    auto* header = static_cast<ngx_table_elt_t*>(
        ngx_list_push(&r->headers_out.headers));
    if (header == nullptr) {
        return NGX_ERROR;
    }

    *header = {};
    header->hash = 1;
    header->key = ngx::str(name);
    return ngx::dup(r->pool, value, &header->value) ? NGX_OK : NGX_ERROR;
}

ngx_int_t add_safety_headers(ngx_http_request_t* r) noexcept
{
    return add_header(r, "X-Content-Type-Options", "nosniff") == NGX_OK
           ? add_header(r, "Cache-Control", "no-store") : NGX_ERROR;
}

ngx_int_t send_body(ngx_http_request_t* r, int status,
    std::string_view content_type, std::string_view body) noexcept
{
    r->headers_out.status = static_cast<ngx_uint_t>(status);
    r->headers_out.content_type = ngx::str(content_type);
    r->headers_out.content_type_len = content_type.size();
    r->headers_out.content_type_lowcase = nullptr;
    r->headers_out.content_length_n = static_cast<off_t>(body.size());

    if (add_safety_headers(r) != NGX_OK) {
        return NGX_ERROR;
    }

    ngx_int_t rc = ngx_http_send_header(r);
    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) {
        return rc;
    }

    ngx_buf_t* b = ngx_create_temp_buf(r->pool, body.size() + 1);
    if (b == nullptr) {
        return NGX_ERROR;
    }
    b->last = ngx_cpymem(b->last, body.data(), body.size());
    b->last_buf = r == r->main;
    b->last_in_chain = 1;

    ngx_chain_t out{b, nullptr};
    return ngx_http_output_filter(r, &out);
}

ngx_int_t reply_json(ngx_http_request_t* r, int status, std::string_view body)
    noexcept
{
    // a refused client must not be asked for its body first (H24)
    r->expect_tested = 1;

    ngx_int_t rc = ngx_http_discard_request_body(r);
    if (rc != NGX_OK) {
        r->keepalive = 0;
    }
    return finish(r, send_body(r, status, "application/json", body));
}

ngx_int_t refuse(ngx_http_request_t* r, const Error& error,
    const ReplyHeaders& headers)
{
    if (has_no_reader(r)) {
        return finish_unread(r);
    }
    note_answer(r, find_request_state(r), error.reason,
                static_cast<uint16_t>(error.status));

    if (error.status == 413 || error.status == 408) {
        // what is left of the body is not worth reading
        r->keepalive = 0;
    }
    if (error.status == 401
        && add_header(r, "WWW-Authenticate", "Bearer") != NGX_OK)
    {
        return finish(r, NGX_ERROR);
    }
    if (!headers.allow.empty()
        && add_header(r, "Allow", headers.allow) != NGX_OK)
    {
        return finish(r, NGX_ERROR);
    }
    if (headers.retry_after_s != 0
        && add_header(r, "Retry-After",
                      std::to_string(headers.retry_after_s)) != NGX_OK)
    {
        return finish(r, NGX_ERROR);
    }

    return reply_json(r, error.status, error_body(error));
}

ngx_int_t refuse_failure(ngx_http_request_t* r) noexcept
{
    if (has_no_reader(r)) {
        return finish_unread(r);
    }
    note_answer(r, find_request_state(r), Reason::internal_error,
                NGX_HTTP_INTERNAL_SERVER_ERROR);
    r->keepalive = 0;
    return reply_json(r, NGX_HTTP_INTERNAL_SERVER_ERROR, failure_body);
}

}  // namespace gate
