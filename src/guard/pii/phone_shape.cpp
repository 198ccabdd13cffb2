#include "guard/pii/phone_shape.hpp"

#include <cstring>

namespace gate::guard {

namespace {

bool is_trunk_zero(const DigitRun& run, size_t i) noexcept
{
    return run[i].count == 1 && run[i].digits[0] == '0'
           && (run[i].before & gap_open) != 0
           && (run.gap_after(i) & gap_close) != 0;
}

constexpr bool is_century(uint32_t year) noexcept
{
    return year >= 1900 && year < 2100;
}

}  // namespace

PhoneShape::PhoneShape(const DigitRun& run, size_t first) noexcept
    : run_(run), first_(first), start_(run[first].start)
{
    size_t count = 0;
    for (size_t i = first; i < run.size() && size_ < most_groups; i++) {
        const Group& group = run[i];
        if (!is_trunk_zero(run, i)) {
            if (count + group.count > most_digits) {
                break;
            }
            // more than the group has, in a space that is long enough
            std::memcpy(digits_ + count, group.digits, most_digits);
            count += group.count;
        }
        totals_[size_++] = static_cast<uint8_t>(count);
    }

    Glyph left = glyph_before(run.text(), start_);
    if (left.c == '(') {
        is_bracketed_ = (run.gap_after(first) & gap_close) != 0;
        start_ -= is_bracketed_ ? left.size : 0;
    }
}

Gap PhoneShape::gaps(size_t last) const noexcept
{
    Gap all = gap_none;
    for (size_t i = first_ + 1; i <= last; i++) {
        all = static_cast<Gap>(all | run_[i].before);
    }
    return all;
}

// 2026-01-09, 09.01.2026, 01/09/26, 20260109, 2019-2026
bool PhoneShape::is_date() const noexcept
{
    const Group& head = run_[first_];
    if (head.count == 8) {
        uint32_t value = head.value();
        return is_century(value / 10000) && value / 100 % 100 <= 12
               && value % 100 <= 31;
    }
    if (head.count == 4 && first_ + 1 < run_.size()
        && run_[first_ + 1].count == 4) {
        return is_century(head.value())
               && is_century(run_[first_ + 1].value());
    }
    if (first_ + 2 >= run_.size()) {
        return false;
    }
    const Group& a = run_[first_];
    const Group& b = run_[first_ + 1];
    const Group& c = run_[first_ + 2];
    if (b.before != c.before || (b.before & (gap_open | gap_close)) != 0
        || b.count > 2 || b.value() == 0 || b.value() > 31) {
        return false;
    }

    auto is_day = [](const Group& g) {
        return g.count <= 2 && g.value() >= 1 && g.value() <= 31;
    };
    bool is_spaced = b.before == gap_space;
    auto is_year = [is_spaced](const Group& g) {
        return g.count == 4 ? !is_spaced || is_century(g.value())
                            : g.count == 2 && !is_spaced;
    };
    bool is_month_there = b.value() <= 12 || a.value() <= 12;
    return is_month_there
           && ((is_day(a) && is_year(c)) || (is_year(a) && is_day(c)));
}

bool PhoneShape::is_dotted_four() const noexcept
{
    if (first_ + 3 >= run_.size()) {
        return false;
    }
    for (size_t i = first_; i < first_ + 4; i++) {
        if (run_[i].count > 3
            || (i > first_ && run_[i].before != gap_dot)) {
            return false;
        }
    }
    return run_.gap_after(first_ + 3) != gap_dot;
}

bool PhoneShape::has_label(size_t last) const noexcept
{
    constexpr std::string_view labels[] = {
        "cell", "fax", "home", "main", "mobile", "office", "phone", "tel",
        "work",
    };
    // a label ends the run
    if (last + 1 < run_.size()) {
        return false;
    }
    std::string_view text = run_.text();
    size_t at = run_[last].end;

    if (glyph_at(text, at).c == ' ') {
        at++;
    }
    Glyph mark = glyph_at(text, at);
    if (mark.c != '-' && mark.c != '(') {
        return false;
    }
    at += mark.size;
    if (!is_ascii_letter(glyph_at(text, at).c)) {
        return false;
    }
    for (std::string_view label : labels) {
        if (has_word_at(text, at, label)
            && !is_word(glyph_at(text, at + label.size()).c)) {
            return true;
        }
    }
    return false;
}

bool PhoneShape::is_end(size_t last) const noexcept
{
    char right = run_.after(last);
    if (lower(right) == 'x') {
        // an extension, or a size
        return is_digit(glyph_at(run_.text(), run_[last].end + 1).c);
    }
    return run_.is_free_after(last)
           && (!run_.has_dashed_word(last) || has_label(last));
}

// "01 02 03 04 05 06 07": what would match goes on as it was.
bool PhoneShape::is_series(size_t last) const noexcept
{
    Gap inner = run_[last].before;
    return run_.gap_after(last) == inner || run_[first_].before == inner;
}

bool PhoneShape::has_short_group(size_t last) const noexcept
{
    for (size_t i = first_ + 1; i <= last; i++) {
        if (run_[i].count < 2) {
            return true;
        }
    }
    return false;
}

bool PhoneShape::is_in_list(const DigitRun& run, size_t first) noexcept
{
    Gap gap = run[first].before;
    if (gap == gap_none || gap != run.gap_after(first)
        || (gap & gap_open) != 0) {
        return false;
    }
    size_t area = run[first].count == 1 ? first + 1 : first;
    return area + 2 >= run.size() || run[area].count != 3
           || run[area + 1].count != 3 || run[area + 2].count != 4;
}

// [1] NXX NXX XXXX, where N is 2 to 9
bool PhoneShape::is_north_american(size_t last) const noexcept
{
    size_t i = first_;
    if (run_[i].count == 1 && run_[i].digits[0] == '1') {
        i++;
    }
    return last == i + 2 && run_[i].count == 3 && run_[i + 1].count == 3
           && run_[last].count == 4 && run_[i].digits[0] >= '2'
           && run_[i + 1].digits[0] >= '2'
           && (run_[last].before == run_[i + 1].before
               || (run_[last].before == gap_dash
                   && run_[i + 1].before != gap_dot)
               || (run_[i + 1].before & gap_close) != 0);
}

// 01304-001 in Brazil, 02134-1234 in Massachusetts
bool PhoneShape::is_postcode(size_t last) const noexcept
{
    return last == first_ + 1 && run_[first_].count == 5
           && run_[last].before == gap_dash
           && (run_[last].count == 3 || run_[last].count == 4);
}

// 030 123456, 01 23 45 67 89, 0171/2345678
bool PhoneShape::has_trunk_prefix(size_t last) const noexcept
{
    const Group& head = run_[first_];
    size_t count = total(last);
    return last > first_ && last < first_ + 6 && head.digits[0] == '0'
           && head.count >= 2 && head.count <= 6 && head.digits[1] != '0'
           && count >= 9 && count <= 12 && !has_short_group(last)
           && !is_series(last) && !is_postcode(last);
}

// (37) 788-063
bool PhoneShape::has_bracketed_area(size_t last) const noexcept
{
    const Group& head = run_[first_];
    size_t count = total(last);
    bool is_year = head.count == 4 && head.digits[0] != '0';
    return is_bracketed_ && last > first_ && last < first_ + 4
           && head.count >= 2 && head.count <= 5 && !is_year && count >= 7
           && count <= 11 && count - head.count >= 5
           && !has_short_group(last);
}

}  // namespace gate::guard
