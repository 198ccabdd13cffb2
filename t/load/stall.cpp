#include "stall.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <sys/resource.h>

#include "quantile.hpp"
#include "worker.hpp"

namespace gate::load {

namespace {

constexpr size_t buffer_bytes = 65536;
constexpr size_t small_bytes = 512;
// the client's own pause in a write is a few us then
constexpr size_t most_at_once = 32768;
// connections, buffers and page faults of the first ones are not at issue
constexpr int64_t to_warm_up = 3;
constexpr int64_t alone = 10;

}  // namespace

Stall::Stall(const Siege& siege)
    : siege_(siege), large_requests_(make_requests(siege.target,
                                                   siege.body_bytes))
{
    Target small = siege.target;
    small.text = TextKind::prose;
    // nginx answers these itself: an upstream would keep them waiting too
    small.path = "/watch";
    small_requests_ = make_requests(small, small_bytes);
    buffer_.resize(buffer_bytes);
    large_.set_most_at_once(most_at_once);
}

bool Stall::run()
{
    // only root may; without it this client's own delays look like the loop's
    setpriority(PRIO_PROCESS, 0, -10);
    deadline_ns_ = now_ns() + siege_.limit_s * ns_per_s;
    if (!send_alone(to_warm_up)) {
        return false;
    }

    int64_t loop_ns = read_main_thread_ns(siege_.worker);
    if (!send_alone(alone)) {
        return false;
    }
    loop_ns_ = (read_main_thread_ns(siege_.worker) - loop_ns) / alone;

    answered_ = 0;
    refused_ = 0;
    has_company_ = true;
    return send_both(siege_.watch_ms * 1000000);
}

bool Stall::send_alone(int64_t count)
{
    for (int64_t end = answered_ + count; answered_ < end; ) {
        if (!send_both(ns_per_s / 1000)) {
            return false;
        }
        if (now_ns() > deadline_ns_) {
            fprintf(stderr, "%" PRId64 " large answers in %" PRId64 " s\n",
                    answered_, siege_.limit_s);
            return false;
        }
    }
    return true;
}

bool Stall::send_both(int64_t ns)
{
    int64_t end_ns = now_ns() + ns;
    while (now_ns() < end_ns) {
        if (!begin_due()) {
            perror("connect");
            return false;
        }
        int64_t wait_ns = std::min(next_due_ns(), end_ns) - now_ns();
        for (const epoll_event& event : poller_.wait(wait_ns)) {
            if (!on_event(event)) {
                return false;
            }
        }
    }
    return true;
}

// Of what is not on its way.
int64_t Stall::next_due_ns() const
{
    int64_t due_ns = INT64_MAX;
    if (!large_.is_asking()) {
        due_ns = large_due_ns_;
    }
    if (has_company_ && !small_.is_asking()) {
        due_ns = std::min(due_ns, small_sent_ns_ + siege_.every_us * 1000);
    }
    return due_ns;
}

bool Stall::begin_due()
{
    int64_t now = now_ns();
    if (!large_.is_asking() && now >= large_due_ns_ && !begin(&large_)) {
        return false;
    }
    if (!has_company_ || small_.is_asking()
        || now < small_sent_ns_ + siege_.every_us * 1000)
    {
        return true;
    }
    small_sent_ns_ = now_ns();
    return begin(&small_);
}

bool Stall::begin(Connection* connection)
{
    bool is_large = connection == &large_;
    const auto& requests = is_large ? large_requests_ : small_requests_;
    size_t next = is_large ? static_cast<size_t>(answered_)
                           : waits_ns_.size();
    return (connection->is_open()
            || connection->open(siege_.port, &poller_))
           && connection->begin(&requests[next % requests.size()])
              != Connection::Outcome::lost;
}

bool Stall::on_event(const epoll_event& event)
{
    auto* connection = static_cast<Connection*>(event.data.ptr);
    switch (connection->on_event(event.events, &buffer_)) {
    case Connection::Outcome::waiting:
        return true;
    case Connection::Outcome::done:
        return on_answer(connection);
    default:
        fprintf(stderr, "an answer was lost\n");
        return false;
    }
}

bool Stall::on_answer(Connection* connection)
{
    int64_t now = now_ns();
    int code = connection->response().code();
    bool is_large = connection == &large_;
    if (code != 200 && !(is_large && code == 403)) {
        fprintf(stderr, "a %s body: status %d\n", is_large ? "large"
                                                           : "small", code);
        return false;
    }

    if (is_large) {
        answered_++;
        refused_ += code == 403 ? 1 : 0;
        large_due_ns_ = now + siege_.rest_us * 1000;
    } else {
        waits_ns_.push_back(now - small_sent_ns_);
    }
    return true;
}

void Stall::print()
{
    printf("{\"small\":%zu,\"large\":%" PRId64 ",\"refused\":%" PRId64
           ",\"loop_ns\":%" PRId64 ",\"p50_ns\":%" PRId64
           ",\"p99_ns\":%" PRId64 ",\"longest_ns\":%" PRId64 "}\n",
           waits_ns_.size(), answered_, refused_, loop_ns_,
           quantile(&waits_ns_, 0.5), quantile(&waits_ns_, 0.99),
           quantile(&waits_ns_, 1.0));
}

}  // namespace gate::load
