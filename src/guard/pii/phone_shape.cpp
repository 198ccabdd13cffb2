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

// "12. 34"
constexpr bool is_sentence_end(Gap gap) noexcept
{
    return is_wide(gap) && (gap & gap_dot) != 0;
}

// 030, 0171
bool is_trunk_code(const Group& group) noexcept
{
    return group.digits[0] == '0' && group.count >= 2 && group.count <= 6
           && group.digits[1] != '0';
}

// NXX NXX XXXX, where N is 2 to 9
bool is_three_three_four(const DigitRun& run, size_t i) noexcept
{
    return i + 2 < run.size() && run[i].count == 3 && run[i + 1].count == 3
           && run[i + 2].count == 4 && run[i].digits[0] >= '2'
           && run[i + 1].digits[0] >= '2';
}

// 01 23 45 67 89
bool has_five_pairs(const DigitRun& run, size_t i) noexcept
{
    for (size_t n = i; n < i + 5; n++) {
        if (n >= run.size() || run[n].count != 2
            || (n > i && run[n].before != run[i + 1].before)) {
            return false;
        }
    }
    return true;
}

// Group `i` is no part of an amount, a time or a date: "12.50", "12:30".
bool is_alone(const DigitRun& run, size_t i) noexcept
{
    constexpr std::string_view marks = ".:/%$";
    return marks.find(run.before(i)) == marks.npos
           && (run.after(i) == '.' ? run.gap_after(i) != gap_dot
                                   : marks.find(run.after(i)) == marks.npos);
}

// "01 02 03", "2001 2002 2003": groups before and behind are as long.
bool is_like_the_last(const DigitRun& run, size_t i) noexcept
{
    return run[i - 1].count == run[i].count && is_alone(run, i - 1)
           && (i + 1 == run.size() || run[i + 1].count == run[i].count);
}

constexpr size_t least_with_trunk = 9;  // digits, the 0 included

// "415 555 2671", "030 123456"
bool starts_number(const DigitRun& run, size_t i) noexcept
{
    constexpr size_t most_groups = 5;
    if (is_joining(run[i].before)) {
        return false;
    }
    if (is_three_three_four(run, i)) {
        return true;
    }
    if (!is_trunk_code(run[i])) {
        return false;
    }
    size_t count = run[i].count;
    for (size_t n = i + 1; n < run.size() && n < i + most_groups; n++) {
        constexpr Gap brackets = gap_open | gap_close;
        if (is_wide(run[n].before) || (run[n].before & brackets) != 0) {
            break;
        }
        count += run[n].count;
    }
    return count >= least_with_trunk;
}

}  // namespace

