#include "body.hpp"
#include "boundary.hpp"
#include "enforce.hpp"
#include "hold.hpp"

namespace gate {

namespace {

ngx_http_request_body_filter_pt next_body_filter;

// Until the body is there nginx's reader may end the request at any time. No
// error_page gets it then: nginx answers itself, and the filters of
// error_page.cpp give the answer its JSON.
void begin_reading(ngx_http_request_t* r, RequestState* state) noexcept
{
    if (!state->reads_body) {
        state->reads_body = true;
        state->had_error_page = r->error_page;
        r->error_page = 1;
    }
}

void end_reading(ngx_http_request_t* r, RequestState* state) noexcept
{
    if (state->reads_body) {
        state->reads_body = false;
        r->error_page = state->had_error_page;
    }
}

void on_body(ngx_http_request_t* r) noexcept
{
    // the body serves more than one reader: us, a mirror, the upstream
    r->preserve_body = 1;
    r->write_event_handler = ngx_http_core_run_phases;

    RequestState* state = find_request_state(r);
    if (state != nullptr) {
        wait_for(r, Wait::nothing);
        end_reading(r, state);
        if (state->in_read_body) {
            state->in_read_body = false;
            return;  // read_body() goes on
        }
    }
    ngx_http_core_run_phases(r);
}

// Of a late body; nginx ends such a request without an answer.
void on_body_event(ngx_http_request_t* r) noexcept
{
    RequestState* state = find_request_state(r);

    if (!r->connection->read->timedout) {
        state->nginx_reader(r);
        return;
    }
    r->connection->read->timedout = 0;
    r->read_event_handler = ngx_http_block_reading;
#if (NGX_HTTP_V2)
    if (r->stream != nullptr) {
        r->stream->skip_data = 1;
    }
#endif
    ngx_int_t rc = guarded(r, "body", [r] {
        return refuse(r, error_of_status(NGX_HTTP_REQUEST_TIME_OUT));
    });
    if (rc != NGX_DONE) {
        (void) refuse_failure(r);
    }
}

// A length that was announced is judged before; this is for chunked bodies
// and HTTP/2 without a length (fault H08).
bool is_over_limit(ngx_http_request_t* r, RequestState* state,
    ngx_chain_t* in)
{
    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        state->body_received += static_cast<uint64_t>(ngx_buf_size(cl->buf));
    }
    if (state->body_received <= loc_conf(r)->longest_body()) {
        return false;
    }
    if (!is_monitored(*loc_conf(r), Rule::location)) {
        return true;
    }
    note_refusal(state, make_error(413, Reason::payload_too_large, ""));
    return false;
}

ngx_int_t on_body_part(ngx_http_request_t* r, ngx_chain_t* in) noexcept
{
    if (loc_conf(r)->longest_body() == 0) {
        return next_body_filter(r, in);
    }

    RequestState* state = request_state(r);
    ngx_int_t rc = guarded(r, "body limit", [r, in, state]() -> ngx_int_t {
        if (state == nullptr) {
            return NGX_HTTP_INTERNAL_SERVER_ERROR;
        }
        return is_over_limit(r, state, in) ? NGX_HTTP_REQUEST_ENTITY_TOO_LARGE
                                           : NGX_OK;
    });
    if (rc == NGX_OK) {
        return next_body_filter(r, in);
    }
    if (rc == NGX_HTTP_INTERNAL_SERVER_ERROR
        && is_monitored(*loc_conf(r), Rule::location))
    {
        return next_body_filter(r, in);
    }

    // whoever reads it ends the request with this status
    r->error_page = 1;
    if (state != nullptr) {
        begin_reading(r, state);
    }
    return rc;
}

// Frees a buffer, unless it is in the pool's blocks, where a small one stays.
void release(ngx_pool_t* pool, ngx_buf_t* b) noexcept
{
    if (b != nullptr && b->start != nullptr) {
        (void) ngx_pfree(pool, b->start);
        b->start = nullptr;
    }
}

// Closes a temporary file before the pool does.
void close_file(ngx_pool_t* pool, ngx_fd_t fd) noexcept
{
    for (ngx_pool_cleanup_t* cln = pool->cleanup; cln; cln = cln->next) {
        if (cln->handler != ngx_pool_cleanup_file
            && cln->handler != ngx_pool_delete_file)
        {
            continue;
        }
        if (static_cast<ngx_pool_cleanup_file_t*>(cln->data)->fd == fd) {
            cln->handler(cln->data);
            cln->handler = nullptr;
            return;
        }
    }
}

// Its parts are views of its buffer, of the header's, or of a file.
void release_parts(ngx_http_request_t* r) noexcept
{
    ngx_http_request_body_t* body = r->request_body;

    release(r->pool, body->buf);
    if (body->temp_file != nullptr) {
        close_file(r->pool, body->temp_file->file.fd);
    }
    body->buf = nullptr;
    body->bufs = nullptr;
}

// Whether nobody else has the body: a subrequest shares it with its main
// request, and what has asked for a subrequest may have more under way, such
// as a mirror that still sends it.
bool is_only_reader(ngx_http_request_t* r) noexcept
{
    return r == r->main && r->count == 1 && !main_conf(r)->keep_body;
}

}  // namespace

