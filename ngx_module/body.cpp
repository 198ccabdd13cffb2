#include "body.hpp"

namespace gate {

namespace {

ngx_http_request_body_filter_pt next_body_filter;

void on_body(ngx_http_request_t* r) noexcept
{
    // the body serves more than one reader: us, a mirror, the upstream
    r->preserve_body = 1;
    r->write_event_handler = ngx_http_core_run_phases;
    ngx_http_core_run_phases(r);
}

// A length that was announced is judged before; this is for chunked bodies
// and HTTP/2 without a length (fault H08).
ngx_int_t on_body_part(ngx_http_request_t* r, ngx_chain_t* in) noexcept
{
    const LocConf* conf = loc_conf(r);

    if (conf->body_limit != 0) {
        RequestState* state = request_state(r);
        if (state == nullptr) {
            return NGX_HTTP_INTERNAL_SERVER_ERROR;
        }
        for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
            state->body_received += static_cast<uint64_t>(
                ngx_buf_size(cl->buf));
        }
        if (state->body_received > conf->body_limit) {
            if (conf->enforce == enforce_on || conf->chat) {
                return NGX_HTTP_REQUEST_ENTITY_TOO_LARGE;
            }
            state->reason = Reason::payload_too_large;
            state->would_refuse = true;
        }
    }

    return next_body_filter(r, in);
}

bool append_file(ngx_http_request_t* r, ngx_buf_t* b, std::string* out)
{
    auto size = static_cast<size_t>(b->file_last - b->file_pos);
    size_t start = out->size();

    out->resize(start + size);
    ssize_t n = ngx_read_file(b->file, ngx::bytes(*out) + start, size,
                              b->file_pos);
    if (n != static_cast<ssize_t>(size)) {
        ngx_log_error(NGX_LOG_CRIT, r->connection->log, 0,
                      "gate: cannot read the body's temporary file");
        return false;
    }
    return true;
}

}  // namespace

void install_body_limit() noexcept
{
    next_body_filter = ngx_http_top_request_body_filter;
    ngx_http_top_request_body_filter = on_body_part;
}

ngx_int_t read_body(ngx_http_request_t* r) noexcept
{
    r->request_body_in_single_buf = 1;
    r->request_body_in_persistent_file = 1;
    r->request_body_in_clean_file = 1;

    ngx_int_t rc = ngx_http_read_client_request_body(r, on_body);
    if (rc >= NGX_HTTP_SPECIAL_RESPONSE) {
        return rc;
    }

    ngx_http_finalize_request(r, NGX_DONE);
    return NGX_DONE;
}

bool body_text(ngx_http_request_t* r, std::string* scratch,
    std::string_view* text)
{
    ngx_chain_t* bufs = r->request_body ? r->request_body->bufs : nullptr;
    size_t parts = 0;

    *text = {};
    for (ngx_chain_t* cl = bufs; cl != nullptr; cl = cl->next) {
        ngx_buf_t* b = cl->buf;
        if (ngx_buf_size(b) == 0) {
            continue;  // a chunked body ends with an empty special buffer
        }

        if (parts++ == 0 && !b->in_file) {
            *text = {reinterpret_cast<char*>(b->pos),
                     static_cast<size_t>(b->last - b->pos)};
            continue;
        }
        if (parts == 2) {
            *scratch = *text;
        }
        if (!b->in_file) {
            scratch->append(reinterpret_cast<char*>(b->pos),
                            static_cast<size_t>(b->last - b->pos));
        } else if (!append_file(r, b, scratch)) {
            return false;
        }
        *text = *scratch;
    }
    return true;
}

ngx_int_t replace_body(ngx_http_request_t* r, std::string_view text) noexcept
{
    // a buffer of its own allocation, so that release_body() can free it
    size_t size = ngx_max(text.size(), NGX_MAX_ALLOC_FROM_POOL + 1);
    ngx_buf_t* b = ngx_create_temp_buf(r->pool, size);
    ngx_chain_t* cl = ngx_alloc_chain_link(r->pool);
    if (b == nullptr || cl == nullptr) {
        return NGX_ERROR;
    }
    b->last = ngx_cpymem(b->last, text.data(), text.size());
    b->last_buf = 1;

    cl->buf = b;
    cl->next = nullptr;
    r->request_body->bufs = cl;
    r->request_body->buf = b;
    // where there is a file, nginx takes the buffer for a free one; nor may
    // $request_body_file name what was replaced
    r->request_body->temp_file = nullptr;
    r->headers_in.content_length_n = static_cast<off_t>(text.size());
    r->headers_in.chunked = 0;

    if (r->headers_in.content_length != nullptr) {
        auto* digits = static_cast<u_char*>(
            ngx_pnalloc(r->pool, NGX_OFF_T_LEN));
        if (digits == nullptr) {
            return NGX_ERROR;
        }
        ngx_str_t& value = r->headers_in.content_length->value;
        value.data = digits;
        value.len = static_cast<size_t>(
            ngx_sprintf(digits, "%O", r->headers_in.content_length_n)
            - digits);
    }
    return NGX_OK;
}

void release_sent_body(ngx_http_request_t* r, ngx_http_upstream_t* u) noexcept
{
    // the main request and our clone; a third one, such as a mirror, may still
    // be sending the same bytes
    if (!u->request_body_sent || main_conf(r)->keep_body
        || r->main->count > 2)
    {
        return;
    }

    // a body from a file went through a buffer of the upstream's own
    for (ngx_chain_t* cl = u->output.free; cl != nullptr; cl = cl->next) {
        if (cl->buf->temporary && cl->buf->start != nullptr) {
            (void) ngx_pfree(r->pool, cl->buf->start);
            cl->buf->start = nullptr;
        }
    }
    u->output.free = nullptr;
    u->output.buf = nullptr;
    release_body(r);
}

void release_body(ngx_http_request_t* r) noexcept
{
    ngx_http_request_body_t* body = r->request_body;
    if (body == nullptr || body->bufs == nullptr
        || main_conf(r)->keep_body)
    {
        return;
    }

    // its parts are views of this buffer, of the header's, or of a file; a
    // small one lies in the pool's blocks and stays there
    if (body->buf != nullptr && body->buf->start != nullptr) {
        (void) ngx_pfree(r->pool, body->buf->start);
    }
    body->buf = nullptr;
    body->bufs = nullptr;
}

}  // namespace gate
