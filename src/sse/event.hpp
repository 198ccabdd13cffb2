// One server-sent event: its name and its data.
#pragma once

#include <string>
#include <string_view>

namespace gate::sse {

struct Event {
    std::string_view  name;  // the last `event:` line, empty without one
    std::string_view  data;  // the `data:` lines joined by LF
    bool              has_data = false;
};

// Reads the lines of a whole event. Comments, `id:` and `retry:` are passed
// over, and a byte order mark in front. `scratch` holds the data when there
// is more than one line of it; the views live as long as both.
Event read_event(std::string_view text, std::string* scratch);

// The line ends that turn what a stream left without its blank line into a
// whole event; empty when nothing was left, or half a line: of that only
// "[DONE]" says that nothing is missing.
std::string_view missing_end(std::string_view unfinished) noexcept;

// `data: {…}` of one line and the blank line, appended.
void append_data(std::string& out, std::string_view data);

// The comment that keeps an idle connection open (interface.md, "Events").
constexpr std::string_view keepalive = ": keepalive\n\n";

}  // namespace gate::sse
