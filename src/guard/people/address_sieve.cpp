#include "guard/people/address_sieve.hpp"

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

}  // namespace

NumberPlace place_of_number(std::string_view text, size_t digit) noexcept
{
    return digit == 0 ? NumberPlace::alone : places.of(text[digit - 1]);
}

bool may_begin_street(std::string_view text, size_t digit) noexcept
{
    size_t at = digit;
    // "21 12 Main Street"
    for (size_t numbers = 0; numbers < 2; numbers++) {
        while (is_digit(at_or_zero(text, at))) {
            at++;
        }
        char c = at_or_zero(text, at);
        if (is_letter(c) || c == '-' || c == '\'' || c == '/' || !is_ascii(c)) {
            return true;  // "12B", "12-14"
        }
        at += c == '.' ? 1 : 0;
        if (at_or_zero(text, at) != ' ') {
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
    if (digit < 3) {
        return false;
    }
    char last = text[digit - 2];
    if (is_letter(last)) {
        size_t start = front_of_token(text, digit - 1);
        return !is_small(text[start])
            || may_stand_in_street(text.substr(start, digit - 1 - start));
    }
    if (is_digit(last)) {
        return !is_number_before(text, digit - 1);
    }
    return last == '.' || !is_ascii(last);
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
