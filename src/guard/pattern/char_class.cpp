#include "guard/pattern/char_class.hpp"

#include <algorithm>
#include <cstdio>

namespace gate::guard {

namespace {

using Range = CharClass::Range;

struct Posix {
    std::string_view  name;
    std::string_view  bounds;  // low and high in turn
};

constexpr Posix posix_classes[] = {
    {"alnum", "09AZaz"},
    {"alpha", "AZaz"},
    {"ascii", std::string_view("\0\x7f", 2)},
    {"blank", "\t\t  "},
    {"cntrl", std::string_view("\0\x1f\x7f\x7f", 4)},
    {"digit", "09"},
    {"graph", "!~"},
    {"lower", "az"},
    {"print", " ~"},
    {"punct", "!/:@[`{~"},
    {"space", "\t\r  "},
    {"upper", "AZ"},
    {"word", "09AZ__az"},
    {"xdigit", "09AFaf"},
};

// RE2's \s has no vertical tab.
constexpr std::string_view digits("09");
constexpr std::string_view words("09AZ__az");
constexpr std::string_view spaces("\t\n\f\r  ");

bool is_letter(uint32_t c)
{
    return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

// K and S have partners outside ASCII: the Kelvin sign and the long s.
bool has_far_partner(uint32_t c)
{
    return (c | 0x20) == 'k' || (c | 0x20) == 's';
}

void append_range(std::string& out, const Range& range)
{
    append_character(out, range.low);
    if (range.high != range.low) {
        out += '-';
        append_character(out, range.high);
    }
}

}  // namespace

void append_character(std::string& out, uint32_t c)
{
    bool is_digit = c >= '0' && c <= '9';

    if (is_digit || (c < 0x80 && is_letter(c)) || c == '_') {
        out += static_cast<char>(c);
    } else if (c > 0x20 && c < 0x7f) {
        out += '\\';
        out += static_cast<char>(c);
    } else {
        char digits_of[16];
        std::snprintf(digits_of, sizeof digits_of, "\\x{%x}", c);
        out += digits_of;
    }
}

CharClass CharClass::any()
{
    CharClass all;
    all.add(0, max_code_point);
    return all;
}

void CharClass::add(uint32_t low, uint32_t high)
{
    ranges_.push_back({low, high});
    append_range(re2_, ranges_.back());
}

void CharClass::add_escape(char letter)
{
    char kind = static_cast<char>(letter | 0x20);
    std::string_view bounds = kind == 'd' ? digits
                            : kind == 'w' ? words : spaces;
    uint32_t next = 0;

    has_escape_ = true;
    re2_ += '\\';
    re2_ += letter;
    for (size_t i = 0; i < bounds.size(); i += 2) {
        uint32_t low = static_cast<uint8_t>(bounds[i]);
        uint32_t high = static_cast<uint8_t>(bounds[i + 1]);
        if (letter == kind) {
            ranges_.push_back({low, high});
        } else if (low > next) {
            ranges_.push_back({next, low - 1});
        }
        next = high + 1;
    }
    if (letter != kind) {
        ranges_.push_back({next, max_code_point});
    }
}

void CharClass::add_property(std::string_view spelling)
{
    re2_ += spelling;
    has_property_ = true;
}

bool CharClass::add_posix(std::string_view name)
{
    for (const Posix& posix : posix_classes) {
        if (posix.name == name) {
            for (size_t i = 0; i < posix.bounds.size(); i += 2) {
                add(static_cast<uint8_t>(posix.bounds[i]),
                    static_cast<uint8_t>(posix.bounds[i + 1]));
            }
            return true;
        }
    }
    return false;
}

void CharClass::append_re2(std::string& out) const
{
    if (single()) {
        append_character(out, ranges_[0].low);
        return;
    }
    out += negated_ ? "[^" : "[";
    out += re2_;
    out += ']';
}

void CharClass::append_scan(std::string& out, Case fold) const
{
    std::string_view partners = young_partners(fold);

    if (is_widened(fold)) {
        out += "[\\x{0}-\\x{10ffff}]";
        return;
    }
    if (single() && partners.empty()) {
        append_character(out, ranges_[0].low);
        return;
    }
    out += negated_ ? "[^" : "[";
    for (const Range& range : ranges_) {
        append_range(out, range);
    }
    out += partners;
    out += ']';
}

std::vector<uint32_t> CharClass::samples() const
{
    constexpr uint32_t usual[] = {'a', '0', 'A', 'x', ' ', '-', '/', 0xe9};
    constexpr size_t most = 5;
    std::vector<uint32_t> out;

    auto is_inside = [this](uint32_t c) {
        return std::any_of(ranges_.begin(), ranges_.end(),
            [c](const Range& range) {
                return c >= range.low && c <= range.high;
            });
    };
    for (size_t i = 0; !negated_ && i < ranges_.size() && i < 2; i++) {
        out.push_back(ranges_[i].low);
        out.push_back(ranges_[i].high);
    }
    for (uint32_t c : usual) {
        if (out.size() < most
            && (has_property_ || is_inside(c) != negated_))
        {
            out.push_back(c);
        }
    }
    auto is_unfit = [](uint32_t c) {
        // in no text, or half of a character
        return c == 0 || (c >= 0xd800 && c < 0xe000);
    };
    out.erase(std::remove_if(out.begin(), out.end(), is_unfit), out.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void CharClass::add_bytes(ByteSet* bytes, Case fold) const
{
    std::bitset<128> ascii;

    for (const Range& range : ranges_) {
        for (uint32_t c = range.low; c <= range.high && c < 0x80; c++) {
            ascii.set(c);
            if (fold == Case::folded && !negated_ && is_letter(c)) {
                ascii.set(c ^ 0x20);
            }
        }
    }
    bool has_far = has_non_ascii() && fold == Case::folded;
    for (uint32_t c = 0; c < 0x80; c++) {
        if (has_property_ || ascii[c] != negated_
            || (has_far && has_far_partner(c)))
        {
            bytes->set(c);
        }
    }
    for (uint32_t c = 0x80; c < 0x100 && may_hold_non_ascii(fold); c++) {
        bytes->set(c);
    }
}

uint32_t CharClass::max_width(Case fold) const
{
    return may_hold_non_ascii(fold) ? 4 : 1;
}

bool CharClass::needs_utf8(Case fold) const
{
    return may_hold_non_ascii(fold);
}

std::optional<uint32_t> CharClass::single() const
{
    if (ranges_.size() == 1 && ranges_[0].low == ranges_[0].high
        && !negated_ && !has_escape_ && !has_property_)
    {
        return ranges_[0].low;
    }
    return std::nullopt;
}

bool CharClass::has_non_ascii() const
{
    for (const Range& range : ranges_) {
        if (range.high >= 0x80) {
            return true;
        }
    }
    return has_property_;
}

bool CharClass::may_hold_non_ascii(Case fold) const
{
    if (negated_ || has_non_ascii()) {
        return true;
    }
    for (const Range& range : ranges_) {
        for (uint32_t c = range.low; fold == Case::folded && c <= range.high;
             c++)
        {
            if (is_letter(c) && has_far_partner(c)) {
                return true;
            }
        }
    }
    return false;
}

// Vectorscan gets any character: the members cannot be told without tables,
// or the case pairs of a set would be missing from its complement.
bool CharClass::is_widened(Case fold) const
{
    return has_property_
           || (negated_ && fold == Case::folded
               && (has_escape_ || has_non_ascii()));
}

// Members to add because Vectorscan does not know all case pairs.
std::string_view CharClass::young_partners(Case fold) const
{
    std::string_view partners;

    if (fold == Case::exact) {
        return partners;
    }
    for (const Range& range : ranges_) {
        bool is_latin = range.high < 0x250;
        bool is_greek = range.low >= 0x370 && range.high < 0x400;
        bool is_cyrillic = range.low >= 0x400 && range.high < 0x530;

        if (is_cyrillic) {
            if (partners.empty()) {
                partners = "\\x{1c80}-\\x{1c88}";
            }
        } else if (!is_latin && !is_greek) {
            partners = "ks\\x{80}-\\x{10ffff}";
            break;
        }
    }
    return partners;
}

}  // namespace gate::guard
