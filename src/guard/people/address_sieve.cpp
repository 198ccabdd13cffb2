#include "guard/people/address_sieve.hpp"

#include "guard/people/address_bytes.hpp"
#include "guard/people/address_row.hpp"
#include "guard/people/address_street.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;
using address_bytes::is_ascii;
using address_bytes::is_digit;
using address_bytes::is_letter;
using address_bytes::is_small;

namespace {

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

}  // namespace

NumberPlace place_of_number(std::string_view text, size_t digit) noexcept
{
    return digit == 0 ? NumberPlace::alone : places.of(text[digit - 1]);
}

bool may_begin_street(std::string_view text, size_t digit,
    HouseNumber number) noexcept
{
    using Kind = HouseNumber::Kind;

    // "21 12 Main Street", "21 12 5th Avenue"
    for (size_t i = 0; i < 2 && number.kind == Kind::house; i++) {
        if (i == 1 && number.digits > 5) {
            return false;
        }
        size_t at = behind_house(text, number);
        char c = at_or_zero(text, at);
        if (is_small(c)) {
            return may_be_prefix(text, at) || has_address_cue(text, digit);
        }
        if (!is_digit(c)) {
            return is_letter(c) ? may_begin_row(text, digit, at)
                                : !is_ascii(c);
        }
        number = read_house_number(text, at);
        if (number.kind == Kind::none) {
            return is_letter(at_or_zero(text, number.end));
        }
    }
    return number.kind == Kind::unknown;
}

bool may_end_street(std::string_view text, size_t digit,
    const HouseNumber& number) noexcept
{
    return number.kind != HouseNumber::Kind::none
        && may_end_row(text, digit, number);
}

bool may_end_box(std::string_view text, size_t digit) noexcept
{
    if (digit < 4) {
        return false;
    }
    auto small = [&](size_t i) { return text[digit - i] | 0x20; };
    return (small(2) == 'x' && small(3) == 'o' && small(4) == 'b')
        || (small(2) == 'h' && small(3) == 'c' && small(4) == 'a');
}

}  // namespace gate::guard
