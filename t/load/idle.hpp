// The idle client: opens thousands of streams, holds them, and reads what the
// worker needs for them.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <sys/types.h>
#include <vector>

#include "connection.hpp"
#include "request.hpp"
#include "worker.hpp"

namespace gate::load {

struct Hold {
    Target target;
    uint16_t port = 0;
    size_t streams = 1000;
    size_t body_bytes = 2048;
    // how long the worker is watched once all streams are open and settled
    int64_t watch_ms = 1000;
    pid_t worker = 0;
    int64_t limit_s = 60;
};

// A stream counts as open when its first event is there. Memory is read before
// the first one and at the end of the watch, CPU time over the watch. Prints
// one line of JSON.
class Idle {
public:
    explicit Idle(const Hold& hold);

    // False when a stream was refused or ended early, or when opening them
    // took longer than the time limit.
    bool run();
    void print() const;

private:
    bool open_all();
    void open_some();
    void watch(int64_t ns);
    void drain(int64_t timeout_ns);

    Hold hold_;
    Poller poller_;
    std::vector<std::string> requests_;
    std::deque<Connection> connections_;
    std::string buffer_;
    size_t open_ = 0;
    int64_t failed_ = 0;
    int64_t comments_ = 0;
    WorkerMemory before_;
    WorkerMemory after_;
    WorkerReading from_;
    WorkerReading to_;
    int64_t watched_comments_ = 0;
};

}  // namespace gate::load
