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
    pid_t worker = 0;
    size_t body_bytes = 1 << 20;
    int64_t watch_ms = 1000;
    int64_t every_us = 1000;
    // from the answer of a large one to the next: it is the single one that
    // counts, not how many fit into a second
    int64_t rest_us = 5000;
    int64_t limit_s = 60;
};

// Sends large bodies over one connection, one after another: first alone, to
// see what one costs the event loop, then with a small request over a second
// connection every `every_us`. The longest time that one waits is the pause. A
// refusal of a large body is an answer too.
class Stall {
public:
    explicit Stall(const Siege& siege);

    // False when an answer was lost, when a small request was refused, or when
    // the time limit passed before one large answer came.
    bool run();
    void print();

private:
    bool send_alone(int64_t count);
    bool send_both(int64_t ns);
    int64_t next_due_ns() const;
    bool begin_due();
    bool begin(Connection* connection);
    bool on_event(const epoll_event& event);
    bool on_answer(Connection* connection);

    Siege siege_;
    std::vector<std::string> large_requests_;
    std::vector<std::string> small_requests_;
    std::string buffer_;
    Poller poller_;
    Connection large_;
    Connection small_;
    int64_t deadline_ns_ = 0;
    // no small requests before that
    bool has_company_ = false;
    int64_t small_sent_ns_ = 0;
    int64_t large_due_ns_ = 0;
    int64_t answered_ = 0;
    int64_t refused_ = 0;
    int64_t loop_ns_ = 0;
    std::vector<int64_t> waits_ns_;
};

}  // namespace gate::load
