#include "loopback.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <ctime>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

namespace gate::load {

namespace {

constexpr size_t events_per_wait = 512;

// The kernel caps it at net.core.somaxconn.
constexpr int backlog = 65535;

sockaddr_in loopback(uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

Socket make_socket()
{
    return Socket(socket(AF_INET, SOCK_STREAM|SOCK_NONBLOCK|SOCK_CLOEXEC, 0));
}

void send_at_once(const Socket& socket)
{
    int on = 1;
    setsockopt(socket.fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

}  // namespace

int64_t now_ns()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * ns_per_s + now.tv_nsec;
}

int64_t raise_file_limit()
{
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    return static_cast<int64_t>(limit.rlim_cur);
}

Socket& Socket::operator=(Socket&& other) noexcept
{
    if (this != &other) {
        close();
        fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
}

void Socket::close()
{
    if (fd_ >= 0) {
        ::close(std::exchange(fd_, -1));
    }
}

Socket listen_on(uint16_t port, uint16_t* bound)
{
    Socket listener = make_socket();
    int on = 1;
    setsockopt(listener.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    sockaddr_in address = loopback(port);
    socklen_t length = sizeof(address);
    auto* any = reinterpret_cast<sockaddr*>(&address);

    if (bind(listener.fd(), any, length) != 0
        || listen(listener.fd(), backlog) != 0
        || getsockname(listener.fd(), any, &length) != 0)
    {
        return Socket();
    }
    *bound = ntohs(address.sin_port);
    return listener;
}

Socket accept_from(const Socket& listener)
{
    Socket socket(accept4(listener.fd(), nullptr, nullptr,
                          SOCK_NONBLOCK|SOCK_CLOEXEC));
    if (socket.is_open()) {
        send_at_once(socket);
    }
    return socket;
}

Socket connect_to(uint16_t port)
{
    Socket socket = make_socket();
    if (!socket.is_open()) {
        return socket;
    }

    send_at_once(socket);
    sockaddr_in address = loopback(port);
    if (connect(socket.fd(), reinterpret_cast<sockaddr*>(&address),
                sizeof(address)) != 0
        && errno != EINPROGRESS)
    {
        return Socket();
    }
    return socket;
}

Poller::Poller() : epoll_(epoll_create1(EPOLL_CLOEXEC)), ready_()
{
    // the default slack of 50 us would smear events paced 100 us apart
    prctl(PR_SET_TIMERSLACK, 1);
    ready_.reserve(events_per_wait);
}

bool Poller::add(const Socket& socket, uint32_t events, void* owner)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = owner;
    return epoll_ctl(epoll_.fd(), EPOLL_CTL_ADD, socket.fd(), &event) == 0;
}

bool Poller::change(const Socket& socket, uint32_t events, void* owner)
{
    epoll_event event{};
    event.events = events;
    event.data.ptr = owner;
    return epoll_ctl(epoll_.fd(), EPOLL_CTL_MOD, socket.fd(), &event) == 0;
}

const std::vector<epoll_event>& Poller::wait(int64_t timeout_ns)
{
    timeout_ns = std::max<int64_t>(timeout_ns, 0);
    timespec timeout{timeout_ns / ns_per_s, timeout_ns % ns_per_s};

    ready_.resize(events_per_wait);
    int count = epoll_pwait2(epoll_.fd(), ready_.data(),
                             static_cast<int>(ready_.size()), &timeout,
                             nullptr);
    ready_.resize(static_cast<size_t>(std::max(count, 0)));
    return ready_;
}

}  // namespace gate::load
