#include "idle.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace gate::load {

namespace {

constexpr size_t buffer_bytes = 65536;

// Streams on their way at once; far below any listen backlog.
constexpr size_t opening_at_once = 64;

constexpr int64_t settle_ns = ns_per_s * 3 / 10;

}  // namespace

Idle::Idle(const Hold& hold)
    : hold_(hold), requests_(make_requests(hold.target, hold.body_bytes))
{
    buffer_.resize(buffer_bytes);
}

bool Idle::run()
{
    before_ = read_worker_memory(hold_.worker);
    if (!open_all()) {
        return false;
    }
    watch(settle_ns);

    int64_t comments = comments_;
    from_ = read_worker(hold_.worker);
    watch(hold_.watch_ms * 1000000);
    to_ = read_worker(hold_.worker);
    watched_comments_ = comments_ - comments;

    after_ = read_worker_memory(hold_.worker);
    return failed_ == 0;
}

bool Idle::open_all()
{
    int64_t deadline_ns = now_ns() + hold_.limit_s * ns_per_s;
    while (open_ < hold_.streams) {
        if (failed_ > 0 || now_ns() > deadline_ns) {
            fprintf(stderr, "%zu of %zu streams open, %" PRId64 " failed\n",
                    open_, hold_.streams, failed_);
            return false;
        }
        open_some();
        drain(ns_per_s / 20);
    }
    return true;
}

void Idle::open_some()
{
    while (connections_.size() < hold_.streams
           && connections_.size() - open_ < opening_at_once)
    {
        Connection& connection = connections_.emplace_back();
        const std::string& request =
            requests_[connections_.size() % requests_.size()];
        if (!connection.open(hold_.port, &poller_)
            || connection.begin(&request) == Connection::Outcome::lost)
        {
            perror("connect");
            failed_++;
            return;
        }
    }
}

void Idle::watch(int64_t ns)
{
    int64_t end_ns = now_ns() + ns;
    for (int64_t left = ns; left > 0; left = end_ns - now_ns()) {
        drain(left);
    }
}

void Idle::drain(int64_t timeout_ns)
{
    for (const epoll_event& event : poller_.wait(timeout_ns)) {
        auto* stream = static_cast<Connection*>(event.data.ptr);
        if (!stream->is_open()) {
            continue;
        }

        int64_t events = stream->response().events();
        int64_t comments = stream->response().comments();
        auto outcome = stream->on_event(event.events, &buffer_);
        comments_ += stream->response().comments() - comments;
        if (events == 0 && stream->response().events() > 0) {
            open_++;
        }
        if (outcome != Connection::Outcome::waiting) {
            if (failed_++ == 0) {
                fprintf(stderr, "a stream ended: status %d\n",
                        stream->response().code());
            }
            stream->close();
        }
    }
}

void Idle::print() const
{
    printf("{\"streams\":%zu,\"failed\":%" PRId64 ",\"own_kb\":%" PRId64
           ",\"pss_kb\":%" PRId64 ",\"rss_kb\":%" PRId64
           ",\"base_own_kb\":%" PRId64 ",\"base_pss_kb\":%" PRId64
           ",\"base_rss_kb\":%" PRId64 ",\"cpu_ns\":%" PRId64
           ",\"ns\":%" PRId64 ",\"comments\":%" PRId64 "}\n",
           open_, failed_, after_.own_kb, after_.pss_kb, after_.rss_kb,
           before_.own_kb, before_.pss_kb, before_.rss_kb,
           to_.cpu_ns - from_.cpu_ns, to_.at_ns - from_.at_ns,
           watched_comments_);
}

}  // namespace gate::load
