#include "guard/pii/digit_run.hpp"

namespace gate::guard {

namespace {

// The gap at `*at`, which moves to the digit behind it; or gap_none.
Gap read_gap(std::string_view text, size_t* at) noexcept
{
    size_t i = *at;
    Gap gap = gap_none;

    for (size_t n = 0; n <= longest_gap; n++) {
        Glyph g = glyph_at(text, i);
        if (is_digit(g.c)) {
            *at = i;
            return gap;
        }
        Gap mark = mark_of(g.c);
        if (mark == gap_none) {
            return gap_none;
        }
        gap = static_cast<Gap>(gap | mark);
        i += g.size;
    }
    return gap_none;
}

constexpr Gap joining = gap_dash | gap_dot | gap_slash;

}  // namespace

uint32_t Group::value() const noexcept
{
    uint32_t value = 0;
    for (size_t i = 0; i < kept() && i < 9; i++) {
        value = value * 10 + static_cast<uint32_t>(digits[i] - '0');
    }
    return value;
}

DigitRun::DigitRun(std::string_view text, size_t at) noexcept : text_(text)
{
    Gap before = gap_none;
    do {
        read_group(&at, before);
        before = read_gap(text, &at);
    } while (before != gap_none && size_ < capacity);
}

void DigitRun::read_group(size_t* at, Gap before) noexcept
{
    Group& group = groups_[size_++];
    group.start = static_cast<uint32_t>(*at);
    group.before = before;
    group.count = 0;

    for ( ;; ) {
        Glyph g = glyph_at(text_, *at);
        if (!is_digit(g.c)) {
            break;
        }
        if (group.count < sizeof group.digits) {
            group.digits[group.count] = g.c;
        }
        group.count++;
        *at += g.size;
    }
    group.end = static_cast<uint32_t>(*at);
}

bool DigitRun::is_free_before(size_t i) const noexcept
{
    const Group& group = groups_[i];
    if ((group.before & joining) != 0) {
        return false;
    }

    Glyph left = glyph_before(text_, group.start);
    if (left.c == '-') {
        return !is_word(glyph_before(text_, group.start - left.size).c);
    }
    return left.c != '@' && !touches_word(text_, group.start);
}

bool DigitRun::is_free_after(size_t i) const noexcept
{
    if (i + 1 < size_) {
        return (groups_[i + 1].before & joining) == 0;
    }
    char right = after(i);
    return right != '@' && !goes_on_in_word(text_, groups_[i].end);
}

bool DigitRun::has_dashed_word(size_t i) const noexcept
{
    if (i + 1 < size_) {
        return false;
    }
    Glyph dash = glyph_at(text_, groups_[i].end);
    return dash.c == '-'
           && is_word(glyph_at(text_, groups_[i].end + dash.size).c);
}

bool DigitRun::is_in_hex(size_t first, size_t last) const noexcept
{
    size_t width = groups_[first].count;

    // the run ends in a group that goes on in letters
    if (last + 1 < size_ && groups_[last + 1].count < width
        && hex_value(after(last + 1)) >= 0) {
        return true;
    }

    size_t at = groups_[first].start;
    Glyph g = glyph_before(text_, at);
    if (g.c != ' ' && g.c != '\n') {
        return false;
    }
    at -= g.size;
    for (size_t n = 0; ; n++) {
        g = glyph_before(text_, at);
        if (hex_value(g.c) < 0) {
            return n == width && !is_word(g.c);
        }
        if (n == width) {
            return false;
        }
        at -= g.size;
    }
}

}  // namespace gate::guard
