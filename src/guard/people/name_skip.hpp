// Passes the capitalised words that can be no part of a name that begins with
// them: nearly all that begin a sentence, decided in a few instructions.
//
// Remembers the last word it passed, which the name behind it is judged by.
// Nothing here allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/people/name_frequent.hpp"
#include "guard/people/name_scan.hpp"
#include "guard/people/name_traits.hpp"
#include "guard/people/name_words.hpp"

namespace gate::guard {

class NameSkipper {
public:
    explicit NameSkipper(std::string_view text) noexcept : text_(text) {}

    // Behind the word at text[at], which is a capital letter of ASCII, or 0 if
    // it may begin a name or another function has to tell.
    size_t skip_frequent(size_t at) noexcept;

    // The same for any word with nothing before it that joins it. Sets *known
    // if it had to look the word up.
    size_t skip(size_t at, uint32_t* known) noexcept;

    // Whether one byte is between the last word passed and text[at], and
    // whether that is a space.
    bool is_beside(size_t at) const noexcept
    {
        return end_ != 0 && end_ + 1 == at;
    }
    bool is_before(size_t at) const noexcept
    {
        return is_beside(at) && text_[end_] == ' ';
    }

    // That word, and where it began.
    std::string_view word() const noexcept
    {
        return text_.substr(start_, end_ - start_);
    }
    size_t start() const noexcept { return start_; }

    // NameFlags of it; none if another one stands one space before it.
    uint32_t flags() const noexcept { return flags_; }

private:
    bool is_particle(size_t at) const noexcept;
    bool may_be_cued(size_t at, size_t end, uint32_t flags) const noexcept;

    void remember(size_t start, size_t end, uint32_t flags) noexcept
    {
        flags_ = is_before(start) ? 0 : flags;
        start_ = start;
        end_ = end;
    }

    std::string_view  text_;
    size_t            start_ = 0;
    size_t            end_ = 0;
    uint32_t          flags_ = 0;
};

// asked for each capital letter, where a call is a tenth of the work
[[gnu::always_inline]] inline size_t NameSkipper::skip_frequent(size_t at)
    noexcept
{
    const char* p = text_.data() + at;
    if (at == 0 || text_.size() - at < 16 || (p[-1] != ' ' && p[-1] != '\n')) {
        return 0;
    }
    size_t size = count_letters16(p);
    if (size == 0 || size > 8) {
        return 0;
    }
    char c = p[size];
    if (static_cast<unsigned char>(c) >= 0x80 || c == '-' || c == '\''
        || c == '*' || (c == '.' && size == 1))
    {
        return 0;
    }
    size_t end = at + size;
    uint32_t flags = flag_word;
    if (size > 1) {
        flags = frequent_words.flags(FrequentWords::word_at(p, size));
    }
    if ((flags & (flag_given | flag_surname)) != 0) {
        return is_clear_given(flags) || may_be_cued(at, end, flags) ? 0 : end;
    }
    if (flags == 0) {
        return 0;
    }
    remember(at, end, flags);
    return end;
}

}  // namespace gate::guard
