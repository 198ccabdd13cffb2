// How long a worker keeps others waiting while it is fed large bodies.
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

#include "connection.hpp"
#include "request.hpp"

namespace gate::load {

struct Siege {
    // of the large bodies; the small ones are prose
    Target target;
    uint16_t port = 0;
    size_t body_bytes = 1 << 20;
    int64_t watch_ms = 1000;
    int64_t every_us = 1000;
    int64_t limit_s = 60;
};

// Sends large bodies over one connection, one after another, and over a second
// one a small request every `every_us`. What a small one waits beyond the
// median is the worker's pause. A refusal of a large body is an answer too.
class Stall {
public:
    explicit Stall(const Siege& siege);

    // False when an answer was lost, when a small request was refused, or when
    // the time limit passed before one large answer came.
    bool run();
    void print();

private:
    bool begin_large();
    bool begin_small();
    bool on_event(const epoll_event& event);

    Siege siege_;
    std::vector<std::string> large_requests_;
    std::vector<std::string> small_requests_;
    std::string buffer_;
    Poller poller_;
    Connection large_;
    Connection small_;
    int64_t small_sent_ns_ = 0;
    int64_t large_begun_ = 0;
    int64_t large_answered_ = 0;
    int64_t refused_ = 0;
    std::vector<int64_t> waits_ns_;
};

}  // namespace gate::load
