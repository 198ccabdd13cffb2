// Cuts a byte stream into whole server-sent events.
//
// Feed it any slices; it remembers where it stopped, so the work is linear in
// the bytes seen however they were cut. Line ends are LF, CRLF or CR (HTML
// Living Standard, "Parsing an event stream"). An event ends with its blank
// line. A CR that ends a slice ends the line; a LF that follows a whole event
// so is handed out as an event of its own, an empty one, and not held back.
// An event longer than `limit` is an error for good: the stream cannot be
// trusted after.
//
// Memory: nothing between whole events, else the bytes of the unfinished one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::sse {

class EventSplitter {
public:
    enum class Status { more, event, too_long };

    explicit EventSplitter(size_t limit) noexcept : limit_(limit) {}

    // `bytes` must stay in place until next() has answered more or too_long.
    void feed(std::string_view bytes);

    // The next whole event, blank line included; valid until the next call.
    Status next(std::string_view* event);

    // Whether the event lies in the bytes fed, or was put together from two
    // slices and is a copy.
    bool is_in_slice() const noexcept { return !joined_; }

    // Whether the event is one line that ends with LF, and its blank line.
    bool is_one_line() const noexcept { return lines_ == 1; }

    // Whether bytes of the slice are left behind the last event.
    bool has_rest() const noexcept { return !slice_.empty(); }

    // Bytes of an unfinished event: a cut stream with held() > 0 lost a tail.
    size_t held() const noexcept { return held_.size(); }
    std::string_view unfinished() const noexcept { return held_; }

private:
    size_t find_end(std::string_view bytes) noexcept;
    size_t find_end_lf(std::string_view bytes) noexcept;
    size_t find_end_any(std::string_view bytes) noexcept;
    bool is_just_fitting(size_t end) const noexcept;

    std::string_view  slice_;
    std::string       held_;
    size_t            limit_;
    uint32_t          lines_ = 0;  // of this event; many when there is a CR
    bool              blank_ = true;   // nothing on the current line so far
    bool              after_cr_ = false;
    bool              has_cr_ = false;  // in this slice
    bool              joined_ = false;
    bool              too_long_ = false;
};

}  // namespace gate::sse
