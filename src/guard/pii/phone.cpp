#include "guard/pii/phone.hpp"

#include "guard/pii/phone_plan.hpp"
#include "guard/pii/phone_shape.hpp"

namespace gate::guard {

namespace {

// "phone" and the like, before a number of several groups
constexpr uint8_t farthest_word = 7;

class Candidate {
public:
    Candidate(const DigitRun& run, size_t first, size_t end, Rigor rigor,
        LazyCues* cues) noexcept
        : shape_(run, first, end), run_(run), rigor_(rigor), cues_(cues)
    {
    }

    Match find() noexcept;

private:
    bool is_serial() noexcept;
    bool is_phone_named(size_t last) noexcept;
    bool may_be_loose() noexcept;
    bool is_loose(size_t last) noexcept;
    bool is_sure(size_t last) noexcept;
    bool is_slashed() const noexcept;
    bool is_possible_end(size_t last) const noexcept;
    // The last group of the number, which ends before one that may start the
    // next, or where the groups do; the first end that will do. `npos` if
    // none does. `is_one` is asked of a group and of that end.
    template <class Test>
    size_t find_last(Test is_one) noexcept;
    Match national() noexcept;
    // The digits from number `skip` on start with a calling code.
    Match international(uint32_t start, size_t skip) noexcept;
    Match match(uint32_t start, size_t last) const noexcept;

    static constexpr size_t npos = static_cast<size_t>(-1);

