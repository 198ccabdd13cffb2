#include "guard/injection/excerpts.hpp"

#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gate::guard {

namespace {

// Two marks and a NUL: excerpts that are nearer are one.
constexpr size_t least_gap = 2 * raw_cut_mark.size() + 1;

bool continues(char c) noexcept
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

void Excerpts::copy(size_t from, size_t to)
{
    if (from == to) {
        return;
    }
    view_.map.copied(view_.size, from);
    std::memcpy(view_.bytes.get() + view_.size, text_.data() + from,
                to - from);
    view_.size += to - from;
}

size_t Excerpts::start_before(size_t at) const noexcept
{
    size_t start = token_start(text_, at - std::min(at, excerpt_reach));
    while (start > 0 && continues(text_[start])) {
        start--;
    }
    return start;
}

size_t Excerpts::end_behind(size_t at) const noexcept
{
    size_t end = token_end(text_, std::min(at + excerpt_reach, text_.size()));
    while (end < text_.size() && continues(text_[end])) {
        end++;
    }
    return end;
}

// Stands for the byte of the text that it is written instead of.
void Excerpts::mark(size_t at)
{
    view_.map.stands_for(view_.size, at, 1);
    raw_cut_mark.copy(view_.bytes.get() + view_.size, raw_cut_mark.size());
    view_.size += raw_cut_mark.size();
}

void Excerpts::begin(size_t at)
{
    if (at > 0 && text_[at - 1] != '\0') {
        mark(at - 1);
    }
    done_ = at;
}

void Excerpts::end(size_t at)
{
    copy(done_, at);
    if (at < text_.size() && text_[at] != '\0') {
        mark(at);
    }
}

void Excerpts::replace(size_t at, size_t length, std::string_view bytes)
{
    if (view_.bytes == nullptr) {
        view_.reserve(text_.size() + least_gap);
        begin(start_before(at));
    } else if (at - done_ > 2 * excerpt_reach) {
        size_t start = start_before(at);
        size_t stop = end_behind(done_);
        if (stop + least_gap <= start) {
            end(stop);
            view_.bytes[view_.size++] = '\0';
            begin(start);
        }
    }
    copy(done_, at);
    view_.map.stands_for(view_.size, at, length);
    std::memcpy(view_.bytes.get() + view_.size, bytes.data(), bytes.size());
    view_.size += bytes.size();
    done_ = at + length;
}

View Excerpts::finish()
{
    if (view_.bytes != nullptr) {
        end(end_behind(done_));
    }
    return std::move(view_);
}

}  // namespace gate::guard
