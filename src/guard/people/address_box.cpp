#include "guard/people/address_street.hpp"

#include "guard/people/address_tokens.hpp"

namespace gate::guard {

namespace {

// Where "P.O. ", "PO " or "Post Office " begins that ends at text[at], or at.
size_t post_office_before(std::string_view text, size_t from, size_t at)
    noexcept
{
    constexpr std::string_view heads[] = {
        "P.O. ", "PO ", "P. O. ", "p.o. ", "po ", "Post Office ", "P.O ",
        "GPO ",
    };
    std::string_view before = text.substr(from, at - from);
    size_t start = at;
    for (std::string_view head : heads) {
        if (before.size() >= head.size()
            && before.substr(before.size() - head.size()) == head)
        {
            start = at - head.size();
        }
    }
    return start;
}

// Where a house number before text[at] begins, or at.
size_t number_before(TokenReader& in, size_t from, size_t at) noexcept
{
    std::string_view text = in.text();
    if (at <= from + 1 || text[at - 1] != ' ') {
        return at;
    }
    Token number = in.before(at - 1);
    return number.plain && number.start >= from ? number.start : at;
}

// Where "PSC 3, ", "Unit 8505 ", "HC 68 " or "RR 2 " begins, or at.
size_t route_before(TokenReader& in, size_t from, size_t at) noexcept
{
    std::string_view text = in.text();
    size_t end = at;
    while (end > from && at - end < 2
           && (text[end - 1] == ' ' || text[end - 1] == ','))
    {
        end--;
    }
    Token number = in.before(end);
    if (number.kind != TokenKind::number || number.start < from + 3
        || text[number.start - 1] != ' ')
    {
        return at;
    }
    Token kind = in.before(number.start - 1);
    for (std::string_view word : {"psc", "unit", "hc", "rr", "cmr"}) {
        if (kind.small() == word && kind.start >= from) {
            return kind.start;
        }
    }
    return at;
}

}  // namespace

Street read_box(TokenReader& in, size_t from, size_t digit) noexcept
{
    std::string_view text = in.text();
    Street street;
    if (digit < from + 4 || text[digit - 1] != ' '
        || (text[digit - 2] | 0x20) < 'h')
    {
        return street;
    }
    Token number = in.at(digit);
    Token box = in.before(digit - 1);
    bool alone = box.small() == "postbox" || box.small() == "postfach";
    if (number.kind != TokenKind::number || box.kind != TokenKind::word
        || box.start < from
        || (!alone && box.small() != "box"))
    {
        return street;
    }

    street.end = number.end;
    street.start = box.start;
    street.certain = alone && box.capital;
    if (!alone) {
        size_t start = post_office_before(text, from, box.start);
        street.start = start < box.start
            ? number_before(in, from, start)
            : route_before(in, from, box.start);
        street.certain = street.start < box.start;
    }
    return street;
}

}  // namespace gate::guard
