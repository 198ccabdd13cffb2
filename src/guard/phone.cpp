#include "guard/phone.hpp"

#include "guard/phone_plan.hpp"

#include <iterator>

namespace gate::guard {

namespace {

constexpr size_t most_groups = 8;
constexpr size_t most_digits = 17;  // "00", and 15 of E.164

// The groups that a number may have, from the first one on.
class Candidate {
public:
    Candidate(const DigitRun& run, size_t first, Rigor rigor,
        LazyCues* cues) noexcept;

    Match find() noexcept;

private:
    size_t total(size_t last) const noexcept;
    Gap gaps(size_t last) const noexcept;
    std::string_view digits(size_t last) const noexcept
    {
        return {digits_, total(last)};
    }

    bool is_date() const noexcept;
    bool is_dotted_four() const noexcept;
    bool is_end(size_t last) const noexcept;
    bool is_series(size_t last) const noexcept;
    bool has_label(size_t last) const noexcept;
    bool has_short_group(size_t last) const noexcept;
    bool is_serial() noexcept;
    bool is_phone_named(size_t last) noexcept;

    bool is_north_american(size_t last) const noexcept;
    bool has_trunk_prefix(size_t last) const noexcept;
    bool has_bracketed_area(size_t last) const noexcept;
    bool is_loose(size_t last) noexcept;
    bool is_national(size_t last) noexcept;
    Match international(uint32_t start) noexcept;
    Match match(uint32_t start, size_t last) const noexcept;

