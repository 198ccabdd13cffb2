#include "guard/pii/pii.hpp"

#include "guard/pii/credit_card.hpp"
#include "guard/pii/digit_run.hpp"
#include "guard/pii/email.hpp"
#include "guard/pii/ip_address.hpp"
#include "guard/pii/phone.hpp"
#include "guard/pii/phone_shape.hpp"
#include "guard/pii/ssn.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// Of a number that some detector takes: in one piece, in several.
constexpr size_t least_digits = 7;
constexpr size_t least_of_all = PhoneShape::least_digits;

// Behind the number at `at`, if that is short and of ASCII, no other joins it
// and nothing beside it makes it more than a number, as most are; else 0.
size_t lone_number_end(std::string_view text, size_t at) noexcept
{
    if (at > 0 && text[at - 1] == '%') {
        return 0;
    }
    size_t end = at;
    while (end < text.size() && is_digit(text[end])) {
        end++;
    }
    if (end == at || end - at >= least_digits) {
        return 0;
    }
    for (size_t i = end; i <= end + longest_gap && i < text.size(); i++) {
        char c = text[i];
        if (is_digit(c) || static_cast<signed char>(c) < 0
            || (i == end && lower(c) == 'x'))
        {
            return 0;
        }
        if (mark_of(c) == gap_none) {
            break;
        }
    }
    return end;
}

// Whether the groups from `i` on have so many digits.
bool has_digits(const DigitRun& run, size_t i, size_t least) noexcept
{
    // each has one
    size_t count = run.size() - i;
    for (; i < run.size() && count < least; i++) {
        count += run[i].count - 1;
    }
    return count >= least;
}

// A second group with a dot behind it, or with an x in it.
bool may_be_ipv4(const DigitRun& run, size_t i) noexcept
{
    auto goes_on = [&run](size_t group) {
        return run.gap_after(group) == gap_dot
               || lower(run.after(group)) == 'x';
    };
    return goes_on(i) && (run.gap_after(i) != gap_dot || goes_on(i + 1));
}

// A second colon behind up to four hexadecimal digits, or a dot. What is not
// ASCII may be either.
bool may_be_ipv6(std::string_view text, size_t colon) noexcept
{
    constexpr size_t longest = 4;
    size_t end = colon + 1;
    while (end < text.size() && end <= colon + longest
           && hex_value(text[end]) >= 0)
    {
        end++;
    }
    if (end >= text.size()) {
        return false;
    }
    char c = text[end];
    return c == ':' || (c == '.' && end > colon + 1)
           || static_cast<signed char>(c) < 0;
}

// Between two numbers of a list, such as a line end, the mark of an item or
// a column of other numbers: no word, and no end of the text.
bool is_list_gap(std::string_view between) noexcept
{
    constexpr size_t longest = 32;
    if (between.size() > longest) {
        return false;
    }
    for (size_t at = 0; at < between.size(); ) {
        Glyph g = glyph_at(between, at);
        at += g.size;
        bool is_letter = is_alphabetic(g.c) && touches_word(between, at);
        if (is_letter || g.c == Glyph::ideograph || g.c == '\0') {
            return false;
        }
    }
    return true;
}

class Finder {
public:
    Finder(std::string_view text, const ByteMap& map,
        const PiiOptions& options, Findings* out) noexcept
        : text_(text), map_(map), options_(options), out_(out),
          first_(out->size())
    {
    }

    void run();

private:
    // Both decide about the candidate at `at`; where to look next.
    size_t look(size_t at);
    size_t look_at_number(size_t at);

    // Decides about one group; where the next one to look at is.
    size_t look_at_group(DigitRun& run, size_t i, LazyCues* cues);
    // Without a part of a surer number that follows it.
    Match find_phone(const DigitRun& run, size_t i, LazyCues* cues);
    // Where the list of numbers starts that the one at `at` stands in: the
    // words before that speak for all of them.
    size_t list_start(size_t at) noexcept;
    bool find_ipv4(DigitRun& run, size_t i, LazyCues* cues);
    void find_ipv6(size_t colon);
    void find_email(size_t at, size_t behind);

    bool wants(Slug slug) const noexcept { return options_.wanted.has(slug); }
    void add(Slug slug, uint32_t start, uint32_t end);
    void join();

    std::string_view   text_;
    const ByteMap&     map_;
    const PiiOptions&  options_;
    Findings*          out_;
    size_t             first_;       // of our own findings
    size_t             next_colon_ = 0;  // those before are decided
    size_t             decided_ = 0;     // digits before are decided
    size_t             list_start_ = 0;  // of the number that ends there
    size_t             ends_[slug_count] = {};  // of findings, by slug
    bool               overlap_ = false;        // of findings of one slug
};

void Finder::run()
{
    size_t at = map_.next(&ByteBlock::candidates, 0);
    while (at < text_.size()) {
        at = map_.next(&ByteBlock::candidates, look(at));
    }
    if (overlap_) {
        join();
    }
}

size_t Finder::look(size_t at)
{
    Glyph g = glyph_at(text_, at);

    if (is_digit(g.c)) {
        return at < decided_ ? at + g.size : look_at_number(at);
    }
    if (g.c == ':') {
        if (wants(Slug::ip_address) && at >= next_colon_) {
            find_ipv6(at);
        }
    } else if (g.c == '@') {
        if (wants(Slug::email)) {
            find_email(at, at + g.size);
        }
    }
    return at + g.size;
}

