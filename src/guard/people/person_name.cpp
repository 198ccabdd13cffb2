#include "guard/people/person_name.hpp"

#include <algorithm>

#include "guard/people/cjk_names.hpp"
#include "guard/people/masked_name.hpp"
#include "guard/people/name_cues.hpp"
#include "guard/people/name_roles.hpp"
#include "guard/people/name_skip.hpp"
#include "guard/people/name_table.hpp"
#include "guard/people/name_traits.hpp"
#include "guard/people/name_words.hpp"
#include "guard/people/small_names.hpp"

namespace gate::guard {

namespace {

constexpr size_t max_name_words = 6;

// " <ran@example.org>" follows, or the same behind a quote.
bool is_before_mailbox(std::string_view text, size_t end) noexcept
{
    constexpr size_t longest_local = 64;
    std::string_view behind = text.substr(end, longest_local + 4);
    behind.remove_prefix(behind.substr(0, 1) == "\"" ? 1 : 0);
    size_t at = behind.find_first_of("@ >\n", 2);
    return behind.substr(0, 2) == " <" && at != behind.npos
           && behind[at] == '@';
}

class NameFinder {
public:
    NameFinder(std::string_view text, const ByteMap& map, Findings* out)
        : text_(text), map_(map), out_(out), passed_(text)
    {
    }

    void find();

private:
    size_t pass(size_t at);
    void find_in(const NameRun& run);
    size_t try_at(size_t first);
    size_t try_title(size_t first);
    size_t extend(size_t first) const noexcept;
    size_t skip_suffix(size_t end) const noexcept;
    bool accepts(size_t first, size_t end, Cue cue) const noexcept;
    bool accepts_cued(size_t first, size_t end) const noexcept;
    bool accepts_acting(size_t first, size_t end) const noexcept;
    bool accepts_one(size_t first, Cue cue) const noexcept;
    bool accepts_many(size_t first, size_t end) const noexcept;
    bool is_owner(size_t at) const noexcept;
    bool has_capital_before(size_t at) const noexcept;
    bool has_capital_behind(size_t at) const noexcept;
    size_t whole_start(size_t first, size_t end) const noexcept;
    void add(size_t first, size_t end);

    const NameWord& word(size_t i) const noexcept { return run_->words[i]; }

