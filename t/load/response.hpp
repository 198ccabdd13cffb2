// Reads an HTTP/1.1 response off the wire and counts the events in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::load {

// One response after another, fed in slices of any size. Understands chunked
// bodies and Content-Length, LF line ends in the events. What it was fed
// beyond the end of a response makes that response broken: nobody here
// pipelines.
class Response {
public:
    enum class Status { more, done, broken };

    Status feed(std::string_view bytes);

    int code() const { return code_; }
    // whole events but [DONE] and comments, which are counted apart
    int64_t events() const { return events_; }
    int64_t comments() const { return comments_; }
    bool saw_end_marker() const { return saw_end_marker_; }

private:
    enum class Part { header, size, data, after_data, trailer, body, end };

    size_t feed_header(std::string_view bytes);
    size_t feed_line(std::string_view bytes);
    size_t feed_data(std::string_view bytes);
    bool judge_header();
    void judge_line();
    void count_events(std::string_view text);
    void end_block();

    Part part_ = Part::header;
    bool broken_ = false;
    bool saw_end_marker_ = false;
    bool at_line_start_ = true;
    int code_ = 0;
    size_t left_ = 0;
    int64_t events_ = 0;
    int64_t comments_ = 0;
    std::string line_;
    // the first bytes of the block being read
    std::string block_;
};

}  // namespace gate::load
