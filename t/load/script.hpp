// What the scripted upstream answers, by the path of the request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::load {

// The first path segment that is one of these words decides, wherever it
// stands, so that a script can be named as an intern too:
//   one                 one event and [DONE], complete, in one write
//   paced-N-EVERY_US    N events, each its own write, then [DONE]
//   bulk-N              N events, each its own write, as fast as they go
//   backlog-N           the same, 32 events a write
//   idle                one event, then silence until the peer leaves
//   echo                the request's body, as JSON
struct Script {
    enum class Kind { one, paced, bulk, backlog, idle, echo, unknown };

    Kind kind = Kind::unknown;
    int64_t events = 1;
    int64_t every_us = 0;
};

Script read_script(std::string_view path);

// The bytes an answer is put together from, made once. An event is a chat
// chunk of 256 bytes, blank line included, in an HTTP chunk of its own.
struct Answers {
    Answers();

    std::string header;
    std::string event;
    // the same with finish_reason "stop"
    std::string last_event;
    // [DONE] and the end of the response
    std::string end;
    std::string one;
    std::string not_found;
};

}  // namespace gate::load
