#include "guard/pattern/pattern_cursor.hpp"

#include "base/text.hpp"

namespace gate::guard {

namespace {

int hex_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool is_alphanumeric(char c)
{
    char lower = static_cast<char>(c | 0x20);
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z');
}

}  // namespace

bool PatternCursor::take(std::string_view word) noexcept
{
    if (text_.substr(at_, word.size()) != word) {
        return false;
    }
    at_ += word.size();
    return true;
}

std::optional<std::string_view> PatternCursor::take_until(char end) noexcept
{
    size_t found = text_.find(end, at_);

    if (found == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view before = text_.substr(at_, found - at_);
    at_ = found + 1;
    return before;
}

uint32_t PatternCursor::character()
{
    // translate() has checked the whole pattern
    size_t size = text::utf8_length(text_, at_);
    uint32_t c = static_cast<uint8_t>(text_[at_]);

    if (size > 1) {
        c &= 0xffu >> (size + 1);
        for (size_t i = 1; i < size; i++) {
            c = c << 6 | (static_cast<uint8_t>(text_[at_ + i]) & 0x3f);
        }
    }
    at_ += size;
    return c;
}

uint32_t PatternCursor::escaped_character()
{
    size_t start = at_ - 1;

    if (ended()) {
        fail(start, "a backslash ends the pattern");
        return 0;
    }
    char letter = peek();
    if (!is_alphanumeric(letter)) {
        return character();
    }
    skip(1);
    switch (letter) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'c': return control();
    case 'u': return peek() == '{' ? braced_hex() : utf16();
    case 'x': return peek() == '{' ? braced_hex() : hex(2, 2);
    case '0':
        if (hex_value(peek()) < 0 || hex_value(peek()) > 9) {
            return 0;
        }
        fail(start, "octal escapes are not supported; write \\xHH");
        return 0;
    default:
        refuse_letter(start, letter);
        return 0;
    }
}

std::string PatternCursor::property()
{
    size_t start = at_ - 1;
    std::string spelling = {'\\', peek()};

    skip(1);
    if (peek() != '{') {
        if (ended() || !is_alphanumeric(peek())) {
            fail(start, "a property has no name");
            return spelling;
        }
        spelling += peek();
        skip(1);
        return spelling;
    }
    skip(1);
    spelling += '{';
    if (take("^")) {
        spelling += '^';
    }
    for (std::string_view prefix : {"Script=", "sc=", "General_Category=",
                                    "gc="})
    {
        if (take(prefix)) {
            break;
        }
    }
    while (is_alphanumeric(peek()) || peek() == '_') {
        spelling += peek();
        skip(1);
    }
    if (!take("}")) {
        fail(start, "a property has no closing }");
    }
    spelling += '}';
    return spelling;
}

bool PatternCursor::counts(int* least, int* most) noexcept
{
    size_t start = at_;

    *least = *most = number();
    if (*least >= 0 && take(",")) {
        *most = number();
        if (*most < 0 && peek() != '}') {
            at_ = start;
            return false;
        }
    }
    if (*least < 0 || !take("}")) {
        at_ = start;
        return false;
    }
    return true;
}

// A decimal number of up to seven digits, -1 if there is none.
int PatternCursor::number() noexcept
{
    int value = 0;
    size_t digits = 0;

    while (digits < 7 && peek() >= '0' && peek() <= '9') {
        value = value * 10 + (peek() - '0');
        skip(1);
        digits++;
    }
    return digits == 0 ? -1 : value;
}

void PatternCursor::fail(size_t offset, std::string cause)
{
    if (!error_) {
        error_ = PatternError{offset, std::move(cause)};
    }
    at_ = text_.size();
}

uint32_t PatternCursor::hex(size_t least, size_t most)
{
    uint32_t value = 0;
    size_t digits = 0;

    while (digits < most && hex_value(peek()) >= 0) {
        value = value << 4 | static_cast<uint32_t>(hex_value(peek()));
        skip(1);
        digits++;
    }
    if (digits < least) {
        fail(at_ - digits - 2, "hex digits are missing");
    }
    return value;
}

uint32_t PatternCursor::braced_hex()
{
    size_t start = at_ - 2;

    skip(1);
    uint32_t value = hex(0, 6);
    if (peek(0) != '}' || text_[at_ - 1] == '{') {
        fail(start, "an escape is not of the form {HHHH}");
        return 0;
    }
    skip(1);
    if (value > max_code_point || (value >= 0xd800 && value < 0xe000)) {
        fail(start, "this is no character");
        return 0;
    }
    return value;
}

uint32_t PatternCursor::utf16()
{
    size_t start = at_ - 2;
    uint32_t high = hex(4, 4);

    if (high >= 0xd800 && high < 0xdc00 && take("\\u")) {
        uint32_t low = hex(4, 4);
        if (low >= 0xdc00 && low < 0xe000) {
            return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
        }
    }
    if (high >= 0xd800 && high < 0xe000) {
        fail(start, "half of a surrogate pair is no character");
    }
    return high;
}

uint32_t PatternCursor::control()
{
    char letter = static_cast<char>(peek() | 0x20);

    if (letter < 'a' || letter > 'z') {
        fail(at_ - 2, "\\c needs a letter");
        return 0;
    }
    skip(1);
    return static_cast<uint32_t>(letter - 'a' + 1);
}

void PatternCursor::refuse_letter(size_t start, char letter)
{
    if ((letter >= '1' && letter <= '9') || letter == 'k' || letter == 'g') {
        fail(start, "a back-reference cannot run in linear time;"
                    " write what it repeats");
    } else {
        fail(start, std::string("\\") + letter + " has no meaning here");
    }
}

}  // namespace gate::guard
