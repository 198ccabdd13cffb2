// Sockets on 127.0.0.1, epoll and the monotonic clock, as thin as they can be:
// what the driver spends here it takes from the core it shares.
#pragma once

#include <cstdint>
#include <sys/epoll.h>
#include <utility>
#include <vector>

namespace gate::load {

constexpr int64_t ns_per_s = 1000000000;

int64_t now_ns();

// Takes every descriptor the hard limit allows; returns how many that is.
int64_t raise_file_limit();

// One open descriptor, closed with its owner; -1 when there is none.
class Socket {
public:
    Socket() = default;
    explicit Socket(int fd) : fd_(fd) {}
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&& other) noexcept;
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() { close(); }

    int fd() const { return fd_; }
    bool is_open() const { return fd_ >= 0; }
    void close();

private:
    int fd_ = -1;
};

// All are non-blocking, with Nagle's delay off. Not open when the call failed.
Socket listen_on(uint16_t port, uint16_t* bound);
Socket accept_from(const Socket& listener);
Socket connect_to(uint16_t port);

// Level-triggered epoll; what was registered comes back as `data.ptr`.
class Poller {
public:
    Poller();

    bool add(const Socket& socket, uint32_t events, void* owner);
    bool change(const Socket& socket, uint32_t events, void* owner);

    // Waits up to timeout_ns, exact to the timer's resolution, not to 1 ms.
    // The events are valid until the next wait.
    const std::vector<epoll_event>& wait(int64_t timeout_ns);

private:
    Socket epoll_;
    std::vector<epoll_event> ready_;
};

}  // namespace gate::load
