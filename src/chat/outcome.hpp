// What a client is told when an intern refuses, fails or does not answer.
//
// The upstream's own text is never relayed (faults U13, O05): its status and
// the reason in its JSON are mapped to the interface's table "Chat with an
// intern", with messages of ours.
#pragma once

#include "base/result.hpp"
#include "chat/chat_request.hpp"
#include "chat/upstream_chunk.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace gate::chat {

// An upstream that answered with something else than an event stream.
struct UpstreamAnswer {
    int               status = 0;
    std::string_view  body;  // the first 16 KB
    bool              is_json = false;
    Turn              turn = Turn::prompt;
};

Error refusal_of(const UpstreamAnswer& answer);

// The session of a 202 `{"session_id": …, "status": "steered"}`, or nothing.
std::optional<std::string> steered_session(std::string_view body);

// An error chunk of the intern's, as one of ours.
Error in_stream_error(const UpstreamError& error);

// The gate's own refusals on this route.
Error intern_unreachable();
Error intern_timed_out();
Error route_deadline(int64_t seconds);

}  // namespace gate::chat
