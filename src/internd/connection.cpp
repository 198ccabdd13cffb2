#include "internd/connection.hpp"

#include <linux/sockios.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

namespace gate::internd {

namespace {

constexpr size_t max_connections = 4096;
constexpr Millis slice{100};
constexpr Millis read_limit{30 * 1000};
constexpr Millis drain_limit{200};
constexpr Millis last_write_limit{1000};

}  // namespace

bool Connection::has_event(short events, int timeout_ms) const
{
    pollfd ready{fd_, events, 0};
    return ::poll(&ready, 1, timeout_ms) > 0;
}

bool Connection::await_input(Millis limit) const
{
    for (Millis waited{0}; waited < limit && !stopping_; waited += slice) {
        if (has_event(POLLIN, static_cast<int>(slice.count()))) {
            return true;
        }
    }
    return false;
}

ssize_t Connection::read(char* to, size_t size)
{
    if (!has_buffered()) {
        if (!await_input(read_limit)) {
            return -1;
        }
        ssize_t got = ::recv(fd_, buffer_, sizeof(buffer_), 0);
        if (got <= 0) {
            return got;
        }
        start_ = 0;
        end_ = static_cast<size_t>(got);
    }

    size = std::min(size, end_ - start_);
    std::memcpy(to, buffer_ + start_, size);
    start_ += size;
    return static_cast<ssize_t>(size);
}

ssize_t Connection::write(const char* from, size_t size)
{
    // a slow reader is waited for as long as it is there
    for (Millis waited{0}; waited < last_write_limit;) {
        ssize_t sent = ::send(fd_, from, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            return sent;
        }
        if (errno != EAGAIN && errno != EINTR) {
            return -1;
        }
        if (has_event(POLLOUT, static_cast<int>(slice.count()))) {
            continue;
        }
        if (!is_writable()) {
            return -1;
        }
        waited += stopping_ ? slice : Millis{0};
    }
    return -1;
}

void Connection::reset_on_close()
{
    // a reset throws away what the kernel has not sent yet
    int unsent = 1;
    for (Millis waited{0}; waited < drain_limit; waited += Millis{5}) {
        if (::ioctl(fd_, SIOCOUTQ, &unsent) != 0 || unsent == 0) {
            break;
        }
        std::this_thread::sleep_for(Millis{5});
    }
    linger now{1, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
}

void ThreadPerConnection::enqueue(std::function<void()> serve)
{
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return running_ < max_connections; });
    running_++;
    while (!start(serve)) {
        ended_.wait_for(lock, slice);
    }
}

void ThreadPerConnection::shutdown()
{
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return running_ == 0; });
}

bool ThreadPerConnection::start(const std::function<void()>& serve)
{
    try {
        std::thread([this, serve] {
            serve();
            std::unique_lock<std::mutex> lock(mutex_);
            running_--;
            ended_.notify_all();
        }).detach();
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

}  // namespace gate::internd