void install_body_limit() noexcept
{
    next_body_filter = ngx_http_top_request_body_filter;
    ngx_http_top_request_body_filter = on_body_part;
}

ngx_int_t read_body(ngx_http_request_t* r) noexcept
{
    RequestState* state = request_state(r);
    if (state == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    r->request_body_in_single_buf = 1;
    r->request_body_in_persistent_file = 1;
    r->request_body_in_clean_file = 1;

    wait_for(r, Wait::body);
    state->in_read_body = true;
    // what a monitored location would meet without us is nginx's to answer
    if (!is_monitored(*loc_conf(r), Rule::location)) {
        begin_reading(r, state);
    }
    ngx_int_t rc = ngx_http_read_client_request_body(r, on_body);
    bool is_there = !state->in_read_body;
    state->in_read_body = false;
    if (rc >= NGX_HTTP_SPECIAL_RESPONSE) {
        wait_for(r, Wait::nothing);
        ngx_http_finalize_request(r, rc);
        return NGX_DONE;
    }
    if (!is_there && state->reads_body) {
        state->nginx_reader = r->read_event_handler;
        r->read_event_handler = on_body_event;
    }

    // the reference that nginx took
    ngx_http_finalize_request(r, NGX_DONE);
    return is_there ? NGX_DECLINED : NGX_DONE;
}

BodyParts::BodyParts(ngx_http_request_t* r)
{
    ngx_chain_t* bufs = r->request_body ? r->request_body->bufs : nullptr;

    for (ngx_chain_t* cl = bufs; cl != nullptr; cl = cl->next) {
        ngx_buf_t* b = cl->buf;
        if (ngx_buf_size(b) == 0) {
            continue;  // a chunked body ends with an empty special buffer
        }

        Part part;
        part.size = static_cast<size_t>(ngx_buf_size(b));
        if (b->in_file) {
            part.fd = b->file->fd;
            part.offset = b->file_pos;
            has_file_ = true;
        } else {
            part.bytes = {reinterpret_cast<char*>(b->pos), part.size};
        }
        parts_.push_back(part);
        size_ += part.size;
    }
}

bool BodyParts::append(const Part& part, std::string* out)
{
    if (part.fd == NGX_INVALID_FILE) {
        out->append(part.bytes);
        return true;
    }

    size_t at = out->size();
    size_t end = at + part.size;
    off_t offset = part.offset;

    out->resize(end);
    while (at < end) {
        ssize_t n = pread(part.fd, out->data() + at, end - at, offset);
        if (n == -1 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            return false;
        }
        at += static_cast<size_t>(n);
        offset += n;
    }
    return true;
}

bool BodyParts::read(std::string* scratch, std::string_view* text) const
{
    if (parts_.size() == 1 && !has_file_) {
        *text = parts_.front().bytes;
        return true;
    }

    scratch->clear();
    scratch->reserve(size_);
    for (const Part& part : parts_) {
        if (!append(part, scratch)) {
            return false;
        }
    }
    *text = *scratch;
    return true;
}

ngx_int_t replace_body(ngx_http_request_t* r, std::string_view text) noexcept
{
    // a buffer of its own allocation, so that release_parts() can free it
    size_t size = ngx_max(text.size(), NGX_MAX_ALLOC_FROM_POOL + 1);
    ngx_buf_t* b = ngx_create_temp_buf(r->pool, size);
    ngx_chain_t* cl = ngx_alloc_chain_link(r->pool);
    if (b == nullptr || cl == nullptr) {
        return NGX_ERROR;
    }
    b->last = ngx_cpymem(b->last, text.data(), text.size());
    b->last_buf = 1;

    if (is_only_reader(r)) {
        release_parts(r);
    }
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
    if (r->request_body != nullptr && r->request_body->bufs != nullptr) {
        release_parts(r);
    }
}

}  // namespace gate
