// The body filter: the clone's bytes become the main request's.

#include "boundary.hpp"
#include "read_buffer.hpp"
#include "stream.hpp"

namespace gate {

namespace {

constexpr size_t max_collected = 16 * 1024;

ngx_http_output_body_filter_pt next_body_filter;

bool is_data(const ngx_buf_t* b) noexcept
{
    return ngx_buf_in_memory(b) && b->last != b->pos;
}

void note_end(Stream* stream, const ngx_buf_t* b) noexcept
{
    if (b->last_buf || b->last_in_chain) {
        stream->upstream_finished = true;
    }
}

std::string_view bytes_of(const ngx_buf_t* b) noexcept
{
    return {reinterpret_cast<char*>(b->pos),
            static_cast<size_t>(b->last - b->pos)};
}

void feed(Stream* stream, std::string_view bytes)
{
    if (stream->must_end || stream->is_broken) {
        return;
    }

    switch (stream->supervisor->feed(bytes, stream->output)) {
    case sse::Supervisor::State::open:
        return;

    case sse::Supervisor::State::complete:
        if (stream->supervisor->has_excess()) {
            // as if the upstream had asked for it
            stream->sr->upstream->headers_in.connection_close = 1;
            stream->sr->upstream->keepalive = 0;
        }
        if (!stream->is_complete) {
            stream->is_complete = true;
            stream->complete_at = ngx_current_msec;
            arm_timer(stream);
        }
        return;

    case sse::Supervisor::State::broken:
        stream->is_broken = true;
        ngx_log_error(NGX_LOG_ERR, stream->r->connection->log, 0,
                      "gate: upstream sent an event that cannot be passed"
                      " on; the stream is severed");
        post_stream(stream);
        return;
    }
}

// Feeds all buffers of one read. Of many small ones only the last is held:
// their events are gathered, and one unread buffer keeps nginx from reading on.
void feed_chain(Stream* stream, ngx_chain_t* in)
{
    constexpr size_t many = 4;
    size_t count = 0;
    size_t size = 0;
    ngx_buf_t* last = nullptr;

    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        if (is_data(cl->buf)) {
            last = cl->buf;
            count++;
            size += bytes_of(last).size();
        }
    }
    if (count >= many) {
        stream->output.gather(size);
    }

    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        ngx_buf_t* b = cl->buf;
        if (!is_data(b)) {
            continue;
        }
        feed(stream, bytes_of(b));
        if (count < many || b == last) {
            stream->output.hold(b);
        } else {
            b->pos = b->last;
        }
    }
}

ngx_int_t supervise_body(Stream* stream, ngx_chain_t* in)
{
    ngx_http_request_t* sr = stream->sr;
    bool is_flush = in == nullptr;

    if (stream->read_handler == nullptr) {
        lend_read_buffer(stream);
        post_stream(stream);  // to take nginx's own back when we are out
    }

    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        is_flush = is_flush || (cl->buf->flush && !is_data(cl->buf));
        note_end(stream, cl->buf);
    }
    feed_chain(stream, in);

    if (stream->output.has_ready()) {
        if (!stream->header_sent && send_stream_header(stream) != NGX_OK) {
            return NGX_ERROR;
        }
        return write_output(stream, sr, false);
    }

    ngx_int_t rc = NGX_OK;
    if (stream->header_sent
        && (is_flush || !stream->output.is_idle() || sr->connection->buffered))
    {
        rc = next_body_filter(sr, is_flush && in != nullptr
                                  && in->next == nullptr
                                  && ngx_buf_special(in->buf)
                                  && !stream->upstream_finished
                                  ? in : nullptr);
    }
    stream->output.settle(nullptr);
    return rc;
}

// Hands an answer that is no event stream on as the main request's own body:
// the filters below (gunzip, sub, charset) have their contexts there. It must
// be the active request meanwhile, with nothing postponed.
ngx_int_t pass_body(Stream* stream, ngx_chain_t* in) noexcept
{
    ngx_http_request_t* r = stream->r;
    ngx_connection_t* c = r->connection;

    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        note_end(stream, cl->buf);
        if (cl->buf->last_in_chain) {
            // the end is the main request's to say: filters that finish here
            // would do so before it
            if (in->next == nullptr && ngx_buf_special(cl->buf)) {
                return NGX_OK;
            }
            cl->buf->last_in_chain = 0;
        }
    }
    if (c->data != stream->sr) {
        return next_body_filter(stream->sr, in);
    }

    ngx_http_postponed_request_t* postponed = r->postponed;
    r->postponed = nullptr;
    c->data = r;

    ngx_int_t rc = next_body_filter(r, in);

    r->postponed = postponed;
    c->data = stream->sr;
    return rc;
}

ngx_int_t collect_body(Stream* stream, ngx_chain_t* in)
{
    for (ngx_chain_t* cl = in; cl != nullptr; cl = cl->next) {
        ngx_buf_t* b = cl->buf;
        if (stream->collected != nullptr && ngx_buf_in_memory(b)) {
            size_t room = max_collected - stream->collected->size();
            auto size = static_cast<size_t>(b->last - b->pos);
            stream->collected->append(reinterpret_cast<char*>(b->pos),
                                      ngx_min(room, size));
        }
        note_end(stream, b);
        b->pos = b->last;
        b->file_pos = b->file_last;
    }
    return NGX_OK;
}

ngx_int_t on_body(ngx_http_request_t* r, ngx_chain_t* in) noexcept
{
    Stream* stream = r == r->main ? nullptr : stream_of(r->main);
    if (stream == nullptr || stream->sr != r) {
        return next_body_filter(r, in);
    }

    switch (stream->mode) {
    case Stream::Mode::supervise:
        return guarded<ngx_int_t>(r->connection->log, "stream", NGX_ERROR,
                                  [stream, in] {
            return supervise_body(stream, in);
        });

    case Stream::Mode::collect:
    case Stream::Mode::drop:
        return guarded<ngx_int_t>(r->connection->log, "stream", NGX_ERROR,
                                  [stream, in] {
            return collect_body(stream, in);
        });

    default:
        return pass_body(stream, in);
    }
}

}  // namespace

void feed_leftover(Stream* stream)
{
    ngx_http_upstream_t* u = stream->sr->upstream;

    if (stream->mode != Stream::Mode::supervise || u == nullptr) {
        return;
    }
    feed_chain(stream, u->out_bufs);
    u->out_bufs = nullptr;

    if (stream->output.has_ready() && !stream->header_sent) {
        (void) send_stream_header(stream);
    }
}

ngx_int_t write_output(Stream* stream, ngx_http_request_t* writer, bool last)
    noexcept
{
    return guarded<ngx_int_t>(stream->r->connection->log, "output", NGX_ERROR,
                              [=]() -> ngx_int_t {
        ngx_chain_t* out = stream->output.take(last);
        if (out == nullptr) {
            return NGX_OK;
        }

        stream->last_write = ngx_current_msec;
        ngx_int_t rc = writer == stream->r
                       ? ngx_http_output_filter(writer, out)
                       : next_body_filter(writer, out);
        stream->output.settle(out);
        return rc;
    });
}

void install_stream_body() noexcept
{
    next_body_filter = ngx_http_top_body_filter;
    ngx_http_top_body_filter = on_body;
}

}  // namespace gate
