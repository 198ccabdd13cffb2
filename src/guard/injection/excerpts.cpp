#include "guard/injection/excerpts.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace gate::guard {

namespace {

// How far the border of an excerpt is moved to that of a word.
constexpr size_t longest_word = 64;

// Two marks and a NUL: excerpts that are nearer are one.
constexpr size_t least_gap = 2 * raw_cut_mark.size() + 1;

bool is_border(char c) noexcept
{
    return c == ' ' || c == '\n' || c == '\0';
}

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
    size_t start = at - std::min(at, surroundings);
    size_t least = start - std::min(start, longest_word);
    while (start > least && !is_border(text_[start - 1])) {
        start--;
    }
    while (start > 0 && continues(text_[start])) {
        start--;
    }
    return start;
}

size_t Excerpts::end_behind(size_t at) const noexcept
{
    size_t end = std::min(at + surroundings, text_.size());
    size_t most = std::min(end + longest_word, text_.size());
    while (end < most && !is_border(text_[end])) {
        end++;
    }
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
    } else if (at - done_ > 2 * surroundings) {
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
