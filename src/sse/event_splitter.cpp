#include "sse/event_splitter.hpp"

#include <cstring>

namespace gate::sse {

namespace {

constexpr size_t none = std::string_view::npos;
constexpr uint32_t many_lines = 1u << 30;

}  // namespace

void EventSplitter::feed(std::string_view bytes)
{
    slice_ = bytes;
    has_cr_ = after_cr_ || (!bytes.empty()
              && std::memchr(bytes.data(), '\r', bytes.size()) != nullptr);
}

// How many of `bytes` belong to the current event when it ends in them, or
// none; remembers the state of the line either way.
size_t EventSplitter::find_end(std::string_view bytes) noexcept
{
    return has_cr_ ? find_end_any(bytes) : find_end_lf(bytes);
}

size_t EventSplitter::find_end_lf(std::string_view bytes) noexcept
{
    const char* start = bytes.data();
    const char* end = start + bytes.size();
    const char* at = start;

    if (blank_ && at != end && *at == '\n') {
        return 1;
    }

    while (at != end) {
        auto lf = static_cast<const char*>(
            std::memchr(at, '\n', static_cast<size_t>(end - at)));
        if (lf == nullptr) {
            blank_ = false;
            return none;
        }
        lines_++;
        at = lf + 1;
        if (at != end && *at == '\n') {
            blank_ = true;
            return static_cast<size_t>(at + 1 - start);
        }
        blank_ = at == end;
    }

    return none;
}

size_t EventSplitter::find_end_any(std::string_view bytes) noexcept
{
    lines_ = many_lines;

    for (size_t i = 0; i < bytes.size(); i++) {
        char c = bytes[i];

        if (c == '\n' && after_cr_) {
            after_cr_ = false;
            if (i == 0 && held_.empty()) {
                return 1;  // the event before it has been handed out
            }
            continue;
        }
        after_cr_ = c == '\r';

        if (c != '\n' && c != '\r') {
            blank_ = false;
            continue;
        }
        if (!blank_) {
            blank_ = true;
            continue;
        }
        if (after_cr_ && i + 1 < bytes.size() && bytes[i + 1] == '\n') {
            after_cr_ = false;
            i++;
        }
        return i + 1;
    }

    return none;
}

// Whether the event that ends here is too long by the LF after its last CR
// only: that may as well come with the next slice and is not counted.
bool EventSplitter::is_just_fitting(size_t end) const noexcept
{
    if (end == none || held_.size() + end != limit_ + 1 || limit_ == 0
        || slice_[end - 1] != '\n')
    {
        return false;
    }
    return (end > 1 ? slice_[end - 2] : held_.back()) == '\r';
}

EventSplitter::Status EventSplitter::next(std::string_view* event)
{
    if (joined_) {
        // the memory goes too: a stream waits long between events
        std::string().swap(held_);
        joined_ = false;
    }
    if (too_long_) {
        return Status::too_long;
    }
    if (held_.empty()) {
        lines_ = 0;
    }

    size_t end = find_end(slice_);
    size_t size = end == none ? slice_.size() : end;

    if (held_.size() + size > limit_ && !is_just_fitting(end)) {
        too_long_ = true;
        std::string().swap(held_);
        return Status::too_long;
    }
    if (end == none) {
        held_ += slice_;
        slice_ = {};
        return Status::more;
    }

    std::string_view part = slice_.substr(0, end);
    slice_.remove_prefix(end);

    if (held_.empty()) {
        *event = part;
    } else {
        held_ += part;
        *event = held_;
        joined_ = true;
    }
    return Status::event;
}

}  // namespace gate::sse
