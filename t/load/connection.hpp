// One client connection: sends a request, reads its answer, may do it again.
#pragma once

#include <cstdint>
#include <string>

#include "loopback.hpp"
#include "response.hpp"

namespace gate::load {

struct Side;

// The clients' side of one keep-alive connection. The caller owns the poller,
// the requests and the read buffer; a connection that is `lost` is of no more
// use.
class Connection {
public:
    enum class Outcome { waiting, done, lost };

    bool open(uint16_t port, Poller* poller);
    void close() { socket_.close(); }
    bool is_open() const { return socket_.is_open(); }
    // From begin() to the end of the answer.
    bool is_asking() const { return request_ != nullptr; }

    // Whose connection it is; nothing to the connection itself.
    Side* owner() const { return owner_; }
    void set_owner(Side* owner) { owner_ = owner; }

    // At most so much in one write: a long one keeps the client from reading.
    void set_most_at_once(size_t bytes) { most_at_once_ = bytes; }

    // Starts to send; `request` must live until the answer is done.
    Outcome begin(const std::string* request);
    Outcome on_event(uint32_t events, std::string* buffer);

    const Response& response() const { return response_; }
    // Events that the last call brought, and all reads that brought any bytes.
    int64_t fresh_events() const { return fresh_events_; }
    int64_t reads() const { return reads_; }
    // From the write that ended the request to the read of the first event;
    // 0 before that.
    int64_t first_event_ns() const { return first_event_ns_; }

private:
    Outcome send_more();
    Outcome receive(std::string* buffer);
    void watch_write(uint32_t events);

    Socket socket_;
    Side* owner_ = nullptr;
    Poller* poller_ = nullptr;
    Response response_;
    const std::string* request_ = nullptr;
    size_t sent_ = 0;
    size_t most_at_once_ = SIZE_MAX;
    uint32_t watched_ = 0;
    int64_t sent_ns_ = 0;
    int64_t first_event_ns_ = 0;
    int64_t fresh_events_ = 0;
    int64_t reads_ = 0;
};

}  // namespace gate::load
