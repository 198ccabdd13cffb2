#include "script.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace gate::load {

namespace {

constexpr size_t event_bytes = 256;

struct Word {
    std::string_view text;
    Script::Kind kind;
};

constexpr Word words[] = {
    {"one", Script::Kind::one},         {"paced", Script::Kind::paced},
    {"bulk", Script::Kind::bulk},       {"idle", Script::Kind::idle},
    {"backlog", Script::Kind::backlog}, {"echo", Script::Kind::echo},
};

// Cuts the text before the first `mark` off the front.
std::string_view take_until(std::string_view* text, char mark)
{
    size_t end = std::min(text->find(mark), text->size());
    std::string_view taken = text->substr(0, end);
    text->remove_prefix(std::min(end + 1, text->size()));
    return taken;
}

int64_t take_number(std::string_view* text, int64_t fallback)
{
    std::string digits(take_until(text, '-'));
    return digits.empty() ? fallback
                          : std::max(strtoll(digits.c_str(), nullptr, 10), 1LL);
}

std::string chunk(std::string_view data)
{
    char size[24];
    snprintf(size, sizeof(size), "%zx\r\n", data.size());
    return size + std::string(data) + "\r\n";
}

std::string make_event(std::string_view finish_reason)
{
    std::string event =
        R"(data: {"id":"chatcmpl-bench-0001","object":"chat.completion)"
        R"(.chunk","created":1700000000,"model":"bench-model","choices":)"
        R"([{"index":0,"delta":{"content":")";
    std::string rest = R"("},"finish_reason":)" + std::string(finish_reason)
                       + "}]}\n\n";
    event.append(event_bytes - event.size() - rest.size(), 'w');
    return chunk(event + rest);
}

}  // namespace

Script read_script(std::string_view path)
{
    path = take_until(&path, '?');
    while (!path.empty()) {
        std::string_view segment = take_until(&path, '/');
        std::string_view name = take_until(&segment, '-');
        for (const Word& word : words) {
            if (word.text == name) {
                Script script;
                script.kind = word.kind;
                script.events = take_number(&segment, 1);
                script.every_us = take_number(&segment, 1000);
                return script;
            }
        }
    }
    return Script();
}

Answers::Answers()
    : header("HTTP/1.1 200 OK\r\n"
             "Content-Type: text/event-stream\r\n"
             "Cache-Control: no-cache\r\n"
             "Transfer-Encoding: chunked\r\n\r\n"),
      event(make_event("null")),
      last_event(make_event("\"stop\"")),
      end(chunk("data: [DONE]\n\n") + "0\r\n\r\n"),
      one(header + last_event + end),
      not_found("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
{
}

}  // namespace gate::load
