#include "json/prescan.hpp"

#include "base/text.hpp"

namespace gate::json {

namespace {

using text::Word;

constexpr int bad_hex = -1;

int hex_digit(char c) noexcept
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : bad_hex;
}

// The value of "\uXXXX" at `at`, or bad_hex.
int code_unit(std::string_view in, size_t at) noexcept
{
    if (in.size() - at < 6 || in[at] != '\\' || in[at + 1] != 'u') {
        return bad_hex;
    }

    int value = 0;
    for (size_t i = 2; i < 6; i++) {
        int digit = hex_digit(in[at + i]);
        if (digit < 0) {
            return bad_hex;
        }
        value = value << 4 | digit;
    }
    return value;
}

// Reads the escape at `at`; its length, or 0 with `cause` set.
size_t escape_length(std::string_view in, size_t at,
    std::string_view* cause) noexcept
{
    *cause = "invalid escape";

    if (at + 1 >= in.size()) {
        return 0;
    }

    switch (in[at + 1]) {
    case '"': case '\\': case '/': case 'b':
    case 'f': case 'n': case 'r': case 't':
        return 2;
    case 'u':
        break;
    default:
        return 0;
    }

    int unit = code_unit(in, at);
    if (unit < 0) {
        return 0;
    }
    if (unit == 0) {
        *cause = "NUL in a string";
        return 0;
    }
    if (unit < 0xd800 || unit > 0xdfff) {
        return 6;
    }

    int low = unit < 0xdc00 ? code_unit(in, at + 6) : bad_hex;
    if (low < 0xdc00 || low > 0xdfff) {
        *cause = "lone surrogate escape";
        return 0;
    }
    return 12;
}

// Skips what needs no look inside a string, eight bytes at a time.
size_t skip_plain(std::string_view in, size_t at) noexcept
{
    while (in.size() - at >= 8) {
        uint64_t w = Word::load(in.data() + at);
        uint64_t special = Word::has_control(w) | Word::has_non_ascii(w)
                           | Word::has(w, '"') | Word::has(w, '\\');
        if (special != 0) {
            return at + Word::first(special);
        }
        at += 8;
    }
    return at;
}

// Walks the string whose first byte is at `*at` to just past its quote.
std::optional<Flaw> walk_string(std::string_view in, size_t* at) noexcept
{
    size_t i = *at;

    for ( ;; ) {
        i = skip_plain(in, i);
        if (i >= in.size()) {
            return Flaw{in.size(), "string without an end"};
        }

        auto c = static_cast<unsigned char>(in[i]);

        if (c == '"') {
            *at = i + 1;
            return std::nullopt;
        }

        size_t length = 1;

        if (c == '\\') {
            std::string_view cause;
            length = escape_length(in, i, &cause);
            if (length == 0) {
                return Flaw{i, cause};
            }

        } else if (c < 0x20) {
            return Flaw{i, "control character in a string"};

        } else if (c >= 0x80) {
            length = text::utf8_length(in, i);
            if (length == 0) {
                return Flaw{i, "not UTF-8"};
            }
        }

        i += length;
    }
}

}  // namespace

std::optional<Flaw> prescan(std::string_view in) noexcept
{
    size_t at = 0;

    while (at < in.size()) {
        auto c = static_cast<unsigned char>(in[at++]);

        if (c == '"') {
            if (auto flaw = walk_string(in, &at)) {
                return flaw;
            }
            continue;
        }
        if (c >= 0x80) {
            return Flaw{at - 1, "not ASCII outside a string"};
        }
        if (c < 0x20 && c != '\n' && c != '\t' && c != '\r') {
            return Flaw{at - 1, "control character"};
        }
    }

    return std::nullopt;
}

}  // namespace gate::json