    const DigitRun&  run_;
    size_t           first_;
    size_t           size_ = 0;  // groups
    Rigor            rigor_;
    LazyCues*        cues_;
    bool             is_bracketed_ = false;
    uint32_t         start_;
    uint8_t          totals_[most_groups];
    char             digits_[most_digits + 1];
};

bool is_trunk_zero(const DigitRun& run, size_t i) noexcept
{
    return run[i].count == 1 && run[i].digits[0] == '0'
           && (run[i].before & gap_open) != 0
           && (run.gap_after(i) & gap_close) != 0;
}

Candidate::Candidate(const DigitRun& run, size_t first, Rigor rigor,
    LazyCues* cues) noexcept
    : run_(run), first_(first), rigor_(rigor), cues_(cues),
      start_(run[first].start)
{
    size_t count = 0;
    for (size_t i = first; i < run.size() && size_ < most_groups; i++) {
        const Group& group = run[i];
        if (!is_trunk_zero(run, i)) {
            if (count + group.count > most_digits) {
                break;
            }
            for (char c : group.view()) {
                digits_[count++] = c;
            }
        }
        totals_[size_++] = static_cast<uint8_t>(count);
    }

    Glyph left = glyph_before(run.text(), start_);
    if (left.c == '(') {
        is_bracketed_ = (run.gap_after(first) & gap_close) != 0;
        start_ -= is_bracketed_ ? left.size : 0;
    }
}

size_t Candidate::total(size_t last) const noexcept
{
    return totals_[last - first_];
}

// All marks that part the groups.
Gap Candidate::gaps(size_t last) const noexcept
{
    Gap all = gap_none;
    for (size_t i = first_ + 1; i <= last; i++) {
        all = static_cast<Gap>(all | run_[i].before);
    }
    return all;
}

// 2026-01-09, 09.01.2026, 1/9/26
bool Candidate::is_date() const noexcept
{
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
    auto is_year = [](const Group& g) {
        return g.count == 4 && g.value() >= 1900 && g.value() < 2100;
    };
    bool is_month_there = b.value() <= 12 || a.value() <= 12;
    return is_month_there
           && ((is_day(a) && is_year(c)) || (is_year(a) && is_day(c)));
}

// An IPv4 address or a version.
bool Candidate::is_dotted_four() const noexcept
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

// "555-0132-Fax", "555-0132 (work)"
bool Candidate::has_label(size_t last) const noexcept
{
    constexpr std::string_view labels[] = {
        "cell", "fax", "home", "main", "mobile", "office", "phone", "tel",
        "work",
    };
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
    for (std::string_view label : labels) {
        size_t i = 0;
        while (i < label.size() && at + i < text.size()
               && lower(text[at + i]) == label[i]) {
            i++;
        }
        if (i == label.size() && !is_word(glyph_at(text, at + i).c)) {
            return true;
        }
    }
    return false;
}

bool Candidate::is_end(size_t last) const noexcept
{
    Gap next = run_.gap_after(last);
    bool is_open = (gaps(last) & gap_close) != 0 || is_bracketed_;
    char right = run_.after(last);

    if (right == 'x' || right == 'X') {
        // an extension, or a size
        return is_digit(glyph_at(run_.text(), run_[last].end + 1).c);
    }
    return run_.is_free_after(last)
           && (!run_.has_dashed_word(last) || has_label(last))
           && (next != gap_none || is_open || right != ')' || first_ == 0);
}

// "01 02 03 04 05 06 07": what would match goes on as it was.
bool Candidate::is_series(size_t last) const noexcept
{
    Gap inner = run_[last].before;
    return run_.gap_after(last) == inner || run_[first_].before == inner;
}

bool Candidate::has_short_group(size_t last) const noexcept
{
    for (size_t i = first_ + 1; i <= last; i++) {
        if (run_[i].count < 2) {
            return true;
        }
    }
    return false;
}

// The nearest word says that this is a number of something else.
bool Candidate::is_serial() noexcept
{
    const Cues& cues = cues_->get();
    uint8_t phone = cues[Cue::phone];
    return (cues[Cue::serial] <= 3 && cues[Cue::serial] < phone)
           || (cues[Cue::version] <= 2 && cues[Cue::version] < phone);
}

bool Candidate::is_phone_named(size_t last) noexcept
{
    if (has_label(last)) {
        return true;
    }
    const Cues& cues = cues_->get();
    uint8_t phone = cues[Cue::phone];
    uint8_t reach = last == first_ ? 4 : 7;
    return phone <= reach && phone <= cues[Cue::serial]
           && phone <= cues[Cue::version] && phone <= cues[Cue::ssn]
           && phone <= cues[Cue::card];
}

// [1] NXX NXX XXXX, where N is 2 to 9
bool Candidate::is_north_american(size_t last) const noexcept
{
    size_t i = first_;
    if (run_[i].count == 1 && run_[i].digits[0] == '1') {
        i++;
    }
    return last == i + 2 && run_[i].count == 3 && run_[i + 1].count == 3
           && run_[last].count == 4 && run_[i].digits[0] >= '2'
           && run_[i + 1].digits[0] >= '2'
           && (run_[last].before == run_[i + 1].before
               || run_[last].before == gap_dash
               || (run_[i + 1].before & gap_close) != 0);
}

// 030 123456, 01 23 45 67 89, 0171/2345678
bool Candidate::has_trunk_prefix(size_t last) const noexcept
{
    const Group& head = run_[first_];
    size_t count = total(last);
    return last > first_ && last < first_ + 6 && head.digits[0] == '0'
           && head.count >= 2 && head.count <= 6 && head.digits[1] != '0'
           && count >= 8 && count <= 12 && !has_short_group(last)
           && !is_series(last);
}

// (37) 788-063
bool Candidate::has_bracketed_area(size_t last) const noexcept
{
    const Group& head = run_[first_];
    size_t count = total(last);
    bool is_year = head.count == 4 && head.digits[0] != '0';
    return is_bracketed_ && last > first_ && last < first_ + 4
           && head.count >= 2 && head.count <= 5 && !is_year && count >= 7
           && count <= 11 && count - head.count >= 5
           && !has_short_group(last);
}

// Any number of digits that a phone may have.
bool Candidate::is_loose(size_t last) noexcept
{
    size_t count = total(last);
    if (last == first_) {
        return count >= 7 && count <= 13 && is_phone_named(last);
    }
    return count >= 6 && count <= 14 && !has_short_group(last)
           && (rigor_ == Rigor::shape || is_phone_named(last));
}

bool Candidate::is_national(size_t last) noexcept
{
    if (total(last) < 6 || !is_end(last)) {
        return false;
    }
    if (is_north_american(last) || has_trunk_prefix(last)
        || has_bracketed_area(last)) {
        return rigor_ == Rigor::shape || !is_serial();
    }
    return rigor_ != Rigor::strict && is_loose(last);
}

// " x204", ", ext. 204", " #204": its end, or `end` if there is none.
size_t skip_extension(std::string_view text, size_t end) noexcept
{
    constexpr std::string_view words[] = {"extension", "ext", "x", "#"};
    constexpr size_t most = 6;
    size_t at = end;

    auto skip = [&](std::string_view any, size_t times) {
        while (times-- > 0 && at < text.size()
               && any.find(text[at]) != any.npos) {
            at++;
        }
    };

    skip(", ", 2);
    for (std::string_view word : words) {
        size_t i = 0;
        while (i < word.size() && at + i < text.size()
               && lower(text[at + i]) == word[i]) {
            i++;
        }
        if (i < word.size()) {
            continue;
        }
        at += i;
        skip(".: ", 2);
        size_t digits = 0;
        for (Glyph g = glyph_at(text, at); is_digit(g.c) && digits <= most;
             g = glyph_at(text, at)) {
            at += g.size;
            digits++;
        }
        bool is_whole = digits > 0 && digits <= most
                        && !is_word(glyph_at(text, at).c);
        return is_whole ? at : end;
    }
    return end;
}

Match Candidate::match(uint32_t start, size_t last) const noexcept
{
    size_t end = skip_extension(run_.text(), run_[last].end);
    return {start, static_cast<uint32_t>(end), last};
}

// `start` is where the plus or the leading 00 stands.
Match Candidate::international(uint32_t start) noexcept
{
    size_t skip = start == run_[first_].start ? 2 : 0;

    for (size_t last = first_ + size_; last-- > first_; ) {
        std::string_view all = digits(last);
        if (all.size() < skip + 6 || !is_end(last)) {
            continue;
        }
        all.remove_prefix(skip);
        bool is_named = rigor_ != Rigor::strict && skip == 0
                        && all.size() <= 15 && is_phone_named(last);
        if (is_international(all) || is_named) {
            return match(start, last);
        }
    }
    return {};
}

Match Candidate::find() noexcept
{
    if (size_ == 0) {
        return {};
    }

    std::string_view text = run_.text();
    Glyph left = glyph_before(text, start_);
    if (left.c == '+') {
        auto plus = static_cast<uint32_t>(start_ - left.size);
        if (touches_word(text, plus)) {
            return {};
        }
        // "(+49) 30 123456"
        Glyph open = glyph_before(text, plus);
        bool is_open = open.c == '('
                       && (run_.gap_after(first_) & gap_close) != 0;
        return international(is_open ? plus - open.size : plus);
    }

    bool is_free = is_bracketed_ ? !touches_word(text, start_)
                                 : run_.is_free_before(first_);
    if (!is_free || left.c == '$' || left.c == '#' || is_date()
        || is_dotted_four()) {
        return {};
    }
    if (run_[first_].digits[0] == '0' && digits_[1] == '0') {
        return total(first_) >= 2 ? international(start_) : Match{};
    }
    for (size_t last = first_ + size_; last-- > first_; ) {
        if (is_national(last)) {
            return match(start_, last);
        }
    }
    return {};
}

}  // namespace

Match match_phone(const DigitRun& run, size_t first, Rigor rigor,
    LazyCues* cues) noexcept
{
    return Candidate(run, first, rigor, cues).find();
}

}  // namespace gate::guard
