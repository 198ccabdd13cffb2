#include "upstream.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <strings.h>
#include <sys/socket.h>

namespace gate::load {

namespace {

using Kind = Script::Kind;

constexpr size_t buffer_bytes = 65536;
constexpr size_t max_head = 16384;

// A peer sends so many events before the next one has its turn.
constexpr int events_per_turn = 64;
constexpr int events_per_backlog_write = 32;

constexpr int64_t idle_wait_ns = ns_per_s / 10;

// The value of Content-Length, 0 without one. Names come in any case.
size_t content_length(const std::string& head)
{
    constexpr std::string_view name = "\ncontent-length:";
    for (size_t at = head.find('\n'); at != std::string::npos;
         at = head.find('\n', at + 1))
    {
        if (strncasecmp(head.c_str() + at, name.data(), name.size()) == 0) {
            return strtoul(head.c_str() + at + name.size(), nullptr, 10);
        }
    }
    return 0;
}

std::string_view path_of(const std::string& head)
{
    size_t start = std::min(head.find(' '), head.size() - 1) + 1;
    size_t end = head.find(' ', start);
    return std::string_view(head).substr(start, end - start);
}

}  // namespace

Upstream::Upstream(Socket listener) : listener_(std::move(listener))
{
    buffer_.resize(buffer_bytes);
    poller_.add(listener_, EPOLLIN, nullptr);
}

void Upstream::serve()
{
    for (;;) {
        int64_t wait_ns = ring_.empty() ? idle_wait_ns
                                        : next_paced_ns_ - now_ns();
        for (const epoll_event& event : poller_.wait(wait_ns)) {
            auto* peer = static_cast<Peer*>(event.data.ptr);
            if (peer == nullptr) {
                accept_all();
                continue;
            }
            if ((event.events & ~EPOLLOUT) != 0) {
                on_readable(peer);
            }
            if ((event.events & EPOLLOUT) != 0 && !peer->gone) {
                go_on(peer);
            }
        }
        send_paced();
        sweep();
    }
}

void Upstream::accept_all()
{
    for (;;) {
        auto peer = std::make_unique<Peer>();
        peer->socket = accept_from(listener_);
        if (!peer->socket.is_open()) {
            return;
        }
        poller_.add(peer->socket, EPOLLIN, peer.get());
        int fd = peer->socket.fd();
        peers_[fd] = std::move(peer);
    }
}

void Upstream::on_readable(Peer* peer)
{
    ssize_t count = recv(peer->socket.fd(), buffer_.data(), buffer_.size(), 0);
    if (count > 0) {
        on_bytes(peer, {buffer_.data(), static_cast<size_t>(count)});
    } else if (count == 0 || errno != EAGAIN) {
        leave(peer);
    }
}

void Upstream::on_bytes(Peer* peer, std::string_view bytes)
{
    if (peer->answering) {
        // a request inside an answer: this proxy does not pipeline
        leave(peer);
        return;
    }

    if (peer->body_left == 0) {
        bytes.remove_prefix(read_head(peer, bytes));
        if (peer->gone || peer->head.empty()) {
            return;
        }
    }

    size_t taken = std::min(bytes.size(), peer->body_left);
    if (peer->script.kind == Kind::echo) {
        peer->body.append(bytes.substr(0, taken));
    }
    peer->body_left -= taken;
    if (peer->body_left == 0) {
        start_answer(peer);
    }
}

// Leaves `head` empty while the header is not whole yet and keeps what came
// of it in `body`.
size_t Upstream::read_head(Peer* peer, std::string_view bytes)
{
    peer->head.clear();
    size_t before = peer->body.size();
    peer->body.append(bytes);

    size_t end = peer->body.find("\r\n\r\n");
    if (end == std::string::npos) {
        if (peer->body.size() > max_head) {
            leave(peer);
        }
        return bytes.size();
    }

    peer->body.resize(end + 4);
    peer->head.swap(peer->body);
    peer->body.clear();
    peer->script = read_script(path_of(peer->head));
    peer->body_left = content_length(peer->head);
    return peer->head.size() - before;
}

void Upstream::start_answer(Peer* peer)
{
    peer->answering = true;
    peer->sent = 0;
    peer->out.clear();
    peer->out_at = 0;

    switch (peer->script.kind) {
    case Kind::one:
        peer->out = answers_.one;
        break;
    case Kind::echo:
        peer->out = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    "Content-Length: " + std::to_string(peer->body.size())
                    + "\r\n\r\n" + peer->body;
        break;
    case Kind::unknown:
        peer->out = answers_.not_found;
        break;
    case Kind::paced:
        if (ring_.empty()) {
            next_paced_ns_ = now_ns();
        }
        ring_.push_back(peer);
        [[fallthrough]];
    default:
        peer->out = answers_.header;
        append_event(peer);
    }
    go_on(peer);
}

// Writes what it can of the answer; the rest follows on EPOLLOUT or, for a
// paced stream, at its next turn.
void Upstream::go_on(Peer* peer)
{
    Kind kind = peer->script.kind;
    if (!flush(peer)) {
        return;
    }
    if (kind == Kind::bulk || kind == Kind::backlog) {
        send_bulk(peer);
        return;
    }
    if (kind == Kind::idle || kind == Kind::paced) {
        return;
    }
    peer->answering = false;
    peer->body.clear();
}

void Upstream::send_bulk(Peer* peer)
{
    int per_write = peer->script.kind == Kind::bulk ? 1
                                                    : events_per_backlog_write;
    for (int i = 0; i < events_per_turn; i += per_write) {
        if (peer->sent >= peer->script.events) {
            peer->script.kind = Kind::one;
            peer->out = answers_.end;
            go_on(peer);
            return;
        }
        for (int j = 0; j < per_write; j++) {
            append_event(peer);
        }
        if (!flush(peer)) {
            return;
        }
    }
    watch_write(peer, true);
}

void Upstream::append_event(Peer* peer)
{
    if (peer->sent >= peer->script.events) {
        return;
    }
    peer->sent++;
    peer->out += peer->sent == peer->script.events ? answers_.last_event
                                                   : answers_.event;
}

// False while bytes are left over, or when the peer is lost.
bool Upstream::flush(Peer* peer)
{
    while (peer->out_at < peer->out.size()) {
        ssize_t count = send(peer->socket.fd(),
                             peer->out.data() + peer->out_at,
                             peer->out.size() - peer->out_at, MSG_NOSIGNAL);
        if (count < 0) {
            if (errno == EAGAIN) {
                watch_write(peer, true);
            } else {
                leave(peer);
            }
            return false;
        }
        peer->out_at += static_cast<size_t>(count);
    }

    peer->out.clear();
    peer->out_at = 0;
    watch_write(peer, false);
    return true;
}

void Upstream::watch_write(Peer* peer, bool wanted)
{
    if (peer->wants_write != wanted) {
        peer->wants_write = wanted;
        poller_.change(peer->socket, wanted ? EPOLLIN|EPOLLOUT : EPOLLIN,
                       peer);
    }
}

// The peer itself is freed by sweep(): events for it may be waiting.
void Upstream::leave(Peer* peer)
{
    if (!peer->gone) {
        peer->gone = true;
        gone_.push_back(peer->socket.fd());
        ring_.erase(std::remove(ring_.begin(), ring_.end(), peer),
                    ring_.end());
    }
}

void Upstream::send_paced()
{
    if (ring_.empty() || now_ns() < next_paced_ns_) {
        return;
    }

    Peer* peer = ring_.front();
    ring_.pop_front();
    int64_t streams = static_cast<int64_t>(ring_.size()) + 1;
    int64_t gap_ns = peer->script.every_us * 1000 / streams;
    next_paced_ns_ = std::max(next_paced_ns_ + gap_ns,
                              now_ns() + gap_ns / 2);

    if (peer->sent < peer->script.events) {
        append_event(peer);
        if (flush(peer) || !peer->gone) {
            ring_.push_back(peer);
        }
        return;
    }
    peer->script.kind = Kind::one;
    peer->out += answers_.end;
    go_on(peer);
}

void Upstream::sweep()
{
    for (int fd : gone_) {
        peers_.erase(fd);
    }
    gone_.clear();
}

}  // namespace gate::load
