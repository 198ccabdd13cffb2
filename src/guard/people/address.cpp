#include "guard/people/address.hpp"

#include <algorithm>

#include "guard/people/address_bytes.hpp"
#include "guard/people/address_head.hpp"
#include "guard/people/address_sieve.hpp"
#include "guard/people/address_street.hpp"
#include "guard/people/address_tail.hpp"
#include "guard/people/address_tokens.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::is_digit;

namespace {

class AddressFinder {
public:
    AddressFinder(std::string_view text, const ByteMap& map, Findings* out)
        : text_(text), map_(map), in_(text), out_(out)
    {
    }

    void find();

private:
    bool try_number(size_t digit);
    bool try_street(const Street& street);
    bool try_military(size_t digit);
    bool try_postcode(size_t digit);
    bool may_have_tail(size_t end) noexcept;
    size_t with_unit_before(size_t start) noexcept;
    void add(size_t start, size_t end);

    std::string_view  text_;
    const ByteMap&    map_;
    TokenReader       in_;
    Findings*         out_;
    size_t            from_ = 0;  // behind the last finding
};

void AddressFinder::add(size_t start, size_t end)
{
    out_->push_back({{static_cast<uint32_t>(start),
                      static_cast<uint32_t>(end)}, Slug::address});
    from_ = end;
}

// "Apt. 675 62314 Mellemvej 32", "Unit 5, 100 Industrial Pkwy"
size_t AddressFinder::with_unit_before(size_t start) noexcept
{
    size_t end = start;
    while (end > from_ && start - end < 2
           && (text_[end - 1] == ' ' || text_[end - 1] == ','))
    {
        end--;
    }
    if (end == start || end <= from_) {
        return start;
    }
    // the number that the street was read from may be the unit's
    Token own = in_.before(end);
    if (own.kind == TokenKind::word && own.start >= from_
        && own.is(mark_unit) && is_digit(text_[start]))
    {
        return own.start;
    }
    Token number = own;
    if (number.kind != TokenKind::number || number.start < from_ + 3
        || text_[number.start - 1] != ' ')
    {
        return start;
    }
    Token unit = in_.before(number.start - 1);
    bool fits = unit.kind == TokenKind::word && unit.start >= from_
        && unit.is(mark_unit);
    return fits ? unit.start : start;
}

// Decides for most numbers that are no address, before a tail is read.
bool AddressFinder::may_have_tail(size_t end) noexcept
{
    if (end >= text_.size()) {
        return false;
    }
    char c = text_[end];
    if (c != ' ') {
        return c == ',' || c == '.' || c == '\n' || c == '\r';
    }
    Token next = in_.at(end + 1);
    return next.is(mark_unit) || next.digits >= 4 || next.all_caps
        || text_.substr(end + 1, 1) == "#"
        || text_.substr(end + 1, 1) == "-";
}

bool AddressFinder::try_street(const Street& street)
{
    if (street.end == 0 || (!street.certain && !street.possible)) {
        return false;
    }
    size_t start = with_unit_before(street.start);
    bool cue = has_address_cue(text_, start);
    if (!cue && !street.certain
        && (street.lower || street.needs_cue || !may_have_tail(street.end)))
    {
        return false;
    }
    CityCase letters = street.lower && cue ? CityCase::any
                                           : CityCase::capital;
    Tail tail = read_address_tail(in_, street.end, letters);
    if (tail.end == street.end && text_.substr(tail.end, 1) == ".") {
        // the full stop of "Str." or of "94."
        Tail behind = read_address_tail(in_, street.end + 1, letters);
        tail = behind.end > street.end + 1 ? behind : tail;
    }
    bool fits = street.certain || cue
        || tail.has_code || tail.has_unit
        || (street.both_numbers && tail.has_city);
    if (!fits) {
        return false;
    }
    add(start, tail.end);
    return true;
}

// "FPO AE 12382", with the ship or unit on the line before it
bool AddressFinder::try_military(size_t digit)
{
    if (digit < from_ + 7 || digit + 5 > text_.size()
        || text_[digit - 4] != ' ' || (text_[digit - 5] | 0x20) != 'o')
    {
        return false;
    }
    std::string_view head = text_.substr(digit - 7, 7);
    std::string_view kind = head.substr(0, 3);
    bool fits = (kind == "APO" || kind == "FPO" || kind == "DPO"
                 || kind == "apo" || kind == "fpo" || kind == "dpo")
        && head[3] == ' ' && (head[4] | 0x20) == 'a' && head[6] == ' '
        && std::string_view("aepAEP").find(head[5]) != head.npos;
    if (!fits || in_.at(digit).digits < 5) {
        return false;
    }
    size_t start = digit - 7;
    size_t line = start;
    if (line > from_ && (text_[line - 1] == '\n' || text_[line - 1] == ' ')) {
        Token name = in_.before(line - 1);
        if (name.kind == TokenKind::word && name.start > from_ + 4
            && text_[name.start - 1] == ' ')
        {
            Token ship = in_.before(name.start - 1);
            std::string_view word = ship.small();
            if (ship.start >= from_ && (word == "uss" || word == "usns"
                || word == "usnv" || word == "usnv" || word == "uscgc"))
            {
                start = ship.start;
            }
        }
    }
    Token zip = in_.at(digit);
    add(start, zip.end);
    return true;
}

// "London NW1 6XE", "Malmesbury, Wiltshire SN16 9JR"
bool AddressFinder::try_postcode(size_t digit)
{
    size_t start = digit;
    while (start > from_ && digit - start < 2 && text_[start - 1] >= 'A'
           && text_[start - 1] <= 'Z')
    {
        start--;
    }
    if (start == digit || start < from_ + 2 || text_[start - 1] != ' ') {
        return false;
    }
    size_t end = read_letter_postcode(text_, start);
    if (end == 0) {
        return false;
    }
    Token town = in_.before(start - 1
        - (text_[start - 2] == ',' ? 1 : 0));
    if (town.kind != TokenKind::word || !town.capital || town.all_caps
        || town.start < from_)
    {
        return false;
    }
    add(read_address_head(in_, from_, town), end);
    return true;
}

// A number behind a space
bool AddressFinder::try_number(size_t digit)
{
    if (try_military(digit)
        || (may_end_box(text_, digit)
            && try_street(read_box(in_, from_, digit))))
    {
        return true;
    }
    HouseNumber number = read_house_number(text_, digit);
    return (may_end_street(text_, digit, number)
            && try_street(read_street_before(in_, from_, digit)))
        || (may_begin_street(text_, digit, number)
            && try_street(read_street(in_, digit)));
}

void AddressFinder::find()
{
    size_t at = map_.next(&ByteBlock::numbers, 0);

    while (at < text_.size()) {
        bool found = false;
        switch (place_of_number(text_, at)) {
        case NumberPlace::none:
            break;
        case NumberPlace::behind_space:
            found = try_number(at);
            break;
        case NumberPlace::alone:
            found = may_begin_street(text_, at,
                                     read_house_number(text_, at))
                && try_street(read_street(in_, at));
            break;
        case NumberPlace::behind_capital:
            found = try_postcode(at);
            break;
        }
        at = map_.next(&ByteBlock::numbers, found ? from_ : at + 1);
    }
}

}  // namespace

void find_addresses(std::string_view text, const ByteMap& map,
    Findings* out)
{
    AddressFinder(text, map, out).find();
}

}  // namespace gate::guard