size_t Finder::look_at_number(size_t at)
{
    if (size_t end = lone_number_end(text_, at)) {
        return end;
    }
    DigitRun run(text_, at, decided_);
    LazyCues cues(text_, list_start(at));
    size_t i = 0;

    if (wants(Slug::email) && run[0].view().substr(0, 2) == "40"
        && run.before(0) == '%') {
        find_email(at - 1, at + 2);
    }

    if (run.size() == 1 && run[0].count < least_digits
        && lower(run.after(0)) != 'x') {
        return run[0].end;
    }
    while (i < run.size()) {
        if (run.is_cut() && i > 0
            && i + DigitRun::lookahead > run.size()) {
            // read on from here
            return run[i].start;
        }
        i = look_at_group(run, i, &cues);
    }
    return run[run.size() - 1].end;
}

size_t Finder::look_at_group(DigitRun& run, size_t i, LazyCues* cues)
{
    if (wants(Slug::ip_address) && find_ipv4(run, i, cues)) {
        return i + 4;
    }

    if (!has_digits(run, i, least_of_all)) {
        return i + 1;
    }
    Match match;
    Slug slug = Slug::ssn;
    bool is_signed = run.before(i) == '+';
    if (wants(Slug::ssn) && !is_signed) {
        match = match_ssn(run, i, cues);
    }
    if (!match && wants(Slug::credit_card) && !is_signed) {
        slug = Slug::credit_card;
        match = match_credit_card(run, i, options_.credit_card, cues);
    }
    if (!match && wants(Slug::phone)) {
        slug = Slug::phone;
        match = find_phone(run, i, cues);
    }
    if (!match) {
        return i + 1;
    }
    add(slug, match.start, match.end);
    decided_ = match.end;
    run.take(decided_);
    return match.last + 1;
}

Match Finder::find_phone(const DigitRun& run, size_t i, LazyCues* cues)
{
    size_t all = run.size();
    auto match_before = [&](size_t end) {
        return match_phone(run, i, end, options_.phone, cues);
    };
    Match whole = match_before(all);
    if (!whole || whole.last == i) {
        return whole;
    }

    bool is_sure = match_phone(run, i, all, Rigor::strict, cues).last
                   == whole.last;
    for (size_t next = i + 1; next <= whole.last; next++) {
        bool is_card = wants(Slug::credit_card)
            && match_credit_card(run, next, options_.credit_card, cues);
        bool is_phone = !is_sure
            && match_phone(run, next, all, Rigor::strict, cues).last
                   > whole.last;
        if (is_card || is_phone) {
            return match_before(next);
        }
        if (wants(Slug::ssn) && match_ssn(run, next, cues)) {
            Match part = match_before(next);
            return is_sure && !part ? whole : part;
        }
    }
    return whole;
}

size_t Finder::list_start(size_t at) noexcept
{
    if (decided_ == 0 || !is_list_gap(text_.substr(decided_, at - decided_)))
    {
        list_start_ = at;
    }
    return list_start_;
}

bool Finder::find_ipv4(DigitRun& run, size_t i, LazyCues* cues)
{
    const Group& group = run[i];
    bool is_joined = is_joining(group.before) && (group.before & gap_dot) != 0;
    bool may_start = group.count <= 4 && !is_joined && may_be_ipv4(run, i);
    if (!may_start) {
        return false;
    }
    // "3.51 0.98.32.1": numbers that leave out their leading zero
    bool is_decimal = group.before == gap_space && i >= 2
                      && group.count == 1 && group.digits[0] == '0'
                      && run[i - 1].before == gap_dot
                      && (i < 4 || run[i - 3].before != gap_dot);
    if (is_decimal) {
        return false;
    }
    auto span = match_ipv4(text_, group.start, decided_, cues);
    if (!span) {
        return false;
    }
    add(Slug::ip_address, span->start, span->end);
    decided_ = span->end;
    run.take(decided_);
    return true;
}

void Finder::find_ipv6(size_t colon)
{
    // nearly all are those of prose, of JSON and of the time of day
    if (text_[colon] == ':' && !may_be_ipv6(text_, colon)) {
        return;
    }
    if (auto span = match_ipv6(text_, colon, &next_colon_)) {
        add(Slug::ip_address, span->start, span->end);
        decided_ = span->end;
    }
}

void Finder::find_email(size_t at, size_t behind)
{
    char left = glyph_before(text_, at).c;
    if (left == ' ' || left == '@') {
        return;
    }
    if (auto span = match_email(text_, at, behind)) {
        add(Slug::email, span->start, span->end);
    }
}

// A local part may hold a number that was found before the '@' was seen.
void Finder::add(Slug slug, uint32_t start, uint32_t end)
{
    size_t& last_end = ends_[static_cast<size_t>(slug)];
    overlap_ = overlap_ || start < last_end;
    last_end = std::max<size_t>(last_end, end);

    size_t place = out_->size();
    while (place > first_ && (*out_)[place - 1].span.start > start) {
        place--;
    }
    out_->insert(out_->begin() + static_cast<ptrdiff_t>(place),
                 Finding{{start, end}, slug});
}

// "a@b.example@c.example": findings of one slug that share a part are one.
void Finder::join()
{
    Finding* lasts[slug_count] = {};
    size_t kept = first_;

    for (size_t i = first_; i < out_->size(); i++) {
        const Finding found = (*out_)[i];
        Finding*& last = lasts[static_cast<size_t>(found.slug)];
        if (last != nullptr && found.span.start < last->span.end) {
            last->span.end = std::max(last->span.end, found.span.end);
            continue;
        }
        last = &(*out_)[kept++];
        *last = found;
    }
    out_->resize(kept);
}

}  // namespace

void find_pii(std::string_view text, const ByteMap& map,
    const PiiOptions& options, Findings* out)
{
    Finder(text, map, options, out).run();
}

}  // namespace gate::guard
