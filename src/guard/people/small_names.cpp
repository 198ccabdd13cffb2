#include "guard/people/small_names.hpp"

#include <algorithm>
#include <cstring>

#include "guard/people/name_cues.hpp"
#include "guard/people/name_frequent.hpp"
#include "guard/people/name_roles.hpp"
#include "guard/people/name_scan.hpp"
#include "guard/people/name_table.hpp"
#include "guard/people/name_traits.hpp"
#include "guard/people/name_words.hpp"
#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

constexpr size_t shortest_name = 3;

// "miss" is a verb
constexpr std::string_view honorific_words[] = {"mr", "mrs", "ms"};
constexpr std::string_view title_words[] = {"dr", "prof"};

constexpr WordList honorifics(honorific_words);
constexpr WordList titles(title_words);

bool is_small(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_ascii(char c) noexcept { return static_cast<signed char>(c) >= 0; }

bool joins_word(char c) noexcept
{
    return is_small(c) || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || c == '_';
}

// "I", "I'm"
bool is_lone_i(std::string_view text, size_t at) noexcept
{
    return text[at] == 'I' && (at == 0 || !joins_word(text[at - 1]))
           && (at + 1 == text.size() || !joins_word(text[at + 1]));
}

// Whether a name in the text that ends at `end` would be in small letters.
// `*capital` is the first one of the text or behind it; so it is, of the next
// text, when the answer is yes.
bool is_small_text(std::string_view text, const ByteMap& map, size_t end,
    size_t* capital) noexcept
{
    for (; *capital < end;
         *capital = map.next(&ByteBlock::capitals, *capital + 1))
    {
        if (is_upper(char_at(text, *capital).code)
            && !is_lone_i(text, *capital) && !begins_sentence(text, *capital))
        {
            return false;
        }
    }
    return true;
}

// In one text; what is found begins `shift` bytes further on.
class SmallNames {
public:
    SmallNames(std::string_view text, size_t shift, Findings* out)
        : text_(text), shift_(shift), out_(out)
    {
    }

    void find();

private:
    // Decides about the word at `at`; behind it, or behind the name.
    size_t look(size_t at);
    size_t try_title(size_t at, size_t end);
    size_t try_name(size_t at);
    size_t end_of_pair(const NameWord& given, bool cued) const noexcept;
    bool is_common(size_t at, size_t size) const noexcept;
    bool may_go_on(size_t end) const noexcept;
    bool may_end_name(size_t end) const noexcept;
    NameWord word_behind(size_t end) const noexcept;
    size_t add(size_t start, size_t end);

    std::string_view  text_;
    size_t            shift_;
    Findings*         out_;
};

size_t SmallNames::add(size_t start, size_t end)
{
    out_->push_back({{static_cast<uint32_t>(shift_ + start),
                      static_cast<uint32_t>(shift_ + end)},
                     Slug::person_name});
    return end;
}

// Whether the plain word is one of the few hundred that are most of a text.
bool SmallNames::is_common(size_t at, size_t size) const noexcept
{
    if (size == 0 || size > 8) {
        return false;
    }
    char bytes[8] = {};
    std::memcpy(bytes, text_.data() + at, size);
    return frequent_words.flags(FrequentWords::word_at(bytes, size)) != 0;
}

// The word behind the one space at `end`; of another kind than a name when
// there is none.
NameWord SmallNames::word_behind(size_t end) const noexcept
{
    NameWord none{};
    none.kind = WordKind::other;
    if (end + 1 >= text_.size() || text_[end] != ' ') {
        return none;
    }
    char c = text_[end + 1];
    return is_small(c) || !is_ascii(c) ? read_small_word(text_, end + 1)
                                       : none;
}

// Whether a surname may stand behind one space.
bool SmallNames::may_go_on(size_t end) const noexcept
{
    if (end + shortest_name >= text_.size() || text_[end] != ' ') {
        return false;
    }
    size_t size = count_ascii_letters(text_, end + 1);
    return size == 0 ? !is_ascii(text_[end + 1])
                     : !is_common(end + 1, size)
                           || may_be_particle(text_, end + 1);
}

// Whether what stands behind an unknown word lets it be a surname: a sign, the
// end of the text or an English word.
bool SmallNames::may_end_name(size_t end) const noexcept
{
    if (end >= text_.size() || text_[end] != ' ') {
        return true;
    }
    size_t size = count_ascii_letters(text_, end + 1);
    return size == 0 || is_common(end + 1, size);
}

// Behind a given name and its surname, or 0.
size_t SmallNames::end_of_pair(const NameWord& given, bool cued) const
    noexcept
{
    NameWord next = word_behind(given.end);
    for (int i = 0; i < 2 && (next.roles & role_particle) != 0; i++) {
        next = word_behind(next.end);
    }
    bool known = has(given, flag_known_given);
    bool is_last = cued ? is_surname(next) && !has(next, flag_common_word)
                        : known && is_clear_surname(next);
    if (is_last) {
        return next.end;
    }
    return is_unknown(next) && known
                   && ((cued && may_end_name(next.end))
                       || acts_behind(text_, next.end))
               ? next.end : 0;
}

size_t SmallNames::try_name(size_t at)
{
    NameWord given = read_small_word(text_, at);
    if (!is_clear_given(given)) {
        return given.end;
    }
    Cue cue = cue_before(text_, at);
    bool cued = cue >= Cue::strong;
    if (size_t end = end_of_pair(given, cued)) {
        return add(at, end);
    }
    bool known = has(given, flag_known_given);
    return cue == Cue::label
                   || (known && (cued || acts_behind(text_, given.end)))
               ? add(at, given.end) : given.end;
}

// "mr. miller", "dr lena brandt"
size_t SmallNames::try_title(size_t at, size_t end)
{
    bool is_unit = at >= 2 && text_[at - 1] == ' '
        && text_[at - 2] >= '0' && text_[at - 2] <= '9';
    if (is_unit) {
        return end;  // "30 ms"
    }
    bool dotted = end < text_.size() && text_[end] == '.';
    NameWord name = word_behind(end + (dotted ? 1 : 0));
    bool fits = is_clear_given(name) || is_clear_surname(name)
        || (dotted && (is_surname(name) || is_unknown(name)));
    if (!fits || is_common(name.start, name.end - name.start)) {
        return end;
    }
    size_t behind = is_clear_given(name) ? end_of_pair(name, true) : 0;
    bool whole = honorifics.has(text_.substr(at, end - at));
    return add(whole ? at : name.start, behind != 0 ? behind : name.end);
}

size_t SmallNames::look(size_t at)
{
    size_t size = count_ascii_letters(text_, at);
    size_t end = at + size;
    if (size == 0 || size == 16 || !ends_plain_word(text_, end)) {
        return try_name(at);
    }
    std::string_view word = text_.substr(at, size);
    if (honorifics.has(word) || titles.has(word)) {
        return try_title(at, end);
    }
    if (size < shortest_name || is_common(at, size)
        || !(may_go_on(end) || may_have_strong_cue(text_, at)
             || acts_behind(text_, end)))
    {
        return end;
    }
    return try_name(at);
}

void SmallNames::find()
{
    size_t at = 0;
    while (at < text_.size()) {
        Char c = char_at(text_, at);
        bool begins = is_cased_letter(c.code) && !is_upper(c.code)
            && is_word_start(text_, at);
        at = begins ? look(at) : at + c.size;
    }
}

}  // namespace

void find_small_names(std::string_view text, const ByteMap& map,
    Findings* out)
{
    // one look for all of the texts before it
    size_t capital = map.next(&ByteBlock::capitals, 0);
    for (size_t start = 0; start < text.size();) {
        size_t end = std::min(text.find('\0', start), text.size());
        if (capital < start) {
            capital = map.next(&ByteBlock::capitals, start);
        }
        if (is_small_text(text, map, end, &capital)) {
            SmallNames(text.substr(start, end - start), start, out).find();
        }
        start = end + 1;
    }
}

}  // namespace gate::guard
