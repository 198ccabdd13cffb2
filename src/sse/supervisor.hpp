// What watches one stream between an upstream and a client.
//
// A supervisor is fed the upstream's bytes as they come and says what goes on
// to the client: whole events only, so that a keepalive or an error can be
// put in between at any time. When the stream ends, for whatever reason, it
// writes what is missing. It knows no sockets, timers or nginx.
#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <string_view>

namespace gate::sse {

// Takes what goes to the client, in order.
class Sink {
public:
    // Bytes of the slice being fed; they stay in place until sent.
    virtual void pass(std::string_view slice) = 0;
    // Bytes of the supervisor's own; copied.
    virtual void write(std::string_view bytes) = 0;

protected:
    ~Sink() = default;
};

// How the upstream's side ended, or why it must.
enum class End : uint8_t {
    finished,   // the transfer ended as its framing said
    cut,        // closed, reset, silent too long, or broken framing
    deadline,   // gate_stream_deadline has passed
    shutdown,   // this worker must leave
};

enum class Outcome : uint8_t {
    open,       // still streaming
    complete,   // the dialect's own end was seen
    paused,     // ended with finish_reason tool_calls
    run_ended,  // the intern confirmed the end of the run
    failed,     // the upstream itself reported an error
    severed,    // ended without its end: an error was written
    timeout,    // its deadline ended it
    shutdown,   // the worker left
};

std::string_view name(Outcome outcome) noexcept;

struct Usage {
    int64_t  prompt_tokens = -1;  // -1: not reported
    int64_t  completion_tokens = -1;
};

class Supervisor {
public:
    virtual ~Supervisor() = default;

    enum class State : uint8_t {
        open,
        complete,  // nothing is missing any more; later events may be dropped
        broken,    // the bytes make no sense: end() it with End::cut
    };

    // Feeds the next bytes of the upstream.
    virtual State feed(std::string_view bytes, Sink& sink) = 0;

    // Writes what is missing; called once, nothing is fed after it.
    virtual Outcome end(End why, Sink& sink) = 0;

    // Ends a stream that never began with this error, in place of end().
    virtual Outcome fail(const Error& error, Sink& sink) = 0;

    // Whether bytes have followed the end: such an upstream's connection is
    // not to be used again (fault U18).
    virtual bool has_excess() const noexcept = 0;

    // Events handed on so far.
    virtual uint64_t events() const noexcept = 0;
    virtual Usage usage() const noexcept = 0;
};

}  // namespace gate::sse
