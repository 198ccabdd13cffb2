// A slow, plain reader of event streams (HTML Living Standard, "Parsing an
// event stream"), and what a supervisor may make of one.
#pragma once

#include "json_tree.hpp"
#include "sse/dialect.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

struct SeenEvent {
    std::string  name;
    std::string  data;

    bool operator==(const SeenEvent& other) const
    {
        return name == other.name && data == other.data;
    }
};

struct SeenStream {
    std::vector<SeenEvent>  events;  // those with data
    size_t                  end = 0;  // just past the last whole event
};

// Takes one line off; false if it has no end yet.
inline bool take_line(std::string_view text, size_t* at, std::string* line)
{
    line->clear();
    for (size_t i = *at; i < text.size(); i++) {
        if (text[i] == '\r' || text[i] == '\n') {
            bool crlf = text[i] == '\r' && text.substr(i + 1, 1) == "\n";
            *at = i + (crlf ? 2 : 1);
            return true;
        }
        *line += text[i];
    }
    return false;
}

inline SeenStream read_stream(std::string_view text)
{
    SeenStream out;
    SeenEvent event;
    std::string line;
    size_t lines_of_data = 0;
    bool first = true;  // line of an event

    for (size_t at = 0; take_line(text, &at, &line); ) {
        if (line.empty()) {
            if (lines_of_data > 0) {
                out.events.push_back(event);
            }
            event = SeenEvent();
            lines_of_data = 0;
            first = true;
            out.end = at;
            continue;
        }
        if (first && line.substr(0, 3) == "\xef\xbb\xbf") {
            line.erase(0, 3);
        }
        first = false;

        size_t colon = line.find(':');
        std::string field = line.substr(0, colon);
        std::string value = colon == line.npos ? "" : line.substr(colon + 1);
        if (!value.empty() && value[0] == ' ') {
            value.erase(0, 1);
        }
        if (field == "event") {
            event.name = value;
        } else if (field == "data") {
            event.data += lines_of_data++ > 0 ? "\n" + value : value;
        }
    }
    return out;
}

// What is wrong with the events that a supervisor added at the end of a
// stream of this dialect, or empty. Automatic stands for generic.
inline std::string check_tail(sse::Dialect dialect, std::string_view tail)
{
    SeenStream seen = read_stream(tail);
    bool is_chat = dialect == sse::Dialect::chat;

    if (seen.end != tail.size() || tail.find('\r') != tail.npos
        || seen.events.size() != (is_chat ? 3 : 1))
    {
        return "the tail has another number of events";
    }
    if (is_chat && seen.events.back().data != "[DONE]") {
        return "the tail has no [DONE]";
    }

    for (size_t i = 0; i < (is_chat ? 2 : 1); i++) {
        const SeenEvent& event = seen.events[i];
        auto tree = tree_of(event.data);
        if (!tree || json::prescan(event.data)
            || event.data.find('\n') != event.data.npos)
        {
            return "the tail is not JSON";
        }
        if (event.name != (is_chat ? "" : "error")) {
            return "an event of the tail has the wrong name";
        }
        bool shaped = is_chat ? tree->get("choices") != nullptr
                              : tree->kind == json::Kind::object;
        if (!shaped) {
            return "an event of the tail has another shape";
        }
    }
    return "";
}

}  // namespace gate::test