    PhoneShape       shape_;
    const DigitRun&  run_;
    Rigor            rigor_;
    LazyCues*        cues_;
};

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
    if (shape_.has_label(last)) {
        return true;
    }
    const Cues& cues = cues_->get();
    uint8_t phone = cues[Cue::phone];
    uint8_t reach = last == shape_.first() ? 4 : farthest_word;
    return phone <= reach && phone <= cues[Cue::serial]
           && phone <= cues[Cue::version] && phone <= cues[Cue::ssn]
           && phone <= cues[Cue::card];
}

bool Candidate::may_be_loose() noexcept
{
    if (rigor_ == Rigor::strict || is_slashed()) {
        return false;
    }
    return rigor_ == Rigor::shape
           || cues_->get()[Cue::phone] <= farthest_word
           || shape_.has_label(run_.size() - 1);
}

// Any number of digits that a phone may have.
bool Candidate::is_loose(size_t last) noexcept
{
    size_t count = shape_.digits(last).size();
    if (last == shape_.first()) {
        return count >= 7 && count <= 13 && is_phone_named(last);
    }
    // what is longer before a slash is a quotient
    bool is_code = run_[shape_.first()].count <= 5
                   || (shape_.gaps(last) & gap_slash) == 0;
    if (!is_code || shape_.has_short_group(last)
        || shape_.has_sentence_end(last)) {
        return false;
    }
    bool is_coordinate = shape_.is_signed(shape_.first())
                         || shape_.is_signed(last + 1);
    return (rigor_ == Rigor::shape && !is_coordinate) || is_phone_named(last);
}

// A slash joins the number to one that was not found.
bool Candidate::is_slashed() const noexcept
{
    size_t first = shape_.first();
    return run_[first].before == gap_slash && !run_.follows_taken(first);
}

bool Candidate::is_possible_end(size_t last) const noexcept
{
    constexpr size_t most = 14;
    size_t count = shape_.digits(last).size();
    return count >= PhoneShape::least_digits && count <= most
           && shape_.is_end(last);
}

// Of a shape that needs no word beside it.
bool Candidate::is_sure(size_t last) noexcept
{
    if (!is_possible_end(last)) {
        return false;
    }
    constexpr size_t most_cells = 1;
    bool is_north_american = shape_.is_north_american(last);
    if (is_slashed()) {
        return is_north_american && (shape_.gaps(last) & gap_slash) == 0;
    }
    return is_north_american || shape_.has_bracketed_area(last)
           || (shape_.has_trunk_prefix(last)
               && !run_.is_in_table(shape_.first(), last, most_cells));
}

template <class Test>
size_t Candidate::find_last(Test is_one) noexcept
{
    size_t first = shape_.first();
    for (size_t end = first + 1; end <= shape_.end_group(); end++) {
        if (end < shape_.end_group() && !shape_.starts_next(end)) {
            continue;
        }
        for (size_t last = end; last-- > first; ) {
            if (is_one(last, end)) {
                return last;
            }
        }
    }
    return npos;
}

// Up to `times` characters out of `any`.
size_t skip_any(std::string_view text, size_t at, std::string_view any,
    size_t times) noexcept
{
    while (times-- > 0 && at < text.size()
           && any.find(text[at]) != any.npos) {
        at++;
    }
    return at;
}

// " x204", ", ext. 204", " #204": its end, or `end` if there is none.
size_t skip_extension(std::string_view text, size_t end) noexcept
{
    constexpr std::string_view words[] = {"extension", "ext", "x", "#"};
    constexpr size_t most = 6;

    size_t at = skip_any(text, end, ", ", 2);
    size_t size = 0;
    for (std::string_view word : words) {
        size = size == 0 && has_word_at(text, at, word) ? word.size() : size;
    }
    if (size == 0) {
        return end;
    }

    at = skip_any(text, at + size, ".: ", 2);
    size_t digits = 0;
    Glyph g = glyph_at(text, at);
    for ( ; is_digit(g.c) && digits <= most; digits++) {
        at += g.size;
        g = glyph_at(text, at);
    }
    return digits > 0 && digits <= most && !goes_on_in_word(text, at) ? at
                                                                      : end;
}

Match Candidate::match(uint32_t start, size_t last) const noexcept
{
    size_t end = skip_extension(run_.text(), run_[last].end);
    // "(0-612) 34567"
    Glyph open = glyph_before(run_.text(), start);
    if (open.c == '(' && (shape_.gaps(last) & gap_close) != 0
        && (shape_.gaps(last) & gap_open) == 0) {
        start -= open.size;
    }
    return {start, static_cast<uint32_t>(end), last};
}

Match Candidate::international(uint32_t start, size_t skip) noexcept
{
    constexpr size_t most = 15;  // E.164

    size_t last = find_last([&](size_t group, size_t) {
        std::string_view all = shape_.digits(group);
        if (all.size() < skip + PhoneShape::least_digits
            || !shape_.is_end(group)) {
            return false;
        }
        all.remove_prefix(skip);
        return is_international(all)
               || (skip == 0 && rigor_ != Rigor::strict && all.size() <= most
                   && is_phone_named(group));
    });
    return last != npos ? match(start, last) : Match{};
}

Match Candidate::national() noexcept
{
    size_t last = npos;
    if (shape_.may_be_sure()) {
        last = find_last([&](size_t group, size_t) {
            return is_sure(group) && (rigor_ == Rigor::shape || !is_serial());
        });
    }
    if (last == npos && may_be_loose()) {
        last = find_last([&](size_t group, size_t end) {
            constexpr size_t least = 7;
            bool is_whole = end == shape_.end_group()
                            || shape_.digits(group).size() >= least;
            // more digits may follow a slash
            bool is_parted = run_.gap_after(group) != gap_slash
                             || group + 1 == end;
            return is_whole && is_parted && is_possible_end(group)
                   && is_loose(group);
        });
    }
    return last != npos ? match(shape_.start(), last) : Match{};
}

Match Candidate::find() noexcept
{
    size_t first = shape_.first();
    if (shape_.is_short()) {
        return {};
    }

    std::string_view text = run_.text();
    Glyph left = glyph_before(text, shape_.start());
    if (left.c == '+') {
        auto plus = static_cast<uint32_t>(shape_.start() - left.size);
        return touches_word(text, plus) ? Match{} : international(plus, 0);
    }

    bool is_free = shape_.is_bracketed()
                   ? !touches_word(text, shape_.start())
                   : run_.is_free_before(first);
    if (!is_free || left.c == '$' || left.c == '#' || shape_.is_date()
        || shape_.is_dotted_four()
        || (is_wide(run_[first].before) && PhoneShape::is_in_date(run_, first)))
    {
        return {};
    }

    if (run_[first].view().substr(0, 2) == "00") {
        // the international prefix of most countries
        std::string_view digits = shape_.digits(shape_.end_group() - 1);
        return digits[2] != '0' ? international(shape_.start(), 2) : Match{};
    }
    return national();
}

}  // namespace

Match match_phone(const DigitRun& run, size_t first, size_t end, Rigor rigor,
    LazyCues* cues) noexcept
{
    if (PhoneShape::is_in_list(run, first)) {
        // beside a word, one that is long or follows a phone may be one
        constexpr size_t least_alone = 7;
        bool is_named = rigor != Rigor::shape
                        || cues->get()[Cue::phone] <= farthest_word;
        if (!is_named || (run[first].count < least_alone
                          && !run.follows_taken(first))) {
            return {};
        }
    }
    return Candidate(run, first, end, rigor, cues).find();
}

}  // namespace gate::guard
