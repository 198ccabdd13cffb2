#include "request.hpp"

#include <algorithm>
#include <string_view>

namespace gate::load {

namespace {

constexpr size_t message_bytes = 1024;

// What prose, code and other scripts look like in JSON, escapes included.
constexpr std::string_view words[] = {
    "the", "server", "keeps", "every", "stream", "alive", "while", "a",
    "model", "thinks", "about", "its", "next", "answer", "and", "users",
    "wait", "for", "words", "that", "arrive", "one", "by", "request",
    "\\n\\n", "\\\"quoted\\\"", "int main()", "42", "3.14159", "e.g.",
    "caf\xc3\xa9", "\xe6\x97\xa5\xe6\x9c\xac", "na\\u00efve", "x = y + 1;",
    "release", "deploy", "cluster", "latency", "\\t- item", "queue",
};

// A generator of our own, so that the bodies are the same everywhere.
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed * 2654435761U + 88172645463U) {}

    size_t roll(size_t sides)
    {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<size_t>(state_ % sides);
    }

private:
    uint64_t state_;
};

// Words up to exactly `bytes`; what no word fits into is filled with dots.
void append_prose(std::string* out, size_t bytes, Dice* dice)
{
    size_t end = out->size() + bytes;
    for (;;) {
        std::string_view word = words[dice->roll(std::size(words))];
        if (out->size() + word.size() + 1 > end) {
            break;
        }
        out->append(word).push_back(' ');
    }
    out->append(end - out->size(), '.');
}

std::string make_body(size_t bytes, size_t number)
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
        append_prose(&body, message_bytes, &dice);
        body.append(next).append(reply);
        append_prose(&body, message_bytes, &dice);
        body.append(next);
    }

    body.append(user);
    size_t fixed = body.size() + end.size();
    append_prose(&body, bytes - std::min(bytes, fixed), &dice);
    return body.append(end);
}

}  // namespace

std::vector<std::string> make_requests(const Target& target,
                                       size_t body_bytes)
{
    std::vector<std::string> requests;
    for (size_t i = 0; i < distinct_bodies; i++) {
        std::string body = make_body(body_bytes, i);
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
