#include "stall.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "quantile.hpp"

namespace gate::load {

namespace {

constexpr size_t buffer_bytes = 65536;
constexpr size_t small_bytes = 512;
// the client's own pause in a write is a few us then
constexpr size_t most_at_once = 32768;
// connections, buffers and page faults of the first ones are not at issue
constexpr int64_t large_to_warm_up = 3;

}  // namespace

Stall::Stall(const Siege& siege)
    : siege_(siege), large_requests_(make_requests(siege.target,
                                                   siege.body_bytes))
{
    Target small = siege.target;
    small.text = TextKind::prose;
    small_requests_ = make_requests(small, small_bytes);
    buffer_.resize(buffer_bytes);
}

bool Stall::run()
{
    if (!begin_large() || !begin_small()) {
        perror("connect");
        return false;
    }
    large_.set_most_at_once(most_at_once);

    int64_t deadline_ns = now_ns() + siege_.limit_s * ns_per_s;
    int64_t end_ns = deadline_ns;
    while (now_ns() < end_ns) {
        int64_t due_ns = small_sent_ns_ + siege_.every_us * 1000;
        if (!small_.is_asking() && now_ns() >= due_ns) {
            begin_small();
        }
        int64_t wait_ns = small_.is_asking() ? ns_per_s / 20
                                             : due_ns - now_ns();
        for (const epoll_event& event : poller_.wait(wait_ns)) {
            if (!on_event(event)) {
                return false;
            }
        }
        if (end_ns == deadline_ns && large_answered_ >= large_to_warm_up) {
            end_ns = std::min(deadline_ns,
                              now_ns() + siege_.watch_ms * 1000000);
            waits_ns_.clear();
        }
    }
    if (waits_ns_.empty() || large_answered_ < large_to_warm_up) {
        fprintf(stderr, "%" PRId64 " large answers in %" PRId64 " s\n",
                large_answered_, siege_.limit_s);
        return false;
    }
    return true;
}

bool Stall::begin_large()
{
    size_t next = static_cast<size_t>(large_begun_++)
                  % large_requests_.size();
    return (large_.is_open() || large_.open(siege_.port, &poller_))
           && large_.begin(&large_requests_[next])
              != Connection::Outcome::lost;
}

bool Stall::begin_small()
{
    size_t next = waits_ns_.size() % small_requests_.size();
    small_sent_ns_ = now_ns();
    return (small_.is_open() || small_.open(siege_.port, &poller_))
           && small_.begin(&small_requests_[next])
              != Connection::Outcome::lost;
}

bool Stall::on_event(const epoll_event& event)
{
    auto* connection = static_cast<Connection*>(event.data.ptr);
    auto outcome = connection->on_event(event.events, &buffer_);
    if (outcome == Connection::Outcome::waiting) {
        return true;
    }

    int code = connection->response().code();
    if (outcome == Connection::Outcome::lost) {
        fprintf(stderr, "an answer was lost\n");
        return false;
    }
    if (connection == &large_) {
        large_answered_++;
        refused_ += code == 403 ? 1 : 0;
        if (code != 200 && code != 403) {
            fprintf(stderr, "a large body: status %d\n", code);
            return false;
        }
        return begin_large();
    }

    waits_ns_.push_back(now_ns() - small_sent_ns_);
    if (code != 200) {
        fprintf(stderr, "a small body: status %d\n", code);
    }
    return code == 200;
}

void Stall::print()
{
    printf("{\"small\":%zu,\"large\":%" PRId64 ",\"refused\":%" PRId64
           ",\"p50_ns\":%" PRId64 ",\"p99_ns\":%" PRId64
           ",\"longest_ns\":%" PRId64 "}\n",
           waits_ns_.size(), large_answered_, refused_,
           quantile(&waits_ns_, 0.5), quantile(&waits_ns_, 0.99),
           quantile(&waits_ns_, 1.0));
}

}  // namespace gate::load
