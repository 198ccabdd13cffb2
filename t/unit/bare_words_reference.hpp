// A slow way to bare the words of one part that is plain enough to be right:
// one byte at a time.
#pragma once

#include "guard/injection/view.hpp"

#include <string>
#include <string_view>

namespace gate::test {

class SlowWords {
public:
    SlowWords(std::string_view text, size_t start, size_t end)
        : text_(text), start_(start), end_(end)
    {
    }

    // Empty when all marks are ordinary punctuation.
    std::string bare() const
    {
        if (!is_worth_a_look()) {
            return {};
        }
        std::string out;
        for (size_t at = start_; at < end_;) {
            size_t next = at;
            while (next < end_ && (text_[next] == ' ' || is_mark(next))) {
                next += tag_size(next);
            }
            out += next != at ? ' ' : text_[at];
            at = next != at ? next : at + 1;
        }
        if (end_ < text_.size()) {
            out += guard::cut_mark;
        }
        return out;
    }

private:
    bool is_in_word(size_t at) const
    {
        return at < text_.size()
               && ((text_[at] >= 'a' && text_[at] <= 'z')
                   || (text_[at] >= '0' && text_[at] <= '9'));
    }
    bool is_behind_word(size_t at) const
    {
        return at > 0 && is_in_word(at - 1);
    }

    bool is_mark(size_t at) const
    {
        switch (text_[at]) {
        case '-': case '/':
            return !is_behind_word(at) || !is_in_word(at + 1);
        case '.':
            return !is_behind_word(at);
        default:
            return std::string_view("*_~`|,;:\"()[]{}<>#=+^\\").find(text_[at])
                   != std::string_view::npos;
        }
    }

    bool is_ordinary(size_t at) const
    {
        switch (text_[at]) {
        case ',': case ';': case ':': case ')':
            return !is_in_word(at + 1);
        case '(': case '"':
            return !is_in_word(at + 1) || !is_behind_word(at);
        default:
            return text_[at] == '-' || text_[at] == '/' || text_[at] == '.';
        }
    }

    bool is_worth_a_look() const
    {
        size_t row = 0;
        size_t last = 0;
        bool is_apart = false;
        for (size_t at = start_; at < end_; at++) {
            if (!is_mark(at)) {
                is_apart = is_apart || text_[at] != ' ';
                continue;
            }
            if (!is_ordinary(at)) {
                return true;
            }
            if (is_apart) {
                row = row != 0 && at - last <= 12 ? row + 1 : 1;
            }
            if (row == 3) {
                return true;
            }
            last = at;
            is_apart = false;
        }
        return false;
    }

    // 1 where no tag begins.
    size_t tag_size(size_t at) const
    {
        size_t name = at + 1;
        name += name < end_ && text_[name] == '/' ? 1 : 0;
        if (text_[at] != '<' || name >= end_ || text_[name] < 'a'
            || text_[name] > 'z') {
            return 1;
        }
        for (size_t i = name; i < end_ && i < name + 128; i++) {
            if (text_[i] == '>') {
                return i + 1 - at;
            }
            if (text_[i] == '<' || text_[i] == '\0') {
                return 1;
            }
        }
        return 1;
    }

    std::string_view  text_;
    size_t            start_;
    size_t            end_;
};

inline std::string bare_slowly(std::string_view text, size_t start, size_t end)
{
    return SlowWords(text, start, end).bare();
}

inline std::string bare_slowly(std::string_view text)
{
    return bare_slowly(text, 0, text.size());
}

// As in a normalised text.
inline std::string one_space(std::string_view text)
{
    std::string out;
    for (char c : text) {
        if (c != ' ' || out.empty() || out.back() != ' ') {
            out += c;
        }
    }
    return out;
}

}  // namespace gate::test
