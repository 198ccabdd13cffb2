#include "guard/people/name_cues.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

// the last word before a colon
constexpr std::string_view label_words[] = {
    "actor", "agent", "assignee", "attending", "attendee", "attn", "attorney",
    "author", "beneficiary", "borrower", "buyer", "candidate", "caregiver",
    "cc", "client", "clinician", "contact", "counsel", "customer",
    "defendant", "director", "doctor", "employee", "employer", "from",
    "guardian", "holder", "insured", "kin", "landlord", "lawyer", "manager",
    "member", "name", "nombre", "nom", "nurse", "owner", "patient",
    "physician", "plaintiff", "prescriber", "provider", "re", "recipient",
    "reporter", "resident", "reviewer", "seller", "sender", "signature",
    "signatory", "signed", "student", "subject", "supervisor", "surgeon",
    "teacher", "tenant", "to", "user", "vorname", "witness",
};

constexpr std::string_view strong_words[] = {
    "am", "aunt", "brother", "client", "colleague", "contact", "cousin",
    "customer", "daughter", "dear", "defendant", "employee", "father",
    "friend", "hello", "hey", "hi", "husband", "mom", "mother", "mr", "mrs",
    "ms", "named", "nephew", "niece", "patient", "plaintiff", "says",
    "signed", "sister", "son", "tenant", "uncle", "wife", "witness",
};

constexpr std::string_view weak_words[] = {
    "and", "asked", "by", "call", "called", "for", "from", "has", "is", "met",
    "of", "said", "thanks", "that", "to", "told", "why", "with",
};

constexpr std::string_view act_words[] = {
    "asked", "complained", "explained", "lived", "lives", "moved", "replied",
    "said", "says", "shouted", "spent", "told", "visited", "works", "wrote",
};

constexpr std::string_view strong_phrases[] = {
    "name is", "name's", "this is", "i am", "i'm", "call me", "calls me",
    "here is", "it's under", "up with", "talk to", "speak to", "speak with",
    "spoke with", "spoke to", "give to", "assistant to", "regards",
    "sincerely", "cheers", "known as", "signed by", "written by",
    "prepared by", "ordered by", "reviewed by",
};

// the last words of them
constexpr std::string_view phrase_end_words[] = {
    "is", "name's", "am", "i'm", "me", "under", "with", "to", "regards",
    "sincerely", "cheers", "as", "by",
};

constexpr WordList labels(label_words);
constexpr WordList acts(act_words);

// What the last word before a name can say.
enum LastWord : uint8_t { is_strong = 1, is_weak = 2, ends_phrase = 4 };

constexpr auto make_last_words() noexcept
{
    WordMap<std::size(strong_words) + std::size(weak_words)
            + std::size(phrase_end_words)> words;
    words.add(strong_words, is_strong);
    words.add(weak_words, is_weak);
    words.add(phrase_end_words, ends_phrase);
    return words;
}

constexpr auto last_words = make_last_words();

// The last two bytes of words.
template <class... Lists>
constexpr LetterPairs ends_of(const Lists&... lists) noexcept
{
    LetterPairs ends;
    auto add = [&](const auto& words) {
        for (std::string_view word : words) {
            ends.add(word[word.size() - 2], word[word.size() - 1]);
        }
    };
    (add(lists), ...);
    return ends;
}

constexpr LetterPairs strong_ends = ends_of(strong_words, phrase_end_words);
constexpr LetterPairs cue_ends =
    ends_of(strong_words, phrase_end_words, weak_words);
constexpr LetterPairs label_ends = ends_of(label_words);
constexpr WordHeads act_heads(act_words);

// Small letters of what stands before, read from behind.
struct Tail {
    std::array<char, cue_reach>  bytes;
    size_t                       start = cue_reach;

    std::string_view view() const noexcept
    {
        return {bytes.data() + start, cue_reach - start};
    }
};

bool is_letter(char c) noexcept
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

// The words that end before text[at] with single spaces between them.
Tail read_tail(std::string_view text, size_t at, size_t words) noexcept
{
    Tail tail;
    while (at > 0 && tail.start > 0) {
        char c = text[at - 1];
        if (is_letter(c)) {
            c |= 0x20;
        } else if (c == ' ') {
            if (--words == 0) {
                break;
            }
        } else if (c != '\'') {
            break;
        }
        tail.bytes[--tail.start] = c;
        at--;
    }
    return tail;
}

bool ends_with_word(std::string_view text, std::string_view word) noexcept
{
    if (text.size() < word.size() || text.back() != word.back()
        || text[text.size() - 2] != word[word.size() - 2]
        || text.substr(text.size() - word.size()) != word)
    {
        return false;
    }
    return text.size() == word.size()
        || !is_letter(text[text.size() - word.size() - 1]);
}

