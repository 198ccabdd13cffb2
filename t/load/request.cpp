#include "request.hpp"

#include <algorithm>
#include <string_view>

#include "dice.hpp"

namespace gate::load {

namespace {

constexpr size_t message_bytes = 1024;

std::string make_body(TextKind kind, size_t bytes, size_t number)
{
    constexpr std::string_view user = R"({"role":"user","content":")";
    constexpr std::string_view reply = R"({"role":"assistant","content":")";
    constexpr std::string_view next = "\"},";
    constexpr std::string_view end = "\"}]}";

    Dice dice(number + 1);
    std::string body = R"({"model":"bench-model","stream":true,)"
                       R"("temperature":0.7,"messages":[)";

    // turns in pairs while another pair and the last question fit
    size_t pair = user.size() + reply.size() + 2 * (next.size()
                  + message_bytes);
    while (body.size() + pair + message_bytes < bytes) {
        body.append(user);
        append_text(&body, kind, message_bytes, &dice);
        body.append(next).append(reply);
        append_text(&body, kind, message_bytes, &dice);
        body.append(next);
    }

    body.append(user);
    size_t fixed = body.size() + end.size();
    append_text(&body, kind, bytes - std::min(bytes, fixed), &dice);
    return body.append(end);
}

}  // namespace

std::vector<std::string> make_requests(const Target& target,
                                       size_t body_bytes)
{
    std::vector<std::string> requests;
    for (size_t i = 0; i < distinct_bodies; i++) {
        std::string body = make_body(target.text, body_bytes, i);
        requests.push_back("POST " + target.path + " HTTP/1.1\r\n"
                           "Host: 127.0.0.1\r\n"
                           "User-Agent: gate-load\r\n"
                           "Accept: text/event-stream\r\n"
                           "Authorization: Bearer " + target.key + "\r\n"
                           "Content-Type: application/json\r\n"
                           "Content-Length: " + std::to_string(body.size())
                           + "\r\n\r\n" + body);
    }
    return requests;
}

}  // namespace gate::load
