// One supervised stream: the main request that waits, its clone that talks to
// the upstream, and what stands between them.
//
// A Stream belongs to the main request's pool. Its parts are in five files:
// chat.cpp starts the clone and says how it ended, stream_header.cpp judges
// its answer, stream.cpp carries the bytes, timers.cpp does what is due without
// either, output.cpp holds the bytes on their way to the client.
#pragma once

#include "request.hpp"
#include "output.hpp"

#include "sse/supervisor.hpp"

#include <memory>
#include <optional>
#include <string>

namespace gate {

struct Stream {
    explicit Stream(ngx_http_request_t* request) noexcept : r(request) {}
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    // Its place among the worker's streams.
    struct Link {
        ngx_queue_t  queue;
        Stream*      stream;
    };

    // What is done with the clone's answer.
    enum class Mode : uint8_t {
        waiting,    // no header so far
        supervise,  // an event stream
        pass,       // anything else, as it is
        collect,    // a chat's refusal, read to be mapped
        drop,       // nothing of it may go on
    };

    ngx_http_request_t*               r;
    ngx_http_request_t*               sr = nullptr;  // our clone
    RequestState*                     state = nullptr;
    std::unique_ptr<sse::Supervisor>  supervisor;
    Output                            output;
    std::unique_ptr<std::string>      collected;
    std::unique_ptr<Error>            refusal;  // decided at the header
    void*                             read_buffer = nullptr;  // lent to us
    ngx_http_upstream_handler_pt      read_handler = nullptr;  // nginx's
    ngx_event_t                       event{};  // timer, or posted
    Link                              link{};
    ngx_msec_t                        started = 0;
    ngx_msec_t                        last_write = 0;
    ngx_msec_t                        complete_at = 0;
    ngx_int_t                         clone_rc = NGX_OK;
    ngx_uint_t                        upstream_status = 0;
    uint32_t                          retry_after_s = 0;
    Mode                              mode = Mode::waiting;
    sse::End                          end = sse::End::cut;
    bool                              clone_done = false;
    bool                              header_sent = false;
    bool                              is_json = false;  // collected
    bool                              is_complete = false;  // its own end
    bool                              is_broken = false;
    bool                              must_end = false;  // decided by us
    bool                              upstream_finished = false;
    bool                              is_counted = false;  // in the gauge
};

// Whether r is the clone that a stream of its main request waits for, and not
// another subrequest or a clone that was redirected to another location.
bool is_own_clone(ngx_http_request_t* r) noexcept;

// The stream of this main request, or nullptr.
Stream* stream_of(ngx_http_request_t* main) noexcept;

// Whether the answer to this request is supervised as a stream if it is one.
bool is_supervised(ngx_http_request_t* r) noexcept;

// Makes the stream of a main request and starts its timer; true if it has one.
bool open_stream(ngx_http_request_t* r) noexcept;

// chat.cpp

// PRECONTENT of ngx_http_gate_stream_module: after mirror and try_files.
ngx_int_t on_stream_precontent(ngx_http_request_t* r) noexcept;

// Takes an ended stream out of the gauge of active ones.
void stop_counting(Stream* stream) noexcept;

// Ends the clone, whatever its upstream is doing.
void end_clone(Stream* stream, sse::End why) noexcept;

// stream_header.cpp

void install_stream_header() noexcept;

// Sends the main request's header if it was not sent; before any byte.
ngx_int_t send_stream_header(Stream* stream);

// Gives the main request the clone's trailers: once the upstream's transfer
// has ended, and before the main request's own filters add theirs.
void take_trailers(Stream* stream) noexcept;

// stream.cpp

void install_stream_body() noexcept;

// Hands on what an upstream with broken framing had sent before it broke.
void feed_leftover(Stream* stream);

// Writes the supervisor's own bytes through the request that may write now.
ngx_int_t write_output(Stream* stream, ngx_http_request_t* writer,
    bool last) noexcept;

// timers.cpp

void start_timers(ngx_cycle_t* cycle) noexcept;

// Joins the worker's streams: the timer runs and a leaving worker ends it.
void watch(Stream* stream) noexcept;
// The reverse; also when the stream was never watched.
void unwatch(Stream* stream) noexcept;

// Sets the timer to what is due next.
void arm_timer(Stream* stream) noexcept;

// Handles what is due as soon as the current handlers have returned.
void post_stream(Stream* stream) noexcept;

}  // namespace gate
