// The busy client: requests over keep-alive connections, one after another,
// to one worker or to several in turns.
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

// What is counted for a figure: answers, or events on the way.
enum class Unit { request, event };

// How several workers share a run. A shared machine is now faster and now
// slower, so their shares lie as close together as the load allows.
//   in_turns  a slice of the load each, in the order A B B A
//   at_once   all at the same time, on connections of their own
enum class Sharing { in_turns, at_once };

struct Load {
    Target target;
    Unit unit = Unit::request;
    Sharing sharing = Sharing::in_turns;
    // of each worker
    size_t connections = 1;
    // of a slice of each worker
    int64_t requests = 1;
    int64_t units = 1;
    int64_t slices = 1;
    size_t body_bytes = 2048;
    // the time from the start of one connection to that of the next
    int64_t stagger_us = 0;
    int64_t limit_s = 60;
};

// One NGINX under load: how far its slice is and what was measured of it.
struct Side {
    struct Mark {
        bool is_set = false;
        int64_t units = 0;
        int64_t reads = 0;
        WorkerReading worker;
    };

    uint16_t port = 0;
    pid_t worker = 0;
    // of a slice, where they differ from the load's
    int64_t requests = 0;
    int64_t units = 0;

    int64_t begun = 0;
    int64_t answered = 0;
    int64_t failed = 0;
    int64_t events = 0;
    int64_t reads = 0;
    std::vector<int64_t> first_event_ns;

    // the slice ends with so many requests begun; never more outside of it
    int64_t requests_end = 0;
    Mark from;
    Mark to;

    // the sums over all slices
    int64_t measured_units = 0;
    int64_t measured_reads = 0;
    WorkerReading measured;
};

// Runs a load and prints an array with one object a side, on one line. In each
// slice the worker is read after a twentieth of the units and again before the
// last twentieth, so that what starts up and ends is not in the figure.
class Client {
public:
    Client(const Load& load, std::vector<Side> sides);

    // False when an answer was lost, was no 200 or had no [DONE], or when the
    // time limit passed.
    bool run();
    void print();

private:
    using Group = std::vector<Side*>;

    std::vector<Group> groups_of(int64_t slice);
    bool run_slice(const Group& group);
    bool is_over() const;
    void start_due(int64_t since_ns, size_t* started);
    void begin(Connection* connection);
    void on_event(Connection* connection, uint32_t events);
    void on_answer(Connection* connection);
    void mark_progress();
    int64_t units_of(const Side& side) const;
    Side::Mark make_mark(const Side& side) const;
    void add_up();

    Load load_;
    std::vector<Side> sides_;
    Poller poller_;
    std::vector<std::string> requests_;
    // a deque never moves its elements: the poller points at them
    std::deque<Connection> connections_;
    std::string buffer_;
    // the sides whose slice it is
    Group group_;
    int64_t units_before_ = 0;
    int64_t deadline_ns_ = 0;
};

}  // namespace gate::load
