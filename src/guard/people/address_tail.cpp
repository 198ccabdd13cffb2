#include "guard/people/address_tail.hpp"

#include <algorithm>

#include "guard/people/address_bytes.hpp"
#include "guard/people/address_gap.hpp"
#include "guard/people/address_tokens.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;
using address_bytes::is_capital;
using address_bytes::is_digit;

namespace {

constexpr size_t max_elements = 8;
constexpr size_t max_city_words = 5;

bool has_digit(std::string_view word) noexcept
{
    return std::any_of(word.begin(), word.end(), is_digit);
}

// "12345", "12345-6789", "01304-001", "340 12", "1234"
size_t read_digit_postcode(TokenReader& in, const Token& token, Break gap)
    noexcept
{
    std::string_view text = in.text();
    if (token.kind != TokenKind::number) {
        return 0;
    }
    size_t least = gap == Break::space ? 5 : 4;
    if (token.digits >= least && token.digits <= 6
        && (token.plain || token.end - token.start >= token.digits + 4))
    {
        return token.end;
    }
    if (token.digits == 3 && token.plain && token.end + 3 <= text.size()
        && text[token.end] == ' ')
    {
        Token second = in.at(token.end + 1);
        if (second.plain && second.digits == 2) {
            return second.end;
        }
    }
    return 0;
}

// The end of a postcode that begins with `token`, or 0; so are the others.
size_t read_postcode(TokenReader& in, const Token& token, Break gap) noexcept
{
    size_t end = read_letter_postcode(in.text(), token.start);
    return end != 0 ? end : read_digit_postcode(in, token, gap);
}

// "Apt 12B", "Suite #400", "# 5", "3rd Floor"
size_t read_unit(TokenReader& in, const Token& word) noexcept
{
    std::string_view text = in.text();
    size_t at = word.start;
    if (at_or_zero(text, at) == '#') {
        size_t behind = at + 1 + (at_or_zero(text, at + 1) == ' ');
        Token number = in.at(behind);
        return number.kind == TokenKind::number ? number.end : 0;
    }
    if (word.kind == TokenKind::ordinal) {
        Token floor = in.at(word.end + 1);
        bool is_floor = floor.small() == "floor" || floor.small() == "fl";
        return is_floor ? floor.end : 0;
    }
    if (word.kind != TokenKind::word || !word.is(mark_unit)
        || at_or_zero(text, word.next()) != ' ')
    {
        return 0;
    }
    size_t behind = word.next() + 1;
    behind += at_or_zero(text, behind) == '#';
    Token name = in.at(behind);
    bool short_name = name.kind == TokenKind::word && name.all_caps
        && name.end - name.start <= 3;
    return name.kind == TokenKind::number || short_name ? name.end : 0;
}

// The end of the words of a city.
size_t read_city(TokenReader& in, const Token& first, CityCase letters)
    noexcept
{
    std::string_view text = in.text();
    size_t end = 0;
    Token word = first;
    for (size_t i = 0; i < max_city_words; i++) {
        bool particle = i > 0 && word.is(mark_particle);
        if (word.kind != TokenKind::word || has_digit(word.small())
            || (!word.capital && !particle && letters == CityCase::capital)
            || (i > 0 && word.is(mark_country)))
        {
            break;
        }
        if (i > 0 && word.all_caps && word.end - word.start <= 3
            && word.is(mark_state))
        {
            break;
        }
        if (!particle || letters == CityCase::any) {
            end = word.end;
        }
        size_t next = word.dotted && word.small_size <= 3 ? word.next()
                                                          : word.end;
        if (at_or_zero(text, next) != ' ') {
            break;
        }
        word = in.at(next + 1);
    }
    return end;
}

struct State {
    size_t  end = 0;
    bool    has_code = false;
};

// "TX 78701", ", OR"
State read_state(TokenReader& in, const Token& word, CityCase letters)
    noexcept
{
    std::string_view text = in.text();
    size_t size = word.end - word.start;
    bool fits = word.all_caps || (letters == CityCase::any
                                  && word.is(mark_state));
    if (word.kind != TokenKind::word || size < 2 || size > 3 || !fits) {
        return {};
    }
    Gap gap = read_gap(text, word.end);
    if (gap.kind != Break::none) {
        Token code = in.at(gap.end);
        size_t end = read_postcode(in, code, gap.kind);
        if (end != 0) {
            return {end, true};
        }
    }
    return {word.all_caps && word.is(mark_state) ? word.end : 0, false};
}

// Whether a postcode or a country follows a city that ends at text[at].
bool has_code_behind(TokenReader& in, size_t at, CityCase letters) noexcept
{
    std::string_view text = in.text();
    for (size_t i = 0; i < 3; i++) {
        Gap gap = read_gap(text, at);
        if (gap.kind == Break::none) {
            return false;
        }
        Token word = in.at(gap.end);
        if (read_postcode(in, word, gap.kind) != 0
            || read_state(in, word, letters).end != 0)
        {
            return true;
        }
        if (word.kind != TokenKind::word) {
            return false;
        }
        if (word.is(mark_country)) {
            return true;
        }
        size_t end = read_city(in, word, CityCase::any);
        if (end == 0) {
            return false;
        }
        at = end;
    }
    return false;
}

// Whether a part of a sentence ends here.
bool is_end(std::string_view text, size_t at) noexcept
{
    switch (at_or_zero(text, at)) {
    case '\0': case '\n': case '\r': case ')': case ';': case '?': case '!':
    case '<': case '"': case '\'': case '|': case '\\': case ']':
        return true;
    case '.': case ',':
        return at + 1 >= text.size() || text[at + 1] == ' '
            || text[at + 1] == '\n';
    default:
        return false;
    }
}

bool is_city_here(TokenReader& in, size_t end, Break gap, CityCase letters)
    noexcept
{
    if (has_code_behind(in, end, letters)) {
        return true;
    }
    return gap == Break::comma && is_end(in.text(), end);
}

}  // namespace