std::string_view last_word(std::string_view text) noexcept
{
    size_t start = text.size();
    while (start > 0 && text[start - 1] != ' ') {
        start--;
    }
    return text.substr(start);
}

bool is_strong_phrase(std::string_view text) noexcept
{
    return (last_words.find(last_word(text)) & ends_phrase) != 0
        && std::any_of(std::begin(strong_phrases), std::end(strong_phrases),
            [&](std::string_view phrase) {
                return ends_with_word(text, phrase);
            });
}

bool is_skipped(char c) noexcept
{
    switch (c) {
    case ' ': case '\t': case '"': case '\'': case '*': case '(': case '<':
    case '[': case '>': case '_': case '\n': case '\r': case '/':
        return true;
    default:
        return false;
    }
}

// Before spaces, quotes and at most one line end.
size_t skip_back(std::string_view text, size_t at, bool* line_end) noexcept
{
    size_t first = at;
    while (at > 0 && first - at < 8 && is_skipped(text[at - 1])) {
        if (text[at - 1] == '\n') {
            if (*line_end) {
                break;
            }
            *line_end = true;
        }
        at--;
    }
    return at;
}

}  // namespace

Cue cue_before(std::string_view text, size_t at) noexcept
{
    bool line_end = false;
    size_t end = skip_back(text, at, &line_end);
    if (end == 0) {
        return Cue::none;
    }

    char last = text[end - 1];
    bool tag = end < at && text[end] == '>' && is_letter(last);
    if (last == ':' || last == '?' || tag) {
        while (end > 0 && (text[end - 1] == ':' || text[end - 1] == '?'
                           || text[end - 1] == '"' || text[end - 1] == '*'))
        {
            end--;
        }
        if (last != '?'
            && (end < 2 || !label_ends.has(text[end - 2], text[end - 1])))
        {
            return Cue::none;
        }
        Tail label = read_tail(text, end, last == '?' ? 6 : 1);
        bool known = last == '?'
            ? label.view().find("name") != std::string_view::npos
            : labels.has(label.view());
        return known ? Cue::label : Cue::none;
    }
    if (last == ',' && line_end) {
        Tail greeting = read_tail(text, end - 1, 2);
        return is_strong_phrase(greeting.view())
            ? Cue::strong : Cue::none;
    }
    if (!is_letter(last) || line_end) {
        return Cue::none;
    }
    if (end < 2 || !cue_ends.has(text[end - 2], last)) {
        return Cue::none;
    }
    Tail word = read_tail(text, end, 1);
    uint8_t said = last_words.find(word.view());
    if ((said & is_strong) != 0
        || ((said & ends_phrase) != 0
            && is_strong_phrase(read_tail(text, end, 3).view())))
    {
        return Cue::strong;
    }
    return (said & is_weak) != 0 ? Cue::weak : Cue::none;
}

bool may_have_strong_cue(std::string_view text, size_t at) noexcept
{
    if (at < 3 || text[at - 1] != ' ') {
        return at != 0;
    }
    char last = text[at - 2];
    if (is_letter(last)) {
        return strong_ends.has(text[at - 3], last);
    }
    return is_skipped(last) || last == ':' || last == '?' || last == ',';
}

bool acts_behind(std::string_view text, size_t end) noexcept
{
    if (end >= text.size() || text[end] != ' '
        || !act_heads.may_begin(text, end + 1))
    {
        return false;
    }
    size_t stop = end + 1;
    while (stop < text.size() && stop - end < 12 && is_letter(text[stop])) {
        stop++;
    }
    std::string_view word = text.substr(end + 1, stop - end - 1);
    return acts.has(word);
}

bool is_place_by_number(std::string_view text, size_t end) noexcept
{
    auto digit = [&](size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    };
    auto capital = [&](size_t at) {
        return at < text.size() && text[at] >= 'A' && text[at] <= 'Z';
    };

    if (end < text.size() && text[end] == ' ' && digit(end + 1)) {
        size_t stop = end + 1;
        while (digit(stop)) {
            stop++;
        }
        return stop - end <= 5 && text.substr(stop, 1) != "-"
            && text.substr(stop, 1) != "/" && text.substr(stop, 1) != ":";
    }
    return text.substr(end, 2) == ", " && capital(end + 2)
        && capital(end + 3) && end + 5 < text.size() && text[end + 4] == ' '
        && digit(end + 5);
}

bool begins_sentence(std::string_view text, size_t at) noexcept
{
    while (at > 0) {
        char c = text[at - 1];
        if (c == '\n' || c == '.' || c == '!' || c == '?' || c == ':'
            || c == '\0')
        {
            return true;
        }
        if (c != ' ' && c != '"' && c != '\'' && c != '*' && c != '#'
            && c != '>' && c != '-' && c != '(')
        {
            return false;
        }
        at--;
    }
    return true;
}

}  // namespace gate::guard
