#include "guard/people/address_street.hpp"

#include <array>

#include "guard/people/address_bytes.hpp"
#include "guard/people/address_tokens.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;

namespace {

struct Words {
    std::array<Token, max_street_words>  at;
    size_t                               count = 0;
};

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

// Reads words that stand behind one space each.
Words read_words(TokenReader& in, size_t at, bool lower) noexcept
{
    Words words;
    while (words.count < max_street_words) {
        Token token = in.at(at);
        bool first = words.count == 0;
        if (token.kind == TokenKind::word) {
            if (token.is(mark_unit) && (first || token.small() != "flat")) {
                break;
            }
            // "rue des lilas", "Trg revolucije", "Main street"
            bool fits = token.capital || lower || token.is(mark_particle)
                || (first && token.is(mark_prefix))
                || (!first && token.small_size > 2 && token.is(mark_suffix))
                || (!first && words.count < 4
                    && words.at[0].is(mark_prefix)
                    && !in.is_ordinary(token));
            if (!fits) {
                break;
            }
        } else if (token.kind != TokenKind::ordinal) {
            break;
        }
        words.at[words.count++] = token;
        at = behind_space(in.text(), token);
    }
    return words;
}

// Where in a row of words the marks of a street are, counted from 1.
struct Marks {
    size_t  strong = 0;
    size_t  weak = 0;
    size_t  ending = 0;
    size_t  weak_ending = 0;
    bool    prefix = false;
    bool    named = false;    // a word that is no particle
    bool    measure = false;  // a month, a unit, "page"
};

Marks mark(const Token* words, size_t count) noexcept
{
    Marks marks;
    for (size_t i = 0; i < count; i++) {
        const Token& word = words[i];
        bool suffix = i > 0 && word.is(mark_suffix | mark_weak_suffix);
        if (i > 0 && word.is(mark_suffix)) {
            marks.strong = i + 1;
        } else if (suffix) {
            marks.weak = i + 1;
        }
        if (word.is(mark_ending)) {
            marks.ending = i + 1;
        } else if (word.is(mark_weak_ending)) {
            marks.weak_ending = i + 1;
        }
        marks.measure = marks.measure || word.is(mark_measure);
        marks.named = marks.named || (!suffix && !word.is(mark_particle));
    }
    marks.prefix = count > 1 && words[0].is(mark_prefix);
    return marks;
}

// Whether a word that names the street is one of the dictionary.
bool has_ordinary(TokenReader& in, const Token* words, size_t count)
    noexcept
{
    for (size_t i = 0; i < count; i++) {
        bool suffix = i > 0 && words[i].is(mark_suffix | mark_weak_suffix);
        if (!suffix && !words[i].is(mark_particle)
            && in.is_ordinary(words[i]))
        {
            return true;
        }
    }
    return false;
}

// "Main St N", "5th Avenue": where the name ends, directions included.
size_t behind_suffix(const Token* words, size_t count, size_t index) noexcept
{
    bool direction = index + 1 < count && words[index + 1].is(mark_direction);
    return words[direction ? index + 1 : index].end;
}

// A prefix or suffix may be in small letters: "ul. Leśna", "Kossuth utca".
bool is_capitalised(const Token* words, size_t count) noexcept
{
    bool named = false;
    for (size_t i = 0; i < count; i++) {
        const Token& word = words[i];
        bool fixed = i == 0 ? word.small_size > 1 && word.is(mark_prefix)
                            : word.small_size > 2 && word.is(mark_suffix);
        bool high = word.capital || word.kind == TokenKind::ordinal;
        if (!high && !fixed && !word.is(mark_particle)) {
            return false;
        }
        named = named || high;
    }
    return named;
}

// What is known of "1072 Pohlstrasse 9" before its words are weighed.
struct Parts {
    const Token*  words;
    size_t        count;
    bool          number;  // before the words
    size_t        second;  // where the number behind them ends, or 0
};

// A number behind the words: "Via Garibaldi 12", "1072 Pohlstrasse 9".
bool weigh_last_number(TokenReader& in, const Parts& parts,
    const Marks& marks, Street* street) noexcept
{
    if (parts.second == 0) {
        return false;
    }
    bool capitalised = is_capitalised(parts.words, parts.count);
    bool prefix = marks.prefix && capitalised
        && (parts.words[0].capital || !in.is_ordinary(parts.words[1]));
    if (marks.ending == 0 && !prefix
        && !(marks.strong == parts.count
             && !has_ordinary(in, parts.words, parts.count))
        && !(marks.weak_ending == parts.count && parts.number))
    {
        return false;
    }
    street->end = parts.second;
    street->certain = parts.number || marks.ending != 0 || capitalised;
    street->possible = true;
    return true;
}

// A number before them: "12 Main Street", "24 rue de la Paix".
bool weigh_first_number(TokenReader& in, const Parts& parts,
    const Marks& marks, Street* street) noexcept
{
    const Token* words = parts.words;
    const Token& last = words[parts.count - 1];
    size_t whole = parts.second != 0 ? parts.second : last.end;
    street->possible = true;

    if (marks.prefix && (marks.strong == 0 || words[1].is(mark_particle))) {
        street->end = whole;
        street->certain = (is_capitalised(words, parts.count)
                           && !in.is_ordinary(words[1]))
            || (!words[1].capital && words[0].small_size > 2
                && words[1].is(mark_particle));
        return true;
    }
    if (marks.strong != 0) {
        size_t end = behind_suffix(words, parts.count, marks.strong - 1);
        street->end = parts.second != 0 ? whole : end;
        street->certain = is_capitalised(words, marks.strong)
            && (parts.second != 0 || marks.strong == parts.count
                || end == last.end);
        return true;
    }
    if (marks.weak != 0 && marks.weak >= marks.weak_ending) {
        street->end = parts.second != 0
            ? whole : behind_suffix(words, parts.count, marks.weak - 1);
        return true;
    }
    street->possible = false;
    return false;
}

Street weigh(TokenReader& in, size_t start, const Parts& parts,
    bool lower) noexcept
{
    Street street;
    street.start = start;
    street.lower = lower;
    Marks marks = mark(parts.words, parts.count);

    bool decided = weigh_last_number(in, parts, marks, &street)
        || (parts.number && weigh_first_number(in, parts, marks, &street));
    if (decided) {
        return street;
    }
    bool second = parts.second != 0;
    const Token& first = parts.words[0];
    street.end = second ? parts.second : parts.words[parts.count - 1].end;
    street.possible = marks.named && !marks.measure && (first.capital || second)
        && !(lower && !second) && (parts.count > 1 || first.small_size > 2);
    return street;
}

bool has_weak_suffix(const Token* words, size_t count) noexcept
{
    for (size_t i = 1; i < count; i++) {
        if (words[i].is(mark_weak_suffix) && !words[i].is(mark_suffix)) {
            return true;
        }
    }
    return false;
}

// Words of the dictionary make no unknown street.
Street with_doubts(TokenReader& in, const Parts& parts, Street street)
    noexcept
{
    if (street.possible && !street.certain) {
        bool known = has_weak_suffix(parts.words, parts.count);
        bool ordinary = has_ordinary(in, parts.words, parts.count);
        street.needs_cue = ordinary && !known;
        street.both_numbers = parts.number && parts.second != 0 && !ordinary;
    }
    return street;
}

// The end of a number of a house behind the words of a street, or 0.
size_t read_last_number(TokenReader& in, size_t at) noexcept
{
    Token number = in.at(at);
    return number.digits > 0 && number.digits <= 4
        && is_house_number(in.text(), number) ? number.end : 0;
}

// Whether a word before the last number can be of the street's name.
bool can_end_street(const Token& word, size_t from) noexcept
{
    bool known = word.is(mark_particle | mark_prefix | mark_ending)
        || (word.small_size > 2 && word.is(mark_suffix));
    return word.kind == TokenKind::word && word.start >= from
        && !word.is(mark_unit) && (word.capital || known);
}

}  // namespace

