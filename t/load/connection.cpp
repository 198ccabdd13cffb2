#include "connection.hpp"

#include <algorithm>
#include <cerrno>
#include <sys/socket.h>

namespace gate::load {

bool Connection::open(uint16_t port, Poller* poller)
{
    socket_ = connect_to(port);
    poller_ = poller;
    watched_ = EPOLLIN;
    return socket_.is_open() && poller->add(socket_, watched_, this);
}

Connection::Outcome Connection::begin(const std::string* request)
{
    response_ = Response();
    request_ = request;
    sent_ = 0;
    first_event_ns_ = 0;
    return send_more();
}

Connection::Outcome Connection::on_event(uint32_t events,
                                         std::string* buffer)
{
    fresh_events_ = 0;
    if ((events & EPOLLOUT) != 0 && send_more() == Outcome::lost) {
        return Outcome::lost;
    }
    if ((events & ~EPOLLOUT) != 0) {
        return receive(buffer);
    }
    return Outcome::waiting;
}

Connection::Outcome Connection::send_more()
{
    while (request_ != nullptr && sent_ < request_->size()) {
        // before the call: the worker may answer while it is still running
        sent_ns_ = now_ns();
        size_t bytes = std::min(request_->size() - sent_, most_at_once_);
        ssize_t count = send(socket_.fd(), request_->data() + sent_, bytes,
                             MSG_NOSIGNAL);
        if (count < 0 && errno == EAGAIN) {
            watch_write(EPOLLIN|EPOLLOUT);
            return Outcome::waiting;
        }
        if (count < 0) {
            return Outcome::lost;
        }
        sent_ += static_cast<size_t>(count);
        if (sent_ < request_->size() && most_at_once_ != SIZE_MAX) {
            watch_write(EPOLLIN|EPOLLOUT);
            return Outcome::waiting;
        }
    }
    watch_write(EPOLLIN);
    return Outcome::waiting;
}

Connection::Outcome Connection::receive(std::string* buffer)
{
    ssize_t count = recv(socket_.fd(), buffer->data(), buffer->size(), 0);
    if (count < 0 && errno == EAGAIN) {
        return Outcome::waiting;
    }
    if (count <= 0) {
        return Outcome::lost;
    }

    reads_++;
    int64_t before = response_.events();
    auto status = response_.feed({buffer->data(),
                                  static_cast<size_t>(count)});
    fresh_events_ = response_.events() - before;
    if (before == 0 && fresh_events_ > 0) {
        first_event_ns_ = now_ns() - sent_ns_;
    }

    switch (status) {
    case Response::Status::more:
        return Outcome::waiting;
    case Response::Status::done:
        request_ = nullptr;
        return Outcome::done;
    default:
        return Outcome::lost;
    }
}

void Connection::watch_write(uint32_t events)
{
    if (watched_ != events) {
        watched_ = events;
        poller_->change(socket_, events, this);
    }
}

}  // namespace gate::load
