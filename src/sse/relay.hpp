// Supervises any backend's event stream and changes nothing in it.
//
// Whole events pass byte for byte and nothing is added to a stream that has
// its dialect's end. A stream that ends without it gets the dialect's error
// event. A transfer that ended properly may lack the blank line behind its
// last event, if that is the dialect's end: it is added. Cost for a chat chunk
// that lies in one slice: two memchr, one search for "usage", one comparison
// of the model; no copy and no allocation.
#pragma once

#include "sse/dialect.hpp"
#include "sse/event_splitter.hpp"
#include "sse/supervisor.hpp"

#include <string>

namespace gate::sse {

struct RelayOptions {
    Dialect   dialect = Dialect::automatic;
    size_t    max_event = 1 << 20;  // gate_stream_max_event
    int64_t   now = 0;  // Unix seconds, for chunks of our own
};

class Relay final : public Supervisor {
public:
    // `path` decides for Dialect::automatic when no event does.
    Relay(const RelayOptions& options, std::string_view path);

    State feed(std::string_view bytes, Sink& sink) override;
    Outcome end(End why, Sink& sink) override;
    Outcome fail(const Error& error, Sink& sink) override;

    bool has_excess() const noexcept override { return excess_; }
    uint64_t events() const noexcept override { return events_; }
    Usage usage() const noexcept override { return usage_; }

private:
    void inspect(std::string_view event);
    bool inspect_chat(std::string_view event);
    void inspect_any(std::string_view event);
    void learn(const Event& event);
    void note_chat(std::string_view data);
    void finish_last(Sink& sink);
    bool holds_model(std::string_view data) const noexcept;

    EventSplitter  splitter_;
    std::string    id_;     // of the first chunk, with its quotes
    std::string    model_;  // `"model":"…"` of the last chunk that had one
    size_t         model_at_ = 0;  // where it stood
    uint64_t       events_ = 0;
    Usage          usage_;
    int64_t        created_;
    Dialect        dialect_;
    Dialect        path_dialect_;
    State          state_ = State::open;
    bool           first_ = true;
    bool           failed_ = false;
    bool           excess_ = false;
};

// The error that ends a stream: 502 stream_severed, or 504 timeout.
Error error_at_end(End why);

// The outcome of a stream that `why` ended before its end.
Outcome outcome_of(End why) noexcept;

}  // namespace gate::sse