Street read_street(TokenReader& in, size_t start) noexcept
{
    std::string_view text = in.text();
    Token first = in.at(start);
    if (!is_house_number(text, first)) {
        return {};
    }
    size_t at = behind_space(text, first);
    Token word = in.at(at);
    if (word.kind == TokenKind::number && word.digits <= 5
        && is_house_number(text, word))
    {
        at = behind_space(text, word);
        word = in.at(at);
    }
    if (word.kind != TokenKind::word && word.kind != TokenKind::ordinal) {
        return {};
    }

    bool lower = word.kind == TokenKind::word && !word.capital;
    if (lower && word.is(mark_prefix)) {
        Token named = in.at(behind_space(text, word));
        lower = !named.capital && !named.is(mark_particle);
    }
    if (lower && !has_address_cue(text, start)) {
        return {};
    }
    Words words = read_words(in, at, lower);
    if (words.count == 0) {
        return {};
    }
    const Token& last = words.at[words.count - 1];
    Parts parts{words.at.data(), words.count, true,
                read_last_number(in, behind_space(text, last))};
    return with_doubts(in, parts, weigh(in, start, parts, lower));
}

Street read_street_before(TokenReader& in, size_t from, size_t digit)
    noexcept
{
    std::string_view text = in.text();
    if (digit < from + 3 || text[digit - 1] != ' ') {
        return {};
    }
    Token word = in.before(digit - 1);
    if (!can_end_street(word, from)) {
        return {};
    }
    size_t second = read_last_number(in, digit);
    if (second == 0) {
        return {};
    }

    Words words;
    size_t first = max_street_words;
    for ( ;; ) {
        words.at[--first] = word;
        size_t at = word.start;
        if (first == 0 || at < from + 2 || text[at - 1] != ' ') {
            break;
        }
        word = in.before(at - 1);
        if (!can_end_street(word, from)) {
            break;
        }
    }

    Street best;
    Parts best_parts{};
    for (size_t i = max_street_words; i-- > first;) {
        const Token& head = words.at[i];
        if (head.capital || head.is(mark_prefix | mark_ending)) {
            Parts parts{&words.at[i], max_street_words - i, false, second};
            Street street = weigh(in, head.start, parts, !head.capital
                && !head.is(mark_prefix));
            if (street.certain || (street.possible && !best.certain)) {
                best = street;
                best_parts = parts;
            }
        }
    }
    return with_doubts(in, best_parts, best);
}

}  // namespace gate::guard
