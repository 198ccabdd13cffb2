// What is due although neither side does anything: keepalives, an early
// header, deadlines, the end of a stream whose upstream stays open, and the
// streams of a worker that must leave.

#include "boundary.hpp"
#include "read_buffer.hpp"
#include "stream.hpp"
#include "wait.hpp"
#include "worker.hpp"
#include "zone.hpp"

#include "sse/event.hpp"

namespace gate {

namespace {

// An upstream that has sent its [DONE] may take this long to end the
// transfer, so that its connection can be used again.
constexpr ngx_msec_t grace = 1000;

constexpr ngx_msec_t never = static_cast<ngx_msec_t>(-1);

// The streams of this worker, and the tick that sees it leave.
ngx_queue_t streams;
ngx_event_t tick;
ngx_msec_t shutdown_timeout;
ngx_msec_t leave_at;  // 0: not leaving

ngx_msec_t tick_interval() noexcept
{
    return ngx_max(20, ngx_min(500, shutdown_timeout / 8));
}

bool wants_keepalive(const Stream& stream) noexcept
{
    return loc_conf(stream.r)->keepalive != 0
           && (stream.header_sent || stream.mode == Stream::Mode::supervise);
}

// An early header is still of use: none was sent, and none is refused.
bool wants_commit(const Stream& stream) noexcept
{
    return loc_conf(stream.r)->commit != 0 && !stream.header_sent
           && stream.sr != nullptr
           && (stream.mode == Stream::Mode::waiting
               || stream.mode == Stream::Mode::supervise);
}

bool has_deadline(const Stream& stream) noexcept
{
    return loc_conf(stream.r)->deadline != 0
           && stream.mode != Stream::Mode::pass && !stream.state->is_late;
}

// Keepalives of many idle streams fall due together, up to a 128th of their
// interval late, so that the worker wakes once for all of them.
ngx_msec_t keepalive_due(const Stream& stream) noexcept
{
    ngx_msec_t interval = loc_conf(stream.r)->keepalive;
    ngx_msec_t grain = interval / 128 + 1;
    ngx_msec_t due = stream.last_write + interval + grain - 1;

    return due - due % grain;
}

ngx_msec_t next_due(const Stream& stream) noexcept
{
    const LocConf& conf = *loc_conf(stream.r);
    ngx_msec_t due = never;

    if (stream.is_complete) {
        due = ngx_min(due, stream.complete_at + grace);
    }
    if (has_deadline(stream)) {
        due = ngx_min(due, stream.started + conf.deadline);
    }
    if (wants_commit(stream)) {
        due = ngx_min(due, stream.started + conf.commit);
    }
    if (wants_keepalive(stream)) {
        due = ngx_min(due, keepalive_due(stream));
    }
    return due;
}

bool is_due(ngx_msec_t at) noexcept
{
    return static_cast<ngx_msec_int_t>(ngx_current_msec - at) >= 0;
}

// The client's connection after bytes were written outside its own handlers;
// false when the request is gone.
bool after_write(Stream* stream, ngx_int_t rc) noexcept
{
    ngx_connection_t* c = stream->r->connection;

    if (rc == NGX_ERROR) {
        // the upstream's own handling of a client that has gone
        c->error = 1;
        c->read->handler(c->read);
        return false;
    }

    if (c->buffered) {
        auto* clcf = static_cast<ngx_http_core_loc_conf_t*>(
            ngx_http_get_module_loc_conf(stream->r, ngx_http_core_module));
        if (!c->write->timer_set) {
            ngx_add_timer(c->write, clcf->send_timeout);
        }
        if (ngx_handle_write_event(c->write, clcf->send_lowat) != NGX_OK) {
            return after_write(stream, NGX_ERROR);
        }
    }
    return true;
}

// Writes a comment, between events and through the request that may write.
bool write_keepalive(Stream* stream) noexcept
{
    ngx_connection_t* c = stream->r->connection;

    if (c->buffered || !stream->output.is_idle() || c->data != stream->sr) {
        stream->last_write = ngx_current_msec;  // slow is not silent
        return true;
    }

    ngx_int_t rc = guarded<ngx_int_t>(c->log, "keepalive", NGX_ERROR,
                                      [stream]() -> ngx_int_t {
        if (!stream->header_sent && send_stream_header(stream) != NGX_OK) {
            return NGX_ERROR;
        }
        stream->output.write_static(sse::keepalive);
        return write_output(stream, stream->sr, false);
    });

    count(Counter::keepalives);
    return after_write(stream, rc);
}

// Answers 200 although the upstream is silent (gate_stream_commit).
bool commit_header(Stream* stream) noexcept
{
    ngx_int_t rc = guarded<ngx_int_t>(stream->r->connection->log, "commit",
                                      NGX_ERROR, [stream] {
        return send_stream_header(stream);
    });
    if (rc != NGX_OK) {
        return after_write(stream, NGX_ERROR);
    }
    return write_keepalive(stream);  // flushes the header
}

// Does what is due; false when the request may be gone.
bool serve(Stream* stream) noexcept
{
    const LocConf& conf = *loc_conf(stream->r);

    if (stream->is_broken) {
        end_clone(stream, sse::End::cut);
        return false;
    }
    if (stream->is_complete && is_due(stream->complete_at + grace)) {
        end_clone(stream, sse::End::finished);
        return false;
    }
    if (has_deadline(*stream) && is_due(stream->started + conf.deadline)) {
        if (stream->sr != nullptr) {
            end_clone(stream, sse::End::deadline);
        } else {
            end_late(stream->r);
        }
        return false;
    }
    if (wants_commit(*stream) && is_due(stream->started + conf.commit)) {
        return commit_header(stream);
    }
    if (wants_keepalive(*stream) && is_due(keepalive_due(*stream))) {
        return write_keepalive(stream);
    }
    return true;
}

void on_stream_event(ngx_event_t* event) noexcept
{
    auto* stream = static_cast<Stream*>(event->data);
    ngx_connection_t* c = stream->r->connection;

    event->timedout = 0;
    if (stream->clone_done) {
        return;  // the main request ends it
    }
    if (stream_of(stream->r) != stream) {
        unwatch(stream);  // an internal redirect has left it behind
        return;
    }
    ngx_http_set_log_request(c->log, stream->r);

    if (serve(stream)) {
        reclaim_read_buffer(stream);
        arm_timer(stream);
    }
    ngx_http_run_posted_requests(c);
}

// Ends what is left a little before worker_shutdown_timeout closes it.
void on_tick(ngx_event_t*) noexcept
{
    if (ngx_exiting && leave_at == 0) {
        leave_at = ngx_current_msec + shutdown_timeout - 2 * tick_interval();
    }
    if (leave_at != 0 && is_due(leave_at)) {
        while (!ngx_queue_empty(&streams)) {
            auto* link = ngx_queue_data(ngx_queue_head(&streams),
                                        Stream::Link, queue);
            Stream* stream = link->stream;
            ngx_connection_t* c = stream->r->connection;

            if (stream->sr == nullptr) {
                unwatch(stream);  // nothing to tell a client so far
                continue;
            }
            end_clone(stream, sse::End::shutdown);
            ngx_http_run_posted_requests(c);
        }
    }
    if (!ngx_queue_empty(&streams)) {
        ngx_add_timer(&tick, tick_interval());
    }
}

}  // namespace

void start_timers(ngx_cycle_t* cycle) noexcept
{
    auto* core = static_cast<ngx_core_conf_t*>(static_cast<void*>(
        ngx_get_conf(cycle->conf_ctx, ngx_core_module)));

    ngx_queue_init(&streams);
    shutdown_timeout = core->shutdown_timeout;
    tick.handler = on_tick;
    tick.log = cycle->log;
    tick.data = &tick;
    tick.cancelable = 1;
}

void watch(Stream* stream) noexcept
{
    stream->started = stream->last_write = ngx_current_msec;
    stream->event.handler = on_stream_event;
    stream->event.data = stream;
    stream->event.log = stream->r->connection->log;

    stream->link.stream = stream;
    ngx_queue_insert_tail(&streams, &stream->link.queue);
    if (shutdown_timeout != 0 && !tick.timer_set) {
        ngx_add_timer(&tick, tick_interval());
    }
    arm_timer(stream);
}

void unwatch(Stream* stream) noexcept
{
    if (stream->link.stream != nullptr) {
        ngx_queue_remove(&stream->link.queue);
        stream->link.stream = nullptr;
    }
    if (stream->event.timer_set) {
        ngx_del_timer(&stream->event);
    }
    if (stream->event.posted) {
        ngx_delete_posted_event(&stream->event);
    }
}

void arm_timer(Stream* stream) noexcept
{
    ngx_msec_t due = next_due(*stream);

    if (due == never || stream->clone_done) {
        return;
    }

    // a timer that fires too early looks again; so no event moves it
    ngx_event_t* event = &stream->event;
    if (event->timer_set) {
        if (static_cast<ngx_msec_int_t>(event->timer.key - due) <= 0) {
            return;
        }
        ngx_del_timer(event);  // nginx does not move one by less than 300 ms
    }
    ngx_add_timer(event, is_due(due) ? 1 : due - ngx_current_msec);
}

void post_stream(Stream* stream) noexcept
{
    ngx_post_event(&stream->event, &ngx_posted_events);
}

}  // namespace gate
