#include "guard/people/address_sieve.hpp"

#include <algorithm>

#include "guard/people/address_street.hpp"
#include "guard/people/address_tokens.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

namespace {

constexpr bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

constexpr bool is_small(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}

constexpr bool is_letter(char c) noexcept
{
    return is_small(static_cast<char>(c | 0x20));
}

constexpr bool is_ascii(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x80;
}

char at_or_zero(std::string_view text, size_t at) noexcept
{
    return at < text.size() ? text[at] : '\0';
}

class Places {
public:
    constexpr Places()
    {
        for (unsigned i = 0; i < 0x80; i++) {
            places_[i] = place_behind(static_cast<char>(i));
        }
    }

    NumberPlace of(char before) const noexcept
    {
        return places_[static_cast<unsigned char>(before)];
    }

private:
    static constexpr NumberPlace place_behind(char c) noexcept
    {
        constexpr std::string_view glued = "$.:-/=_+#'%&@";
        if (c == ' ') {
            return NumberPlace::behind_space;
        }
        if (c >= 'A' && c <= 'Z') {
            return NumberPlace::behind_capital;
        }
        bool is_none = is_small(c) || is_digit(c)
            || glued.find(c) != glued.npos;
        return is_none ? NumberPlace::none : NumberPlace::alone;
    }

    NumberPlace  places_[0x100] = {};
};

constexpr Places places;

// Small letters of ASCII alone.
bool is_plain(std::string_view word) noexcept
{
    return std::all_of(word.begin(), word.end(), is_small);
}

// The word that ends before text[end] is a number or cannot be one of a
// street; text[end - 1] is a digit.
bool is_number_before(std::string_view text, size_t end) noexcept
{
    size_t at = end;
    while (at > 0 && end - at < 8 && is_digit(text[at - 1])) {
        at--;
    }
    char c = at > 0 ? text[at - 1] : ' ';
    return c == ' ' || c == ',' || c == '\n' || c == '(' || c == '"';
}

// A number that can be the last one of a street: no time, share or price.
bool may_be_last_number(std::string_view text, size_t digit) noexcept
{
    size_t at = digit;
    while (at - digit < 5 && is_digit(at_or_zero(text, at))) {
        at++;
    }
    char c = at_or_zero(text, at);
    bool is_price = c == '.' && is_digit(at_or_zero(text, at + 1));
    return at - digit < 5 && c != ':' && c != '%' && c != '=' && c != '_'
        && !is_price;
}

enum class Before : uint8_t {
    nothing,     // no word of a street
    small_word,  // one that may be
    anything,
};

// What ends before text[end], which is a space, and its marks if it is small.
Before word_before(std::string_view text, size_t end, uint32_t* marks) noexcept
{
    char last = text[end - 1];
    if (is_letter(last)) {
        size_t start = front_of_token(text, end);
        if (!is_small(text[start])) {
            return Before::anything;
        }
        std::string_view word = text.substr(start, end - start);
        if (!may_stand_in_street(word)) {
            return Before::nothing;
        }
        if (!is_plain(word)) {
            return Before::anything;
        }
        *marks = street_marks(word);
        return Before::small_word;
    }
    if (is_digit(last)) {
        return is_number_before(text, end) ? Before::nothing
                                           : Before::anything;
    }
    return last == '.' || !is_ascii(last) ? Before::anything
                                          : Before::nothing;
}

}  // namespace

NumberPlace place_of_number(std::string_view text, size_t digit) noexcept
{
    return digit == 0 ? NumberPlace::alone : places.of(text[digit - 1]);
}

bool may_begin_street(std::string_view text, size_t digit) noexcept
{
    size_t at = digit;
    // "21 12 Main Street", "21 12 5th Avenue"
    for (size_t numbers = 1; ; numbers++) {
        while (is_digit(at_or_zero(text, at))) {
            at++;
        }
        char c = at_or_zero(text, at);
        if (is_letter(c) || c == '-' || c == '\'' || c == '/' || !is_ascii(c)) {
            return true;  // "12B", "12-14"
        }
        at += c == '.' ? 1 : 0;
        if (numbers == 3 || at_or_zero(text, at) != ' ') {
            return false;
        }
        at++;
        if (!is_digit(at_or_zero(text, at))) {
            break;
        }
    }

    char next = at_or_zero(text, at);
    if (is_small(next)) {
        return may_be_prefix(next, at_or_zero(text, at + 1),
                             at_or_zero(text, at + 2))
            || may_have_address_cue(text, digit);
    }
    return is_letter(next) || !is_ascii(next);
}

bool may_end_street(std::string_view text, size_t digit) noexcept
{
    if (digit < 3 || !may_be_last_number(text, digit)) {
        return false;
    }
    size_t end = digit - 1;
    uint32_t marks = 0;
    switch (word_before(text, end, &marks)) {
    case Before::nothing:
        return false;
    case Before::anything:
        return true;
    case Before::small_word:
        break;
    }
    if ((marks & (mark_prefix | mark_ending)) != 0) {
        return true;
    }
    // "table of 12": what names the street would stand before
    size_t start = front_of_token(text, end);
    return (marks & (mark_particle | mark_suffix)) != 0 && start >= 2
        && text[start - 1] == ' '
        && word_before(text, start - 1, &marks) != Before::nothing;
}

bool may_end_box(std::string_view text, size_t digit) noexcept
{
    if (digit < 4) {
        return false;
    }
    char last = text[digit - 2];
    return last == 'x' || last == 'X' || last == 'h' || last == 'H';
}

}  // namespace gate::guard
