#include "guard/address_street.hpp"

#include <algorithm>
#include <array>

#include "guard/address_tokens.hpp"
#include "guard/name_table.hpp"
#include "guard/street_words.hpp"

namespace gate::guard {

namespace {

constexpr size_t max_street_words = 6;
constexpr size_t cue_reach = 40;

constexpr std::string_view cues[] = {
    "address with", "address:", "address is", "address? it is", "lives at",
    "live at", "living at", "lived at", "lives on", "live on", "located at",
    "residing at", "resides at", "reside at", "ship to", "ship it to",
    "deliver to", "delivered to", "deliver it to", "send it to",
    "sent to", "mail to", "mail it to", "new one to", "one to", "meet me at",
    "station is on", "side of", "corner of", "location:",
    "office is", "office at", "house at", "home at", "headquartered at",
    "parcel went to", "validate the following?", "here they are:",
    "street:", "residence:", "domicile:", "adresse:", "anschrift:",
    "dirección:", "indirizzo:", "visit us at", "pick up at", "based at",
};

struct Words {
    std::array<Token, max_street_words>  at;
    size_t                               count = 0;
};

char at_or_zero(std::string_view text, size_t at) noexcept
{
    return at < text.size() ? text[at] : '\0';
}

size_t behind_space(std::string_view text, const Token& token) noexcept
{
    size_t at = token.next();
    return at_or_zero(text, at) == ' ' ? at + 1 : text.size();
}

// A number of a house, not a price, time or share.
bool is_house_number(std::string_view text, const Token& token) noexcept
{
    if (token.kind != TokenKind::number || token.digits > 6) {
        return false;
    }
    if (token.start > 0) {
        char before = text[token.start - 1];
        switch (before) {
        case '$': case '.': case ':': case '-': case '/': case '=': case '_':
        case '+': case '#': case '\'': case '%': case '&': case '@':
            return false;
        default:
            break;
        }
    }
    char after = at_or_zero(text, token.end);
    return after != '%' && after != ':' && after != '/' && after != '-'
        && after != '_' && after != '='
        && !(token.dotted && at_or_zero(text, token.end + 1) >= '0'
             && at_or_zero(text, token.end + 1) <= '9');
}

bool is_ordinary(std::string_view text, const Token& word) noexcept
{
    return (look_up_word(text.substr(word.start, word.end - word.start))
            & flag_common_word) != 0;
}

// Reads words that stand behind one space each.
Words read_words(std::string_view text, size_t at, bool lower) noexcept
{
    Words words;
    while (words.count < max_street_words) {
        Token token = read_token(text, at);
        if (token.kind == TokenKind::ordinal) {
            words.at[words.count++] = token;
            at = behind_space(text, token);
            continue;
        }
        if (token.kind != TokenKind::word
            || (is_unit_word(token.small())
                && (words.count == 0 || token.small() != "flat")))
        {
            break;
        }
        // "rue des lilas", "Trg revolucije"
        bool of_prefix = words.count == 0
            ? is_street_prefix(token.small())
            : words.count < 4 && is_street_prefix(words.at[0].small())
                && !is_ordinary(text, token);
        bool suffix = words.count > 0 && token.small_size > 2
            && street_suffix(token.small()) == StreetWord::strong;
        if (!token.capital && !lower && !of_prefix && !suffix
            && !is_street_particle(token.small()))
        {
            break;
        }
        words.at[words.count++] = token;
        at = behind_space(text, token);
    }
    return words;
}

struct Marks {
    size_t  strong = 0;  // 1 + index of the word, 0: none
    size_t  weak = 0;
    size_t  ending = 0;
    size_t  weak_ending = 0;
    bool    prefix = false;
    bool    named = false;     // a word that is no particle
    bool    ordinary = false;  // a word of the dictionary
    bool    measure = false;   // a month, a unit, "page"
};

Marks mark(std::string_view text, const Words& words) noexcept
{
    Marks marks;
    for (size_t i = 0; i < words.count; i++) {
        std::string_view small = words.at[i].small();
        StreetWord suffix = i > 0 ? street_suffix(small) : StreetWord::none;
        if (suffix == StreetWord::strong && i + 1 >= marks.strong) {
            marks.strong = i + 1;
        } else if (suffix == StreetWord::weak) {
            marks.weak = i + 1;
        }
        StreetWord ending = street_ending(small);
        if (ending == StreetWord::strong) {
            marks.ending = i + 1;
        } else if (ending == StreetWord::weak) {
            marks.weak_ending = i + 1;
        }
        marks.measure = marks.measure || is_month_or_measure(small);
        if (suffix == StreetWord::none && !is_street_particle(small)) {
            marks.named = true;
            marks.ordinary = marks.ordinary || is_ordinary(text, words.at[i]);
        }
    }
    marks.prefix = words.count > 1 && is_street_prefix(words.at[0].small());
    return marks;
}

// "Main St N", "5th Avenue": where the name ends, directions included.
size_t behind_suffix(const Words& words, size_t index) noexcept
{
    const Token& suffix = words.at[index];
    size_t end = suffix.end;
    if (index + 1 < words.count && is_direction(words.at[index + 1].small())) {
        end = words.at[index + 1].end;
    }
    return end;
}

// A prefix or suffix may be in small letters: "ul. Leśna", "Kossuth utca".
bool is_capitalised(const Words& words, size_t count) noexcept
{
    bool named = false;
    for (size_t i = 0; i < count; i++) {
        const Token& word = words.at[i];
        bool fixed = i == 0
            ? word.small_size > 1 && is_street_prefix(word.small())
            : word.small_size > 2
                && street_suffix(word.small()) == StreetWord::strong;
        if (!word.capital && word.kind != TokenKind::ordinal && !fixed
            && !is_street_particle(word.small()))
        {
            return false;
        }
        named = named || word.capital || word.kind == TokenKind::ordinal;
    }
    return named;
}

}  // namespace

Street read_street(std::string_view text, size_t start) noexcept
{
    Street street;
    street.start = start;
    Token first = read_token(text, start);
    size_t at = start;
    bool number = false;

    if (first.kind == TokenKind::number) {
        if (!is_house_number(text, first)) {
            return street;
        }
        number = true;
        at = behind_space(text, first);
        Token second = read_token(text, at);
        if (second.kind == TokenKind::number && second.digits <= 5
            && is_house_number(text, second))
        {
            at = behind_space(text, second);
        }
    }

    Token word = read_token(text, at);
    bool lower = word.kind == TokenKind::word && !word.capital;
    if (lower && is_street_prefix(word.small())) {
        Token named = read_token(text, behind_space(text, word));
        lower = !named.capital && !is_street_particle(named.small());
    }
    Words words = read_words(text, at, lower);
    if (words.count == 0) {
        return street;
    }
    Marks marks = mark(text, words);
    const Token& last = words.at[words.count - 1];
    Token behind = read_token(text, behind_space(text, last));
    bool second = behind.digits > 0 && behind.digits <= 4
        && is_house_number(text, behind);
    size_t whole = second ? behind.end : last.end;
    bool capitalised = is_capitalised(words, words.count);
    street.lower = lower;
    street.both_numbers = number && second && !marks.ordinary
        && !marks.measure;

    bool prefix = marks.prefix && capitalised
        && (words.at[0].capital || !is_ordinary(text, words.at[1]));
    if (second && (marks.ending != 0 || prefix
                   || (marks.strong == words.count && !marks.ordinary)
                   || (marks.weak_ending == words.count && number)))
    {
        street.end = whole;
        street.certain = number || marks.ending != 0 || capitalised;
        street.possible = true;
        return street;
    }
    if (number && marks.prefix
        && (marks.strong == 0 || is_street_particle(words.at[1].small())))
    {
        street.end = whole;
        street.certain = (capitalised && !is_ordinary(text, words.at[1]))
            || (!words.at[1].capital && words.at[0].small_size > 2
                && is_street_particle(words.at[1].small()));
        street.possible = true;
        return street;
    }
    if (number && marks.strong != 0) {
        street.end = second ? whole
                            : behind_suffix(words, marks.strong - 1);
        bool named = is_capitalised(words, marks.strong);
        bool closed = second || marks.strong == words.count
            || behind_suffix(words, marks.strong - 1) == last.end;
        street.certain = named && closed;
        street.possible = true;
        return street;
    }
    if (number && marks.weak != 0 && marks.weak >= marks.weak_ending) {
        street.end = second ? whole
                            : behind_suffix(words, marks.weak - 1);
        street.possible = true;
        return street;
    }
    street.end = whole;
    street.possible = (number || second) && marks.named && !marks.measure
        && (words.at[0].capital || second) && !(lower && !second)
        && (words.count > 1 || words.at[0].small_size > 2);
    street.needs_cue = marks.ordinary;
    return street;
}

Street read_street_before(std::string_view text, size_t from, size_t digit)
    noexcept
{
    Street best;
    size_t at = digit;
    for (size_t i = 0; i < max_street_words; i++) {
        if (at < from + 2 || text[at - 1] != ' ') {
            break;
        }
        Token word = read_token_before(text, at - 1);
        if (word.kind != TokenKind::word || word.start < from
            || (!word.capital && !is_street_particle(word.small())
                && !is_street_prefix(word.small())
                && street_ending(word.small()) != StreetWord::strong
                && (word.small_size < 3
                    || street_suffix(word.small()) != StreetWord::strong)))
        {
            break;
        }
        at = word.start;
        bool head = word.capital || is_street_prefix(word.small())
            || street_ending(word.small()) == StreetWord::strong;
        Street street = read_street(text, at);
        if (head && street.end > digit
            && (street.certain || (street.possible && !best.certain)))
        {
            best = street;
        }
    }
    return best;
}

Street read_box(std::string_view text, size_t from, size_t digit) noexcept
{
    Street street;
    Token number = read_token(text, digit);
    if (number.kind != TokenKind::number || digit < from + 4
        || text[digit - 1] != ' ')
    {
        return street;
    }
    Token box = read_token_before(text, digit - 1);
    if (box.start < from
        || (box.small() != "box" && box.small() != "postbox"
            && box.small() != "postfach"))
    {
        return street;
    }
    street.end = number.end;
    street.start = box.start;
    if (box.small() != "box") {
        street.certain = box.capital;
        return street;
    }

    // "P.O. Box", "PO Box", "POB", "Post Office Box"
    std::string_view head = text.substr(from, box.start - from);
    for (std::string_view start : {"P.O. ", "PO ", "P. O. ", "p.o. ", "po ",
                                   "Post Office ", "P.O ", "GPO "})
    {
        if (head.size() >= start.size()
            && head.substr(head.size() - start.size()) == start)
        {
            street.start = box.start - start.size();
            street.certain = true;
        }
    }
    if (street.certain) {
        // a house number before it belongs to the address
        Token before = street.start > from + 1
            ? read_token_before(text, street.start - 1) : Token{};
        if (before.plain && before.start >= from
            && text[street.start - 1] == ' ')
        {
            street.start = before.start;
        }
        return street;
    }

    // "PSC 3, Box", "Unit 8505 Box", "HC 68 Box", "RR 2 Box"
    size_t end = box.start;
    while (end > from && (text[end - 1] == ' ' || text[end - 1] == ',')) {
        end--;
    }
    Token route = read_token_before(text, end);
    if (route.kind != TokenKind::number || route.start < from + 3
        || text[route.start - 1] != ' ')
    {
        return street;
    }
    Token kind = read_token_before(text, route.start - 1);
    for (std::string_view word : {"psc", "unit", "hc", "rr", "cmr"}) {
        if (kind.small() == word && kind.start >= from) {
            street.start = kind.start;
            street.certain = true;
        }
    }
    return street;
}

bool has_address_cue(std::string_view text, size_t at) noexcept
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '"'
                      || text[at - 1] == '>' || text[at - 1] == '\t'))
    {
        at--;
    }
    size_t from = at > cue_reach ? at - cue_reach : 0;
    std::array<char, cue_reach> small;
    size_t size = at - from;
    for (size_t i = 0; i < size; i++) {
        char c = text[from + i];
        small[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    }
    std::string_view before(small.data(), size);
    return std::any_of(std::begin(cues), std::end(cues),
        [&](std::string_view cue) {
            return before.size() >= cue.size()
                && before.substr(before.size() - cue.size()) == cue;
        });
}

}  // namespace gate::guard
