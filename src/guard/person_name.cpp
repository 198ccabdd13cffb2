#include "guard/person_name.hpp"

#include <algorithm>

#include "guard/name_cues.hpp"
#include "guard/name_table.hpp"
#include "guard/name_words.hpp"

namespace gate::guard {

namespace {

constexpr size_t max_name_words = 6;

// a word behind a name that makes it the name of something else
constexpr std::string_view owners[] = {
    "Inc", "LLC", "Ltd", "GmbH", "AG", "Corp", "Corporation", "Company", "Co",
    "Group", "Bank", "Holdings", "Partners", "Associates", "Technologies",
    "Systems", "Solutions", "Industries", "Enterprises", "Labs", "Street",
    "St", "Road", "Rd", "Avenue", "Ave", "Lane", "Ln", "Drive", "Blvd",
    "Boulevard", "Court", "Square", "Place", "Way", "Park", "Bridge",
    "Tower", "University", "College", "School", "Institute", "Hospital",
    "Clinic", "Center", "Centre", "Museum", "Library", "Theatre", "Theater",
    "Stadium", "Airport", "Station", "Island", "Islands", "Lake", "River",
    "Mountain", "Falls", "Beach", "Bay", "Valley", "County", "City", "Award",
    "Prize", "Medal", "Cup", "Trophy", "Foundation", "Trust", "Fund",
    "Syndrome", "Disease", "Theorem", "Method", "Technique", "Tech", "Test",
    "Scale", "Hotel", "Inn", "Church", "Cathedral", "Framework", "Platform",
};

// a word before a name that makes it the name of a place
constexpr std::string_view place_heads[] = {
    "San", "Santa", "Santo", "São", "Saint", "El", "Los", "Las", "Fort",
    "Port", "Mount", "Mt", "Lake", "New", "North", "South", "East", "West",
    "Upper", "Lower", "Villa", "Rua", "Rue", "Via", "Viale", "Calle",
    "Piazza", "Plaza", "Avenida", "Avenue", "Cape", "Isla", "Cite",
};

template <size_t size>
bool is_one_of(std::string_view word, const std::string_view (&list)[size])
{
    return std::find(list, list + size, word) != list + size;
}

bool has(const NameWord& word, uint32_t flags) noexcept
{
    return (word.flags & flags) != 0;
}

bool is_ordinary(const NameWord& word) noexcept
{
    return has(word, flag_common_word)
        || (has(word, flag_word) && !has(word, flag_known_given));
}

bool is_given(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_given);
}

bool is_clear_given(const NameWord& word) noexcept
{
    return is_given(word) && !is_ordinary(word) && !has(word, flag_proper);
}

bool is_unknown(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && word.flags == 0 && !word.all_caps
        && word.end - word.start > 2;
}

bool is_surname(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_surname);
}

bool is_clear_surname(const NameWord& word) noexcept
{
    return is_surname(word) && !is_ordinary(word) && !has(word, flag_proper);
}

// May be a later word of a name.
bool can_follow(const NameWord& word) noexcept
{
    if (word.kind != WordKind::name) {
        return false;
    }
    return has(word, flag_given | flag_surname) || is_unknown(word)
        || (has(word, flag_proper | flag_word)
            && !has(word, flag_common_word) && !word.all_caps);
}

std::string_view bytes_of(std::string_view text, const NameWord& word) noexcept
{
    return text.substr(word.start, word.end - word.start);
}

class NameFinder {
public:
    NameFinder(std::string_view text, Findings* out) : text_(text), out_(out)
    {
    }

    void find_in(const NameRun& run);

private:
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
    void add(size_t first, size_t end);

    const NameWord& word(size_t i) const noexcept { return run_->words[i]; }

    std::string_view  text_;
    Findings*         out_;
    const NameRun*    run_ = nullptr;
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
    std::string_view bytes = bytes_of(text_, word(at));
    return is_one_of(bytes, owners);
}

bool NameFinder::has_capital_before(size_t at) const noexcept
{
    if (at == decided_) {
        return false;
    }
    const NameWord& before = word(at - 1);
    // an ordinary word has its capital from the sentence it begins
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
    if (is_place_by_number(text_, word(end - 1).end)
        || is_one_of(bytes_of(text_, word(first)), place_heads)
        || (first > decided_
            && is_one_of(bytes_of(text_, word(first - 1)), place_heads)))
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

void NameFinder::add(size_t first, size_t end)
{
    const NameWord& last = word(end - 1);
    bool dot = last.dotted && last.kind == WordKind::suffix;
    out_->push_back({{word(first).start, last.end + (dot ? 1u : 0u)},
                     Slug::person_name});
}

}  // namespace

void find_person_names(std::string_view text, Findings* out)
{
    NameFinder finder(text, out);
    size_t at = find_capital(text, 0);

    while (at < text.size()) {
        if (is_upper(char_at(text, at).code) && is_word_start(text, at)) {
            NameRun run = read_name_run(text, at);
            finder.find_in(run);
            at = run.next;
        } else {
            at += char_at(text, at).size;
        }
        at = find_capital(text, at);
    }
}

}  // namespace gate::guard
