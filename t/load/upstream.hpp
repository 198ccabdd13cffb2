// A scripted model server: HTTP/1.1 keep-alive on one thread, for thousands
// of connections. Answers follow the path, see script.hpp.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loopback.hpp"
#include "script.hpp"

namespace gate::load {

// Serves until the process is told to end. Reads Content-Length bodies only,
// which is all that NGINX sends by default, and throws them away.
//
// Paced streams take turns: one event every EVERY_US / streams, so that no two
// events leave together. An upstream that is late goes on from there and sends
// nothing in a burst: a pace is a ceiling, and the client reports what it got.
class Upstream {
public:
    explicit Upstream(Socket listener);
    void serve();

private:
    struct Peer {
        Socket socket;
        std::string head;
        std::string body;
        size_t body_left = 0;
        Script script;
        int64_t sent = 0;
        std::string out;
        size_t out_at = 0;
        bool answering = false;
        bool gone = false;
        bool wants_write = false;
    };

    void accept_all();
    void on_readable(Peer* peer);
    void on_bytes(Peer* peer, std::string_view bytes);
    size_t read_head(Peer* peer, std::string_view bytes);
    void start_answer(Peer* peer);
    void go_on(Peer* peer);
    void send_bulk(Peer* peer);
    void append_event(Peer* peer);
    bool flush(Peer* peer);
    void watch_write(Peer* peer, bool wanted);
    void leave(Peer* peer);
    void send_paced();
    void sweep();

    Answers answers_;
    Poller poller_;
    Socket listener_;
    std::unordered_map<int, std::unique_ptr<Peer>> peers_;
    std::deque<Peer*> ring_;
    std::vector<int> gone_;
    int64_t next_paced_ns_ = 0;
    std::string buffer_;
};

}  // namespace gate::load
