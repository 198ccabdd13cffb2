#include "guard/base64.hpp"

#include "base/hex.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Kind = Base64Unit::Kind;

constexpr std::array<uint8_t, 256> make_values() noexcept
{
    constexpr std::string_view letters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    std::array<uint8_t, 256> values{};

    for (uint8_t& value : values) {
        value = no_base64_value;
    }
    for (size_t i = 0; i < letters.size(); i++) {
        values[static_cast<unsigned char>(letters[i])] =
            static_cast<uint8_t>(i);
    }
    values['+'] = values['-'] = 62;
    values['/'] = values['_'] = 63;
    return values;
}

// What an escape for this byte is.
Base64Unit unit_of(int byte, size_t length) noexcept
{
    switch (byte) {
    case '+':
    case '/':
        return {Kind::letter, static_cast<char>(byte), length};
    case '=':
        return {Kind::padding, 0, length};
    case '\n':
    case '\r':
    case '\t':
    case ' ':
        return {Kind::space, 0, length};
    default:
        return {Kind::other, 0, 1};
    }
}

Base64Unit read_backslashes(std::string_view text, size_t at) noexcept
{
    size_t end = at;
    while (end < text.size() && text[end] == '\\') {
        end++;
    }
    if (end == text.size()) {
        return {Kind::other, 0, end - at};
    }
    switch (text[end]) {
    case '/':
        return unit_of('/', end + 1 - at);
    case 'n':
    case 'r':
    case 't':
        return unit_of('\n', end + 1 - at);
    case 'u':
        if (text.substr(end + 1, 2) == "00") {
            std::string_view digits = text.substr(end + 3, 2);
            bool is_whole = digits.size() == 2;
            int high = is_whole ? hex_value(digits[0]) : -1;
            int low = is_whole ? hex_value(digits[1]) : -1;
            return unit_of(high < 0 || low < 0 ? -1 : high << 4 | low,
                           end + 5 - at);
        }
        [[fallthrough]];
    default:
        return {Kind::other, 0, end - at};
    }
}

uint32_t value_of(char letter) noexcept
{
    return base64_values[static_cast<unsigned char>(letter)];
}

// False if one of the four is no letter.
bool decode_four(const char* at, char* to) noexcept
{
    uint32_t a = value_of(at[0]);
    uint32_t b = value_of(at[1]);
    uint32_t c = value_of(at[2]);
    uint32_t d = value_of(at[3]);
    uint32_t bits = a << 18 | b << 12 | c << 6 | d;

    to[0] = static_cast<char>(bits >> 16 & 0xff);
    to[1] = static_cast<char>(bits >> 8 & 0xff);
    to[2] = static_cast<char>(bits & 0xff);
    return (a | b | c | d) < 64;
}

}  // namespace

const std::array<uint8_t, 256> base64_values = make_values();

Base64Unit read_base64_unit(std::string_view text, size_t at) noexcept
{
    char c = text[at];
    if (is_base64_letter(c)) {
        return {Kind::letter, c, 1};
    }
    switch (c) {
    case '\\':
        return read_backslashes(text, at);
    case '%':
        return unit_of(percent_escape(text, at), 3);
    default:
        return unit_of(static_cast<unsigned char>(c), 1);
    }
}

void decode_base64(std::string_view text, UrlLetters url_letters, size_t most,
    std::string* out)
{
    const size_t start = out->size();
    most = std::min(most, text.size() / 4 * 3 + 3);
    out->resize(start + most + 3);
    char* to = out->data() + start;
    const char* limit = to + most;
    uint32_t bits = 0;
    unsigned count = 0;  // of them

    for (size_t at = 0; at < text.size() && to < limit; ) {
        if (count == 0 && url_letters == UrlLetters::decode
            && at + 4 <= text.size() && decode_four(text.data() + at, to))
        {
            at += 4;
            to += 3;
            continue;
        }
        Base64Unit unit = read_base64_unit(text, at);
        at += unit.length;
        if (unit.kind == Kind::padding) {
            bits = count = 0;
        }
        bool is_url = unit.letter == '-' || unit.letter == '_';
        if (unit.kind != Kind::letter
            || (is_url && url_letters == UrlLetters::skip))
        {
            continue;
        }
        bits = bits << 6 | value_of(unit.letter);
        count += 6;
        if (count >= 8) {
            count -= 8;
            *to++ = static_cast<char>(bits >> count & 0xff);
        }
    }
    out->resize(static_cast<size_t>(to - out->data()));
}

}  // namespace gate::guard