    std::string_view  text_;
    const ByteMap&    map_;
    Findings*         out_;
    const NameRun*    run_ = nullptr;
    NameSkipper       passed_;
    size_t            decided_ = 0;  // words before it are
};

void NameFinder::find_in(const NameRun& run)
{
    run_ = &run;
    decided_ = 0;
    for (size_t i = 0; i < run.count;) {
        size_t end = try_at(i);
        i = std::max(end, i + 1);
        if (end != 0) {
            decided_ = i;
        }
    }
}

// The index behind the name that begins at word `first`, or 0.
size_t NameFinder::try_at(size_t first)
{
    const NameWord& w = word(first);
    if (w.kind == WordKind::honorific || w.kind == WordKind::title) {
        return try_title(first);
    }
    if (w.kind != WordKind::name && w.kind != WordKind::initial) {
        return 0;
    }
    if (is_ordinary(w) && !has(w, flag_given | flag_surname)) {
        return 0;
    }

    size_t end = extend(first);
    Cue cue = cue_before(text_, w.start);
    if (cue == Cue::label && is_given(w) && end == first + 1
        && end + 1 == run_->count && word(end).kind == WordKind::name
        && !is_owner(end))
    {
        end++;  // an ordinary word is the surname in such a field
    }
    if (!accepts(first, end, cue)) {
        return 0;
    }
    end = skip_suffix(end);
    add(first, end);
    return end;
}

// "Mrs. Reyes", "Dr Anna Meier"
size_t NameFinder::try_title(size_t first)
{
    size_t at = first + 1;
    while (at < run_->count && (word(at).kind == WordKind::title
                                || word(at).kind == WordKind::honorific))
    {
        at++;
    }
    if (at >= run_->count || !(can_follow(word(at))
                               || word(at).kind == WordKind::initial))
    {
        return 0;
    }
    size_t end = extend(at);
    bool dotted = word(at - 1).dotted
        || word(at - 1).kind == WordKind::honorific;
    if (!dotted && !has(word(at), flag_given | flag_surname)) {
        return 0;
    }
    bool whole = word(first).kind == WordKind::honorific;
    end = skip_suffix(end);
    add(whole ? first : at, end);
    return end;
}

size_t NameFinder::extend(size_t first) const noexcept
{
    size_t end = first + 1;
    while (end < run_->count && end - first < max_name_words) {
        const NameWord& w = word(end);
        if (w.kind == WordKind::initial && !(w.start + 1 == w.end && !w.dotted
                                             && end + 1 == run_->count
                                             && !is_clear_given(word(first))))
        {
            end++;
            continue;
        }
        if (w.kind == WordKind::particle) {
            size_t next = end + 1;
            while (next < run_->count
                   && word(next).kind == WordKind::particle)
            {
                next++;
            }
            if (next >= run_->count || !can_follow(word(next))) {
                break;
            }
            end = next + 1;
            continue;
        }
        if (!can_follow(w)) {
            break;
        }
        end++;
    }
    return end;
}

size_t NameFinder::skip_suffix(size_t end) const noexcept
{
    return end < run_->count && word(end).kind == WordKind::suffix
        ? end + 1 : end;
}

bool NameFinder::is_owner(size_t at) const noexcept
{
    if (at >= run_->count) {
        size_t end = word(at - 1).end;
        return text_.substr(end, 3) == " & ";
    }
    return (word(at).roles & role_owner) != 0;
}

bool NameFinder::has_capital_before(size_t at) const noexcept
{
    // an ordinary word has its capital from the sentence it begins
    if (at == 0 && passed_.is_before(word(0).start))
    {
        return (passed_.flags() & flag_word) == 0
            || !begins_sentence(text_, passed_.start());
    }
    if (at <= decided_) {
        return false;
    }
    const NameWord& before = word(at - 1);
    return !(at - 1 == 0 && has(before, flag_word)
             && begins_sentence(text_, before.start));
}

bool NameFinder::has_capital_behind(size_t at) const noexcept
{
    return at < run_->count && word(at).kind != WordKind::suffix;
}

bool NameFinder::accepts(size_t first, size_t end, Cue cue) const noexcept
{
    size_t owner = end;
    while (owner > first && !is_owner(owner)) {
        owner--;
    }
    if (owner > first) {
        return false;
    }
    if (cue == Cue::strong || cue == Cue::label) {
        return accepts_cued(first, end);
    }
    if (first == 0 && passed_.is_beside(word(0).start)
        && (roles_of(passed_.word()) & role_place_head) != 0)
    {
        return false;
    }
    if (is_place_by_number(text_, word(end - 1).end)
        || is_place_head(word(first))
        || (first > decided_ && is_place_head(word(first - 1))))
    {
        return false;
    }
    if (acts_behind(text_, word(end - 1).end) && end == run_->count
        && !has_capital_before(first))
    {
        return accepts_acting(first, end);
    }
    return end - first == 1 ? accepts_one(first, cue)
                            : accepts_many(first, end);
}

bool NameFinder::accepts_cued(size_t first, size_t end) const noexcept
{
    const NameWord& w = word(first);
    if (w.kind == WordKind::initial) {
        return end - first > 1 && accepts_many(first, end);
    }
    if (has_capital_behind(end)) {
        return is_given(w) && accepts_many(first, end);
    }
    if (end - first == 1 && (has(w, flag_proper) || w.all_caps)) {
        return has(w, flag_known_given) && w.end - w.start > 3;
    }
    if (is_ordinary(w)) {
        return is_given(w) || (is_surname(w) && end - first > 1);
    }
    return has(w, flag_given | flag_surname) || is_unknown(w);
}

// "Sue spent", "Tomomi Nishiyama lives"
bool NameFinder::accepts_acting(size_t first, size_t end) const noexcept
{
    const NameWord& w = word(first);
    if (w.kind != WordKind::name || w.all_caps) {
        return false;
    }
    if (is_ordinary(w) || has(w, flag_proper)) {
        return has(w, flag_known_given)
            || (end - first > 1 && accepts_many(first, end));
    }
    return is_unknown(w) || has(w, flag_given | flag_surname);
}

bool NameFinder::accepts_one(size_t first, Cue cue) const noexcept
{
    const NameWord& w = word(first);
    if (w.all_caps || has_capital_before(first)
        || has_capital_behind(first + 1))
    {
        return false;
    }
    if (is_clear_given(w)) {
        return has(w, flag_known_given) || cue == Cue::weak;
    }
    return false;
}

bool NameFinder::accepts_many(size_t first, size_t end) const noexcept
{
    const NameWord& w = word(first);
    const NameWord& last = word(end - 1);
    bool tail = has_capital_behind(end);

    if (w.kind == WordKind::initial) {
        return w.dotted && is_clear_surname(last) && !tail;
    }
    if (is_clear_given(w)) {
        return true;
    }
    if (tail) {
        return false;
    }
    if (is_given(w)) {
        return is_clear_surname(last)
            || (has(w, flag_known_given)
                && (is_unknown(last)
                    || (is_surname(last)
                        && !has(last, flag_common_word | flag_proper))));
    }
    for (size_t i = first + 1; i < end; i++) {
        if (is_clear_given(word(i)) && has(word(i), flag_known_given)) {
            return is_clear_surname(w) || is_unknown(w);
        }
    }
    return is_unknown(w) && is_clear_surname(last);
}

// Where a name begins that is known from its word `first` on: "R. Andrew
// Bailey", "Ran Benita <ran@example.org>".
size_t NameFinder::whole_start(size_t first, size_t end) const noexcept
{
    size_t start = first;
    while (start > decided_ && word(start - 1).kind == WordKind::initial
           && word(start - 1).dotted) {
        start--;
    }
    bool is_one = end - start == 1 && end == run_->count;
    if (!is_one || !is_before_mailbox(text_, word(first).end)) {
        return word(start).start;
    }
    if (start > decided_) {
        return word(start - 1).start;
    }
    bool is_passed = start == 0 && passed_.is_before(word(0).start);
    return is_passed ? passed_.start() : word(start).start;
}

void NameFinder::add(size_t first, size_t end)
{
    const NameWord& last = word(end - 1);
    bool dot = last.dotted && last.kind == WordKind::suffix;
    auto start = static_cast<uint32_t>(whole_start(first, end));
    out_->push_back({{start, last.end + (dot ? 1u : 0u)}, Slug::person_name});
}

// Behind what begins with the capital letter at text[at].
size_t NameFinder::pass(size_t at)
{
    bool ascii = static_cast<unsigned char>(text_[at]) < 0x80;
    if ((!ascii && !is_upper(char_at(text_, at).code))
        || (at != 0 && text_[at - 1] != ' ' && !is_word_start(text_, at)))
    {
        return at + 1;
    }
    if (size_t masked = masked_name_end(text_, at)) {
        out_->push_back({{static_cast<uint32_t>(at),
                          static_cast<uint32_t>(masked)}, Slug::person_name});
        return masked;
    }
    uint32_t flags = flag_not_known;
    size_t end = ascii ? passed_.skip(at, &flags) : 0;
    if (end == 0) {
        NameRun run = read_name_run(text_, at, flags);
        find_in(run);
        end = run.next;
    }
    return end;
}

void NameFinder::find()
{
    size_t at = map_.next(&ByteBlock::capitals, 0);
    while (at < text_.size()) {
        size_t end = passed_.skip_frequent(at);
        at = map_.next(&ByteBlock::capitals, end != 0 ? end : pass(at));
    }
}

}  // namespace

void find_person_names(std::string_view text, const ByteMap& map,
    Findings* out)
{
    auto first = static_cast<ptrdiff_t>(out->size());
    NameFinder(text, map, out).find();
    for (auto find : {find_small_names, find_cjk_names}) {
        auto in_order = static_cast<ptrdiff_t>(out->size());
        find(text, map, out);
        std::inplace_merge(out->begin() + first, out->begin() + in_order,
            out->end(), [](const Finding& a, const Finding& b) {
                return a.span.start < b.span.start;
            });
    }
}

}  // namespace gate::guard
