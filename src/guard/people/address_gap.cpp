#include "guard/people/address_gap.hpp"

#include <algorithm>

#include "guard/people/address_bytes.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;
using address_bytes::is_capital;
using address_bytes::is_digit;

namespace {

// A digit, or what may be a short word in capitals, behind a full stop.
bool is_code_behind_dot(std::string_view text, size_t at) noexcept
{
    at += at_or_zero(text, at) == ' ' ? 1 : 0;
    char c = at_or_zero(text, at);
    char next = at_or_zero(text, at + 1);
    return is_digit(c) || c == '#' || static_cast<unsigned char>(c) >= 0x80
        || (is_capital(c) && (next < 'a' || next > 'z'));
}

// Whether a digit or a short word in capitals, which a postcode, a state and
// the name of a unit have, stands before what ends a tail for sure.
bool may_have_code(std::string_view text, size_t at) noexcept
{
    constexpr size_t reach = 256;
    size_t stop = std::min(text.size(), at + reach);
    size_t word = at;  // where the last row of letters began

    while (at < stop) {
        char c = text[at];
        if (c >= 'a' && c <= 'z') {
            at++;
            continue;
        }
        if (is_capital(c)) {
            size_t first = at;
            while (at < stop && is_capital(text[at])) {
                at++;
            }
            char next = at_or_zero(text, at);
            if (at - first <= 3 && (next < 'a' || next > 'z')) {
                return true;
            }
            continue;
        }
        switch (c) {
        case ' ': case ',': case '\n': case '\r': case '>': case '-':
        case '\'': case '/':
            break;
        case '.':
            // a longer word ends a sentence, unless it is of a unit
            if (at - word > 3) {
                return is_code_behind_dot(text, at + 1);
            }
            break;
        default:
            return is_digit(c) || c == '#'
                || static_cast<unsigned char>(c) >= 0x80;
        }
        at++;
        word = at;
    }
    return at < text.size();
}

}  // namespace

Gap read_gap(std::string_view text, size_t at) noexcept
{
    Gap gap;
    gap.end = at;
    size_t limit = at + 8;
    bool dash = text.substr(at, 3) == " - ";

    while (gap.end < text.size() && gap.end < limit) {
        char c = text[gap.end];
        if (c == ',' && gap.kind != Break::comma) {
            gap.kind = Break::comma;
        } else if (c == '\n' && gap.kind != Break::line) {
            gap.kind = Break::line;
        } else if (c == ' ' || c == '\r'
                   || (c == '>' && gap.kind == Break::line)
                   || (dash && c == '-' && gap.end == at + 1))
        {
            gap.kind = gap.kind == Break::none ? Break::space : gap.kind;
        } else {
            break;
        }
        gap.end++;
    }
    if (gap.kind == Break::space && gap.end > at + 1 && !dash) {
        gap.kind = Break::none;
    }
    return gap;
}

bool may_begin_tail(std::string_view text, size_t at) noexcept
{
    Gap gap = read_gap(text, at + (at_or_zero(text, at) == '.' ? 1 : 0));
    char c = at_or_zero(text, gap.end);
    if (gap.kind == Break::none) {
        return false;
    }
    if (c >= 'a' && c <= 'z' && !may_be_unit(text, gap.end)) {
        return false;
    }
    return may_have_code(text, gap.end);
}

}  // namespace gate::guard
