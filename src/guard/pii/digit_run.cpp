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

constexpr bool is_blank(char c) noexcept
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

// A cell of a dump or a table: up to three blanks, and so many hexadecimal
// digits that nothing is beside.
enum class Cell : uint8_t {
    none,
    digits,
    mixed,  // digits and letters
};

class CellKind {
public:
    // False for what is in no cell.
    bool add(char c) noexcept
    {
        digits_ += is_digit(c);
        letters_ += is_ascii_letter(c);
        return hex_value(c) >= 0;
    }
    Cell get() const noexcept
    {
        // a word such as "face" is none
        return digits_ == 0 ? Cell::none
               : letters_ == 0 ? Cell::digits : Cell::mixed;
    }

private:
    size_t  digits_ = 0;
    size_t  letters_ = 0;
};

// The cell before `*at`, which moves to its start; `end` becomes its end.
Cell cell_before(std::string_view text, size_t width, size_t* at,
    size_t* end) noexcept
{
    Glyph g = glyph_before(text, *at);
    size_t blanks = 0;
    for ( ; is_blank(g.c) && blanks <= longest_gap; blanks++) {
        *at -= g.size;
        g = glyph_before(text, *at);
    }
    if (blanks == 0 || blanks > longest_gap) {
        return Cell::none;
    }

    *end = *at;
    CellKind kind;
    for (size_t n = 0; n < width; n++) {
        if (!kind.add(g.c)) {
            return Cell::none;
        }
        *at -= g.size;
        g = glyph_before(text, *at);
    }
    return is_word(g.c) ? Cell::none : kind.get();
}

// The cell behind `at`.
Cell cell_behind(std::string_view text, size_t width, size_t at) noexcept
{
    Glyph g = glyph_at(text, at);
    if (!is_blank(g.c)) {
        return Cell::none;
    }
    at += g.size;

    CellKind kind;
    for (size_t n = 0; n < width; n++) {
        g = glyph_at(text, at);
        if (!kind.add(g.c)) {
            return Cell::none;
        }
        at += g.size;
    }
    return is_word(glyph_at(text, at).c) ? Cell::none : kind.get();
}

}  // namespace

uint32_t Group::value() const noexcept
{
    uint32_t value = 0;
    for (size_t i = 0; i < kept() && i < 9; i++) {
        value = value * 10 + static_cast<uint32_t>(digits[i] - '0');
    }
    return value;
}

DigitRun::DigitRun(std::string_view text, size_t at, size_t taken) noexcept
    : text_(text), taken_(taken)
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

bool DigitRun::follows_taken(size_t i) const noexcept
{
    size_t at = groups_[i].start;
    for (size_t n = 0; n <= longest_gap && at > taken_; n++) {
        Glyph g = glyph_before(text_, at);
        if (mark_of(g.c) == gap_none) {
            return false;
        }
        at -= g.size;
    }
    return taken_ != 0 && at == taken_;
}

bool DigitRun::is_free_before(size_t i) const noexcept
{
    const Group& group = groups_[i];
    if (is_joining(group.before)) {
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
        return !is_joining(groups_[i + 1].before);
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

bool DigitRun::is_in_table(size_t first, size_t last,
    size_t most) const noexcept
{
    size_t width = groups_[first].count;
    if (last == first || groups_[last].before != gap_space) {
        return false;
    }
    if (cell_behind(text_, width, groups_[last].end) == Cell::mixed) {
        return true;
    }

    size_t at = groups_[first].start;
    for (size_t n = 0; n <= most; n++) {
        size_t end = at;
        Cell cell = cell_before(text_, width, &at, &end);
        if (cell != Cell::digits || (end == taken_ && most > 0)) {
            return cell == Cell::mixed;
        }
    }
    return true;
}

}  // namespace gate::guard
