#include "base/text.hpp"

namespace gate::text {

namespace {

unsigned char byte(std::string_view in, size_t at) noexcept
{
    return static_cast<unsigned char>(in[at]);
}

bool continues(std::string_view in, size_t at) noexcept
{
    return at < in.size() && (byte(in, at) & 0xc0) == 0x80;
}

unsigned char lower(char c) noexcept
{
    auto u = static_cast<unsigned char>(c);
    return u >= 'A' && u <= 'Z' ? static_cast<unsigned char>(u | 0x20) : u;
}

}  // namespace

size_t utf8_length(std::string_view in, size_t at) noexcept
{
    unsigned char lead = byte(in, at);

    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xc2 || lead > 0xf4 || !continues(in, at + 1)) {
        return 0;
    }
    if (lead < 0xe0) {
        return 2;
    }

    unsigned char second = byte(in, at + 1);

    if (lead < 0xf0) {
        if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)
            || !continues(in, at + 2))
        {
            return 0;
        }
        return 3;
    }

    if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)
        || !continues(in, at + 2) || !continues(in, at + 3))
    {
        return 0;
    }
    return 4;
}

bool is_utf8(std::string_view in) noexcept
{
    size_t at = 0;

    while (at < in.size()) {
        if (in.size() - at >= 8
            && Word::has_non_ascii(Word::load(in.data() + at)) == 0)
        {
            at += 8;
            continue;
        }

        size_t length = utf8_length(in, at);
        if (length == 0) {
            return false;
        }
        at += length;
    }

    return true;
}

size_t count_code_points(std::string_view in) noexcept
{
    size_t count = 0;
    size_t at = 0;

    for ( ; in.size() - at >= 8; at += 8) {
        // a byte continues a sequence if its top bits are 10
        uint64_t w = Word::load(in.data() + at);
        uint64_t continuing = w & Word::high & ~(w << 1);
        count += 8 - static_cast<size_t>(__builtin_popcountll(continuing));
    }
    for ( ; at < in.size(); at++) {
        count += (byte(in, at) & 0xc0) != 0x80;
    }
    return count;
}

bool has_control(std::string_view in) noexcept
{
    for (char c : in) {
        auto u = static_cast<unsigned char>(c);
        if (u < 0x20 || u == 0x7f) {
            return true;
        }
    }
    return false;
}

bool is_visible_ascii(std::string_view in) noexcept
{
    for (char c : in) {
        auto u = static_cast<unsigned char>(c);
        if (u < 0x21 || u > 0x7e) {
            return false;
        }
    }
    return !in.empty();
}

bool equals_ignore_case(std::string_view a, std::string_view b) noexcept
{
    if (a.size() != b.size()) {
        return false;
    }
    for (size_t i = 0; i < a.size(); i++) {
        if (lower(a[i]) != lower(b[i])) {
            return false;
        }
    }
    return true;
}

namespace {

void append_byte(std::string& out, unsigned char c)
{
    constexpr char digits[] = "0123456789abcdef";

    out += "\\x";
    out += digits[c >> 4];
    out += digits[c & 0xf];
}

}  // namespace

void append_escaped(std::string& out, std::string_view in)
{
    for (char c : in) {
        auto u = static_cast<unsigned char>(c);
        if (u < 0x20 || u > 0x7e || u == '"' || u == '\\') {
            append_byte(out, u);
        } else {
            out += c;
        }
    }
}

std::string on_one_line(std::string_view in)
{
    std::string out;
    for (char c : in) {
        auto u = static_cast<unsigned char>(c);
        if (u < 0x20 || u == 0x7f) {
            append_byte(out, u);
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace gate::text