size_t read_letter_postcode(std::string_view text, size_t at) noexcept
{
    std::string_view in = text.substr(at, 9);
    auto ends = [&](size_t size) {
        char c = at_or_zero(in, size);
        return !is_digit(c) && !is_capital(c) && (c < 'a' || c > 'z');
    };
    auto capital = [&](size_t i) { return is_capital(at_or_zero(in, i)); };
    auto digit = [&](size_t i) { return is_digit(at_or_zero(in, i)); };

    // Canada: A1A 1A1
    if (capital(0) && digit(1) && capital(2) && at_or_zero(in, 3) == ' '
        && digit(4) && capital(5) && digit(6) && ends(7))
    {
        return at + 7;
    }
    // the Netherlands: 1234 AB
    if (digit(0) && digit(1) && digit(2) && digit(3)
        && at_or_zero(in, 4) == ' ' && capital(5) && capital(6) && ends(7))
    {
        return at + 7;
    }
    // United Kingdom: A9 9AA, A99 9AA, AA9 9AA, AA99 9AA, A9A 9AA, AA9A 9AA
    size_t i = capital(1) ? 2 : 1;
    if (!capital(0) || !digit(i)) {
        return 0;
    }
    i++;
    i += digit(i) || capital(i);
    if (at_or_zero(in, i) != ' ' || !digit(i + 1) || !capital(i + 2)
        || !capital(i + 3) || !ends(i + 4))
    {
        return 0;
    }
    std::string_view inward = in.substr(i + 2, 2);
    bool ruled_out = inward.find_first_of("CIKMOV") != inward.npos
        || inward == "GB" || inward == "TB";
    return ruled_out ? 0 : at + i + 4;
}

Tail read_address_tail(TokenReader& in, size_t at, CityCase letters) noexcept
{
    std::string_view text = in.text();
    Tail tail;
    tail.end = at;
    bool zip = false;

    for (size_t i = 0; i < max_elements; i++) {
        Gap gap = read_gap(text, tail.end);
        if (gap.kind == Break::none) {
            break;
        }
        Token word = in.at(gap.end);
        if (size_t end = read_unit(in, word); end != 0) {
            tail.end = end;
            tail.has_unit = true;
            continue;
        }
        if (word.kind == TokenKind::word && !word.capital
            && letters == CityCase::capital)
        {
            break;  // nothing that follows begins with a small letter
        }
        if (size_t end = read_postcode(in, word, gap.kind); end != 0) {
            if (zip) {
                break;
            }
            tail.end = end;
            tail.has_code = zip = true;
            continue;
        }
        State state = read_state(in, word, letters);
        if (state.end != 0 && (state.has_code || gap.kind == Break::comma
                               || tail.has_city))
        {
            tail.end = state.end;
            tail.has_code = true;
            zip = zip || state.has_code;
            continue;
        }
        if (word.is(mark_country) && (word.capital
                                         || letters == CityCase::any))
        {
            tail.end = word.end;
            tail.has_city = true;
            continue;
        }
        size_t end = read_city(in, word, letters);
        bool behind_code = tail.has_code && !tail.has_city
            && gap.kind == Break::space;
        if (end == 0 || !(behind_code || is_city_here(in, end, gap.kind,
                                                letters))) {
            break;
        }
        tail.end = end;
        tail.has_city = true;
    }
    return tail;
}

}  // namespace gate::guard
