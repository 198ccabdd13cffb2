#include "response.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace gate::load {

namespace {

constexpr std::string_view end_marker = "data: [DONE]";
constexpr size_t max_header = 16384;

}  // namespace

Response::Status Response::feed(std::string_view bytes)
{
    while (!bytes.empty() && !broken_ && part_ != Part::end) {
        size_t eaten = 0;
        switch (part_) {
        case Part::header:
            eaten = feed_header(bytes);
            break;
        case Part::data:
        case Part::body:
            eaten = feed_data(bytes);
            break;
        default:
            eaten = feed_line(bytes);
        }
        bytes.remove_prefix(eaten);
    }

    if (broken_ || !bytes.empty()) {
        return Status::broken;
    }
    return part_ == Part::end ? Status::done : Status::more;
}

size_t Response::feed_header(std::string_view bytes)
{
    size_t before = line_.size();
    line_.append(bytes);
    size_t end = line_.find("\r\n\r\n");
    if (end == std::string::npos) {
        broken_ = line_.size() > max_header;
        return bytes.size();
    }

    line_.resize(end + 4);
    size_t eaten = line_.size() - before;
    broken_ = !judge_header();
    line_.clear();
    return eaten;
}

bool Response::judge_header()
{
    if (line_.rfind("HTTP/1.1 ", 0) != 0) {
        return false;
    }
    code_ = atoi(line_.c_str() + strlen("HTTP/1.1 "));

    constexpr std::string_view length = "\r\nContent-Length: ";
    size_t found = line_.find(length);
    if (found != std::string::npos) {
        left_ = strtoul(line_.c_str() + found + length.size(), nullptr, 10);
        part_ = left_ == 0 ? Part::end : Part::body;
        return true;
    }
    part_ = Part::size;
    return line_.find("\r\nTransfer-Encoding: chunked") != std::string::npos;
}

size_t Response::feed_line(std::string_view bytes)
{
    size_t end = bytes.find('\n');
    if (end == std::string_view::npos) {
        line_.append(bytes);
        broken_ = line_.size() > max_header;
        return bytes.size();
    }

    line_.append(bytes.substr(0, end));
    judge_line();
    line_.clear();
    return end + 1;
}

// The line is without its LF: `1a0\r` before a chunk, `\r` after it, and the
// trailer's after the last one.
void Response::judge_line()
{
    if (part_ == Part::after_data) {
        broken_ = line_ != "\r";
        part_ = Part::size;

    } else if (part_ == Part::trailer) {
        part_ = line_ == "\r" ? Part::end : Part::trailer;

    } else {
        char* stop = nullptr;
        left_ = strtoul(line_.c_str(), &stop, 16);
        broken_ = stop == line_.c_str() || *stop != '\r';
        part_ = left_ == 0 ? Part::trailer : Part::data;
    }
}

size_t Response::feed_data(std::string_view bytes)
{
    std::string_view text = bytes.substr(0, left_);
    count_events(text);
    left_ -= text.size();
    if (left_ == 0) {
        part_ = part_ == Part::body ? Part::end : Part::after_data;
    }
    return text.size();
}

void Response::count_events(std::string_view text)
{
    while (!text.empty()) {
        if (at_line_start_ && text.front() == '\n') {
            end_block();
            text.remove_prefix(1);
            continue;
        }

        size_t end = text.find('\n');
        if (block_.size() < end_marker.size()) {
            block_.append(text.substr(0, std::min(end, end_marker.size())));
        }
        if (end == std::string_view::npos) {
            at_line_start_ = false;
            return;
        }
        at_line_start_ = true;
        text.remove_prefix(end + 1);
    }
}

void Response::end_block()
{
    if (block_.empty()) {
        return;
    }
    if (block_.front() == ':') {
        comments_++;
    } else if (block_.compare(0, end_marker.size(), end_marker) == 0) {
        saw_end_marker_ = true;
    } else {
        events_++;
    }
    block_.clear();
}

}  // namespace gate::load
