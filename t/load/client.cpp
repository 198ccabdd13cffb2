#include "client.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "quantile.hpp"

namespace gate::load {

namespace {

constexpr size_t buffer_bytes = 65536;
constexpr int64_t wait_ns = ns_per_s / 20;

}  // namespace

Client::Client(const Load& load, std::vector<Side> sides)
    : load_(load), sides_(std::move(sides)),
      requests_(make_requests(load.target, load.body_bytes))
{
    buffer_.resize(buffer_bytes);
    for (Side& side : sides_) {
        if (side.requests == 0) {
            side.requests = load.requests;
            side.units = load.units;
        }
    }
    for (size_t i = 0; i < load.connections; i++) {
        for (Side& side : sides_) {
            connections_.emplace_back().set_owner(&side);
        }
    }
}

bool Client::run()
{
    deadline_ns_ = now_ns() + load_.limit_s * ns_per_s;

    // turns begin with one that is not measured: it opens the connections
    int64_t first = load_.sharing == Sharing::in_turns ? -1 : 0;
    for (int64_t slice = first; slice < load_.slices; slice++) {
        for (const Group& group : groups_of(slice)) {
            if (!run_slice(group)) {
                return false;
            }
            if (slice >= 0) {
                add_up();
            }
        }
        for (Side& side : sides_) {
            if (slice < 0) {
                side.first_event_ns.clear();
            }
        }
    }
    return true;
}

// Who runs in a slice, one group after another.
std::vector<Client::Group> Client::groups_of(int64_t slice)
{
    std::vector<Group> groups;
    for (Side& side : sides_) {
        if (load_.sharing == Sharing::in_turns || groups.empty()) {
            groups.emplace_back();
        }
        groups.back().push_back(&side);
    }
    if (slice % 2 != 0) {
        std::reverse(groups.begin(), groups.end());
    }
    return groups;
}

bool Client::run_slice(const Group& group)
{
    group_ = group;
    units_before_ = 0;
    for (Side* side : group_) {
        side->requests_end = side->begun + side->requests;
        side->from = Side::Mark();
        side->to = Side::Mark();
        units_before_ += units_of(*side);
    }

    size_t started = 0;
    int64_t since_ns = now_ns();
    // a slice of few requests is measured from its first to its last
    mark_progress();
    while (!is_over()) {
        if (now_ns() > deadline_ns_) {
            fprintf(stderr, "time limit of %" PRId64 " s passed\n",
                    load_.limit_s);
            return false;
        }

        start_due(since_ns, &started);
        bool starting = started < connections_.size();
        int64_t timeout_ns = starting ? load_.stagger_us * 1000 : wait_ns;
        for (const epoll_event& event : poller_.wait(timeout_ns)) {
            on_event(static_cast<Connection*>(event.data.ptr), event.events);
            mark_progress();
        }
    }
    return std::all_of(group_.begin(), group_.end(), [](const Side* side) {
        return side->failed == 0;
    });
}

bool Client::is_over() const
{
    return std::all_of(group_.begin(), group_.end(), [](const Side* side) {
        return side->failed > 0 || side->answered == side->requests_end;
    });
}

// Connections are opened when a slice first needs them and kept for the next.
void Client::start_due(int64_t since_ns, size_t* started)
{
    for (; *started < connections_.size(); (*started)++) {
        int64_t due_ns = static_cast<int64_t>(*started)
                         * load_.stagger_us * 1000;
        if (now_ns() - since_ns < due_ns) {
            return;
        }
        begin(&connections_[*started]);
    }
}

void Client::begin(Connection* connection)
{
    Side* side = connection->owner();
    if (side->begun >= side->requests_end) {
        return;
    }

    size_t next = static_cast<size_t>(side->begun) % requests_.size();
    side->begun++;
    if (!connection->is_open() && !connection->open(side->port, &poller_)) {
        perror("connect");
        side->failed++;
        return;
    }
    if (connection->begin(&requests_[next]) == Connection::Outcome::lost) {
        side->failed++;
    }
}

void Client::on_event(Connection* connection, uint32_t events)
{
    if (!connection->is_open()) {
        return;
    }

    Side* side = connection->owner();
    int64_t reads = connection->reads();
    auto outcome = connection->on_event(events, &buffer_);
    side->reads += connection->reads() - reads;
    side->events += connection->fresh_events();

    if (outcome == Connection::Outcome::lost) {
        // closed between two answers it is opened again
        if (connection->is_asking()) {
            side->failed++;
        }
        connection->close();
    } else if (outcome == Connection::Outcome::done) {
        on_answer(connection);
    }
}

void Client::on_answer(Connection* connection)
{
    Side* side = connection->owner();
    const Response& response = connection->response();
    if (response.code() != 200 || !response.saw_end_marker()) {
        if (side->failed++ == 0) {
            fprintf(stderr, "status %d, %" PRId64 " events, %s [DONE]\n",
                    response.code(), response.events(),
                    response.saw_end_marker() ? "with" : "without");
        }
        return;
    }
    side->answered++;
    side->first_event_ns.push_back(connection->first_event_ns());
    begin(connection);
}

void Client::mark_progress()
{
    int64_t all = 0;
    int64_t units = -units_before_;
    for (const Side* side : group_) {
        all += side->units;
        units += units_of(*side);
    }

    for (Side* side : group_) {
        if (!side->from.is_set && units >= all / 20) {
            side->from = make_mark(*side);
        }
        if (!side->to.is_set && units >= all - all / 20) {
            side->to = make_mark(*side);
        }
    }
}

int64_t Client::units_of(const Side& side) const
{
    return load_.unit == Unit::request ? side.answered : side.events;
}

Side::Mark Client::make_mark(const Side& side) const
{
    return {true, units_of(side), side.reads, read_worker(side.worker)};
}

void Client::add_up()
{
    for (Side* side : group_) {
        const Side::Mark& from = side->from;
        const Side::Mark& to = side->to;
        side->measured_units += to.units - from.units;
        side->measured_reads += to.reads - from.reads;
        side->measured.cpu_ns += to.worker.cpu_ns - from.worker.cpu_ns;
        side->measured.sleeps += to.worker.sleeps - from.worker.sleeps;
        side->measured.at_ns += to.worker.at_ns - from.worker.at_ns;
    }
}

void Client::print()
{
    for (Side& side : sides_) {
        printf("%s{\"answered\":%" PRId64 ",\"failed\":%" PRId64
               ",\"units\":%" PRId64 ",\"reads\":%" PRId64
               ",\"cpu_ns\":%" PRId64 ",\"ns\":%" PRId64
               ",\"sleeps\":%" PRId64 ",\"first_p50_ns\":%" PRId64
               ",\"first_p99_ns\":%" PRId64 "}",
               &side == &sides_.front() ? "[" : ",", side.answered,
               side.failed, side.measured_units, side.measured_reads,
               side.measured.cpu_ns, side.measured.at_ns,
               side.measured.sleeps, quantile(&side.first_event_ns, 0.5),
               quantile(&side.first_event_ns, 0.99));
    }
    printf("]\n");
}

}  // namespace gate::load
