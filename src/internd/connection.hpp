// One client's connection, and the threads that serve connections: what
// httplib 0.11 needs to be told about sockets.
#pragma once

#include "internd/daemon.hpp"

// the library is built with it, and its classes have another layout without
#ifndef CPPHTTPLIB_OPENSSL_SUPPORT
#define CPPHTTPLIB_OPENSSL_SUPPORT
#endif
#include <httplib.h>

#include <poll.h>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

namespace gate::internd {

// A client's socket as httplib and the chat see it. Every wait is cut into
// slices, so that a stop is noticed. httplib's own stream would hide the
// descriptor, ask select() about it, and not notice a client that has only
// half closed.
class Connection : public httplib::Stream, public Wire {
public:
    Connection(int fd, const std::atomic<bool>& stopping)
        : fd_(fd), stopping_(stopping)
    {
        int on = 1;
        ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    }
    ~Connection() override { ::close(fd_); }

    // False when no further request comes.
    bool await_request(Millis patience) const
    {
        return has_buffered() || await_input(patience);
    }

    bool is_readable() const override { return true; }
    bool is_writable() const override { return !has_event(POLLRDHUP, 0); }
    bool is_connected() override { return is_writable(); }

    ssize_t read(char* to, size_t size) override;
    ssize_t write(const char* from, size_t size) override;

    bool write(std::string_view bytes) override { return sink_(bytes); }
    void write_unframed(std::string_view bytes) override
    {
        write(bytes.data(), bytes.size());
    }
    void reset_on_close() override;
    // Where the Wire's bytes go: through the coding of the response.
    void set_sink(std::function<bool(std::string_view)> sink)
    {
        sink_ = std::move(sink);
    }

    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    // httplib answers 500 to a descriptor of 1024 and above, for the sake of
    // a select() that is never called here
    socket_t socket() const override { return 0; }

private:
    bool has_buffered() const { return start_ < end_; }
    bool has_event(short events, int timeout_ms) const;
    bool await_input(Millis limit) const;

    const int                 fd_;
    const std::atomic<bool>&  stopping_;
    char                      buffer_[4096];
    size_t                    start_ = 0;
    size_t                    end_ = 0;
    std::function<bool(std::string_view)>  sink_;
};

// A thread for each connection: a pool would let silent streams take the last
// worker from the answer they wait for. When there are too many, new
// connections wait in the kernel.
class ThreadPerConnection : public httplib::TaskQueue {
public:
    void enqueue(std::function<void()> serve) override;
    void shutdown() override;

private:
    bool start(const std::function<void()>& serve);

    std::mutex               mutex_;
    std::condition_variable  ended_;
    size_t                   running_ = 0;
};

}  // namespace gate::internd
