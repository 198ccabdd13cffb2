// The second nginx module of the .so: its PRECONTENT handler runs after mirror
// and try_files, starts the clone of the main request that the upstream is
// asked with, and ends the main request once the clone is done.

#include "body.hpp"
#include "boundary.hpp"
#include "enforce.hpp"
#include "headers.hpp"
#include "read_buffer.hpp"
#include "reply.hpp"
#include "stream.hpp"
#include "wait.hpp"
#include "zone.hpp"

#include "chat/outcome.hpp"
#include "json/writer.hpp"
#include "sse/relay.hpp"

namespace gate {

namespace {

ngx_int_t finalize(ngx_http_request_t* r, ngx_int_t rc) noexcept
{
    ngx_http_finalize_request(r, rc);
    return NGX_DONE;
}

// post_subrequest of the clone. What its upstream did is ours to answer: only
// a client that has gone goes on as it is. Runs twice for a clone whose
// output is still buffered; the first result is the true one.
ngx_int_t on_clone_done(ngx_http_request_t* sr, void* data, ngx_int_t rc)
    noexcept
{
    auto* stream = static_cast<Stream*>(data);
    ngx_connection_t* c = sr->connection;

    if (!stream->clone_done) {
        stream->clone_done = true;
        stream->clone_rc = rc;
        wait_for(stream->r, Wait::nothing);
        stream->r->upstream_states = sr->upstream_states;
        unwatch(stream);
    }

    bool is_gone = c->error || c->timedout
                   || rc == NGX_HTTP_CLIENT_CLOSED_REQUEST;
    return is_gone ? rc : NGX_OK;
}

ngx_int_t start_clone(Stream* stream) noexcept
{
    ngx_http_request_t* r = stream->r;

    // compressed events could not be supervised
    if (remove_header(r, "accept-encoding") != NGX_OK) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    auto* ps = static_cast<ngx_http_post_subrequest_t*>(
        ngx_palloc(r->pool, sizeof(ngx_http_post_subrequest_t)));
    if (ps == nullptr) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    ps->handler = on_clone_done;
    ps->data = stream;

    ngx_http_request_t* sr;
    if (ngx_http_subrequest(r, &r->uri, &r->args, &sr, ps,
                            NGX_HTTP_SUBREQUEST_CLONE) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    ngx_http_set_ctx(sr, stream, ngx_http_gate_stream_module);
    stream->sr = sr;
    wait_for(r, Wait::upstream);
    arm_timer(stream);
    return NGX_AGAIN;
}

bool has_error_page(ngx_http_request_t* r, ngx_int_t status) noexcept
{
    auto* clcf = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_get_module_loc_conf(r, ngx_http_core_module));
    if (clcf->error_pages == nullptr) {
        return false;
    }

    auto* pages = static_cast<ngx_http_err_page_t*>(clcf->error_pages->elts);
    for (ngx_uint_t i = 0; i < clcf->error_pages->nelts; i++) {
        if (pages[i].status == status) {
            return true;
        }
    }
    return false;
}

int64_t deadline_seconds(const Stream& stream) noexcept
{
    return static_cast<int64_t>((loc_conf(stream.r)->deadline + 999) / 1000);
}

// Why there is no stream to show, as the interface says it.
Error chat_refusal(const Stream& stream)
{
    if (stream.must_end && stream.end == sse::End::deadline) {
        return chat::route_deadline(deadline_seconds(stream));
    }
    if (stream.refusal) {
        return *stream.refusal;
    }
    if (stream.mode == Stream::Mode::collect && stream.upstream_finished) {
        chat::UpstreamAnswer answer;
        answer.status = static_cast<int>(stream.upstream_status);
        answer.body = *stream.collected;
        answer.is_json = stream.is_json;
        answer.turn = stream.state->chat->turn;
        return chat::refusal_of(answer);
    }
    if (stream.mode == Stream::Mode::supervise) {
        return make_error(502, Reason::stream_severed,
            "The stream of the intern ended before the turn started");
    }
    return stream.clone_rc == NGX_HTTP_GATEWAY_TIME_OUT
           ? chat::intern_timed_out() : chat::intern_unreachable();
}

Error relay_refusal(const Stream& stream)
{
    if (stream.must_end && stream.end == sse::End::deadline) {
        return chat::route_deadline(deadline_seconds(stream));
    }
    return error_of_status(stream.clone_rc >= NGX_HTTP_BAD_REQUEST
                           ? static_cast<ngx_uint_t>(stream.clone_rc)
                           : NGX_HTTP_BAD_GATEWAY);
}

ngx_int_t refuse_stream(Stream* stream)
{
    ngx_http_request_t* r = stream->r;
    bool chat = loc_conf(r)->chat;
    ngx_int_t rc = stream->clone_rc;

    if (!chat && !stream->must_end && rc >= NGX_HTTP_SPECIAL_RESPONSE
        && (rc < NGX_HTTP_BAD_REQUEST || rc == NGX_HTTP_CLOSE
            || has_error_page(r, rc)))
    {
        // the location's own error_page, redirect or 444 goes on working
        r->headers_out.location = stream->sr->headers_out.location;
        return finalize(r, rc);
    }

    if (chat && stream->mode == Stream::Mode::collect && !stream->must_end
        && stream->upstream_status == NGX_HTTP_ACCEPTED)
    {
        auto session = chat::steered_session(*stream->collected);
        if (session) {
            std::string body = "{\"session_id\":";
            json::append_string(body, *session);
            body += ",\"status\":\"steered\"}\n";
            return reply_json(r, NGX_HTTP_ACCEPTED, body);
        }
    }

    Error error = chat ? chat_refusal(*stream) : relay_refusal(*stream);
    ReplyHeaders headers;
    if (error.reason == Reason::busy || error.status == 429) {
        headers.retry_after_s = std::max(1u, stream->retry_after_s);
    }
    return refuse(r, error, headers);
}

// An answer that is no event stream: the end of it, or the lack of one, is
// the upstream's.
ngx_int_t end_passed(Stream* stream) noexcept
{
    ngx_http_request_t* r = stream->r;

    if (r->header_only) {
        return finalize(r, NGX_OK);
    }
    if (!stream->upstream_finished) {
        r->keepalive = 0;
        return finalize(r, ngx_http_send_special(r, NGX_HTTP_FLUSH));
    }
    take_trailers(stream);
    return finalize(r, ngx_http_send_special(r, NGX_HTTP_LAST));
}

ngx_int_t end_supervised(Stream* stream)
{
    RequestState* state = stream->state;
    sse::Supervisor& supervisor = *stream->supervisor;
    bool is_stream = stream->mode == Stream::Mode::supervise;

    if (is_stream) {
        sse::End why = stream->must_end ? stream->end
                       : stream->upstream_finished ? sse::End::finished
                       : sse::End::cut;
        state->outcome = supervisor.end(why, stream->output);
        if (why == sse::End::finished && !loc_conf(stream->r)->chat) {
            take_trailers(stream);
        }
    } else {
        // the header went out early and the upstream has refused since
        Error error = stream->must_end ? sse::error_at_end(stream->end)
                      : loc_conf(stream->r)->chat ? chat_refusal(*stream)
                      : relay_refusal(*stream);
        state->reason = error.reason;
        state->outcome = supervisor.fail(error, stream->output);
    }

    stop_counting(stream);
    state->stream_ended = true;
    state->usage = supervisor.usage();
    state->events = supervisor.events();
    return finalize(stream->r, write_output(stream, stream->r, true));
}

ngx_int_t end_stream(Stream* stream)
{
    feed_leftover(stream);

    if (stream->mode == Stream::Mode::pass) {
        return end_passed(stream);
    }
    return stream->header_sent ? end_supervised(stream)
                               : refuse_stream(stream);
}


}  // namespace

Stream::~Stream()
{
    unwatch(this);
    drop_read_buffer(this);
    stop_counting(this);
}

void stop_counting(Stream* stream) noexcept
{
    if (stream->is_counted) {
        stream->is_counted = false;
        count(Counter::streams_active, static_cast<uint64_t>(-1));
    }
}

bool is_own_clone(ngx_http_request_t* r) noexcept
{
    if (r == r->main) {
        return false;
    }
    Stream* stream = stream_of(r->main);
    return stream != nullptr && stream->sr == r
           && ngx_http_get_module_ctx(r, ngx_http_gate_stream_module)
              == stream;
}

Stream* stream_of(ngx_http_request_t* main) noexcept
{
    return static_cast<Stream*>(
        ngx_http_get_module_ctx(main, ngx_http_gate_stream_module));
}

bool open_stream(ngx_http_request_t* r) noexcept
{
    if (stream_of(r) != nullptr) {
        return true;
    }

    RequestState* state = request_state(r);
    auto* stream = ngx::make<Stream>(r->pool, r);
    if (state == nullptr || stream == nullptr) {
        return false;
    }

    stream->state = state;
    stream->output.begin(r->pool);
    ngx_http_set_ctx(r, stream, ngx_http_gate_stream_module);
    watch(stream);
    return true;
}

void end_clone(Stream* stream, sse::End why) noexcept
{
    ngx_http_request_t* sr = stream->sr;

    if (stream->clone_done || sr == nullptr) {
        return;
    }
    stream->must_end = true;
    stream->end = why;

    ngx_http_upstream_t* u = sr->upstream;
    if (u != nullptr && u->cleanup != nullptr) {
        // as ngx_http_upstream_create() does with an earlier upstream: the
        // cleanup gives back one reference
        sr->main->count++;
        (*u->cleanup)(sr);
    }
    ngx_http_finalize_request(sr, NGX_OK);
}

bool is_supervised(ngx_http_request_t* r) noexcept
{
    // without a content handler a file is served: nothing to supervise
    return loc_conf(r)->has_stream() && r == r->main
           && r->content_handler != nullptr
           && r->http_version >= NGX_HTTP_VERSION_10;
}

ngx_int_t on_stream_precontent(ngx_http_request_t* r) noexcept
{
    if (!is_supervised(r)) {
        return NGX_DECLINED;
    }

    ngx_int_t rc = guarded(r, "stream", [r]() -> ngx_int_t {
        Stream* stream = stream_of(r);

        if (stream == nullptr) {
            if (!open_stream(r)) {
                return NGX_HTTP_INTERNAL_SERVER_ERROR;
            }
            stream = stream_of(r);
        }
        if (stream->sr != nullptr) {
            return stream->clone_done ? end_stream(stream) : NGX_AGAIN;
        }
        if (is_late(r)) {
            return refuse_late(r);
        }
        if (announces_body(r) && has_unread_body(r)) {
            ngx_int_t rc = read_body(r);
            if (rc != NGX_DECLINED) {
                return rc;
            }
        }
        return start_clone(stream);
    });
    if (rc < NGX_HTTP_SPECIAL_RESPONSE) {
        return rc;
    }

    // before there is a clone, a monitored location can go on without one
    Stream* stream = stream_of(r);
    bool has_clone = stream != nullptr && stream->sr != nullptr;
    return has_clone ? refuse_failure(r) : settle(r, Rule::location, rc);
}

}  // namespace gate