PhoneShape::PhoneShape(const DigitRun& run, size_t first,
    size_t end) noexcept
    : run_(run), first_(first), start_(run[first].start)
{
    size_t count = 0;
    for (size_t i = first; i < end && size_ < most_groups; i++) {
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

// The groups of a date from group `i` on: 2026-01-09, 09.01.2026, 01/09/26;
// 2019-2026; 20260109. 0 if there is none.
size_t PhoneShape::date_size(const DigitRun& run, size_t i) noexcept
{
    const Group& a = run[i];
    if (a.count == 8) {
        uint32_t value = a.value();
        return is_century(value / 10000) && value / 100 % 100 <= 12
               && value % 100 <= 31 ? 1 : 0;
    }
    if (a.count == 4 && i + 1 < run.size() && run[i + 1].count == 4) {
        return is_century(a.value()) && is_century(run[i + 1].value()) ? 2
                                                                       : 0;
    }
    if (i + 2 >= run.size()) {
        return 0;
    }
    const Group& b = run[i + 1];
    const Group& c = run[i + 2];
    if (b.before != c.before || (b.before & (gap_open | gap_close)) != 0
        || b.count > 2 || b.value() == 0 || b.value() > 31) {
        return 0;
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
           && ((is_day(a) && is_year(c)) || (is_year(a) && is_day(c))) ? 3
                                                                       : 0;
}

bool PhoneShape::is_in_date(const DigitRun& run, size_t i) noexcept
{
    return (i >= 1 && date_size(run, i - 1) > 1)
           || (i >= 2 && date_size(run, i - 2) > 2);
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
    bool goes_on = run_.gap_after(last) == inner
                   && run_[last + 1].count == run_[last].count
                   && is_alone(run_, last + 1);
    bool went_before = run_[first_].before == inner
                       && is_like_the_last(run_, first_);
    return (goes_on && !is_repeated(last))
           || (went_before && !run_.follows_taken(first_));
}

// "030 123456 040 654321", "01 23 45 67 89 01 98 76 54 32"
bool PhoneShape::is_repeated(size_t last) const noexcept
{
    size_t count = last + 1 - first_;
    size_t next = last + 1;
    if (next + count > run_.size() || !is_trunk_code(run_[next])
        || run_[first_ + 1].digits[0] == '0'
        || run_[next + 1].digits[0] == '0') {
        return false;
    }
    for (size_t i = 1; i < count; i++) {
        // area codes and what is behind them are longer or shorter
        size_t a = run_[first_ + i].count;
        size_t b = run_[next + i].count;
        if (a + 1 < b || b + 1 < a) {
            return false;
        }
    }
    return true;
}

// A dot ends a sentence; a dash or a slash parts two numbers if there are
// enough digits behind it, and neither an area code nor another one before it.
bool PhoneShape::starts_next(size_t i) const noexcept
{
    Gap gap = run_[i].before;
    if (is_sentence_end(gap) || starts_number(run_, i)
        || date_size(run_, i) > 2) {
        return true;
    }
    if ((!is_wide(gap) && gap != gap_slash) || is_trunk_code(run_[i - 1])) {
        return false;
    }
    for (size_t inner = first_ + 1; inner < i; inner++) {
        if (run_[inner].before == gap) {
            return false;
        }
    }
    size_t count = run_[i].count;
    for (size_t next = i + 1; next < run_.size() && count < least_digits;
         next++) {
        if (run_[next].before == gap) {
            return false;
        }
        count += run_[next].count;
    }
    return count >= least_digits;
}

bool PhoneShape::is_signed(size_t i) const noexcept
{
    Gap gap = i < run_.size() ? run_[i].before : gap_none;
    return gap == (gap_space | gap_dash) && run_.before(i) == '-';
}

bool PhoneShape::has_sentence_end(size_t last) const noexcept
{
    for (size_t i = first_ + 1; i <= last; i++) {
        if (is_sentence_end(run_[i].before)) {
            return true;
        }
    }
    return false;
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

bool PhoneShape::is_in_list(const DigitRun& run, size_t i) noexcept
{
    Gap gap = run[i].before;
    if (gap == gap_none || gap != run.gap_after(i) || (gap & gap_open) != 0) {
        return false;
    }
    bool is_like = is_like_the_last(run, i) && !run.follows_taken(i);
    bool has_area_code = is_trunk_code(run[i]) && !is_like
                         && (run[i].count > 2 || has_five_pairs(run, i));
    if (has_area_code || is_in_date(run, i - 1)) {
        return false;
    }
    size_t area = run[i].count == 1 ? i + 1 : i;
    return !is_three_three_four(run, area);
}

bool PhoneShape::may_be_sure() const noexcept
{
    const Group& head = run_[first_];
    return head.count == 3 || is_bracketed_ || is_trunk_code(head)
           || (head.count == 1 && head.digits[0] == '1');
}

// [1] NXX NXX XXXX
bool PhoneShape::is_north_american(size_t last) const noexcept
{
    size_t i = first_;
    if (run_[i].count == 1 && run_[i].digits[0] == '1') {
        i++;
    }
    if (last != i + 2 || !is_three_three_four(run_, i)) {
        return false;
    }

    Gap inner = run_[i + 1].before;
    Gap lead = i > first_ ? run_[i].before : inner;
    // "1. 415-555-2671", "1) 415-555-2671"
    bool is_item = lead != inner
                   && (is_wide(lead)
                       || (lead & (gap_open | gap_close)) == gap_close);
    return !is_item
           && (run_[last].before == inner
               || (run_[last].before == gap_dash && inner != gap_dot)
               || (inner & gap_close) != 0);
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
    constexpr size_t most = 12;
    size_t count = total(last);
    return last > first_ && last < first_ + 6 && is_trunk_code(run_[first_])
           && count >= least_with_trunk && count <= most
           && !has_short_group(last) && !is_series(last)
           && !is_postcode(last);
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
