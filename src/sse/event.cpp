#include "sse/event.hpp"

namespace gate::sse {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Takes the first line off `text`, without its end.
std::string_view take_line(std::string_view* text) noexcept
{
    // LF by far the most often; a CR can only stand before it
    size_t end = text->find('\n');
    size_t cr = text->substr(0, end).find('\r');
    end = cr != text->npos ? cr : end;
    std::string_view line = text->substr(0, end);

    if (end == text->npos) {
        *text = {};
        return line;
    }
    bool crlf = (*text)[end] == '\r' && text->substr(end + 1, 1) == "\n";
    text->remove_prefix(end + (crlf ? 2 : 1));
    return line;
}

}  // namespace

Event read_event(std::string_view text, std::string* scratch)
{
    Event event;

    if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
        text.remove_prefix(byte_order_mark.size());
    }

    while (!text.empty()) {
        std::string_view line = take_line(&text);
        size_t colon = line.find(':');
        std::string_view field = line.substr(0, colon);
        std::string_view value;

        if (colon != line.npos) {
            value = line.substr(colon + 1);
            if (value.substr(0, 1) == " ") {
                value.remove_prefix(1);
            }
        }

        if (field == "event") {
            event.name = value;

        } else if (field == "data" && !event.has_data) {
            event.data = value;
            event.has_data = true;

        } else if (field == "data") {
            if (event.data.data() != scratch->data()) {
                *scratch = event.data;
            }
            *scratch += '\n';
            *scratch += value;
            event.data = *scratch;
        }
    }

    return event;
}

std::string_view missing_end(std::string_view unfinished) noexcept
{
    if (unfinished.empty()) {
        return {};
    }
    if (unfinished.back() == '\n') {
        return "\n";
    }
    std::string_view line = unfinished.substr(
        unfinished.find_last_of("\r\n") + 1);
    bool is_whole = line.empty() || line == "data: [DONE]"
                    || line == "data:[DONE]";
    return is_whole ? "\n\n" : std::string_view();
}

void append_data(std::string& out, std::string_view data)
{
    out += "data: ";
    out += data;
    out += "\n\n";
}

}  // namespace gate::sse
