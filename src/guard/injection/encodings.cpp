#include "guard/injection/encodings.hpp"

#include "base/text.hpp"
#include "guard/injection/fold.hpp"

#include <cstring>
#include <utility>

namespace gate::guard {

namespace {

unsigned hex_value(char c) noexcept
{
    return c <= '9' ? static_cast<unsigned>(c - '0')
                    : (static_cast<unsigned>(c) | 0x20) - 'a' + 10;
}

// The value of `count` hex digits at the front; false when there are fewer.
bool read_hex(std::string_view in, size_t count, uint32_t* value) noexcept
{
    if (in.size() < count) {
        return false;
    }
    *value = 0;
    for (size_t i = 0; i < count; i++) {
        if (!belongs(in[i], of_hex)) {
            return false;
        }
        *value = *value << 4 | hex_value(in[i]);
    }
    return true;
}

struct Entity {
    std::string_view  name;
    char              value;
};

constexpr Entity entities[] = {
    {"lt;", '<'}, {"gt;", '>'}, {"amp;", '&'}, {"quot;", '"'},
    {"apos;", '\''}, {"nbsp;", ' '}, {"Tab;", ' '}, {"NewLine;", '\n'},
    {"colon;", ':'}, {"excl;", '!'}, {"period;", '.'}, {"comma;", ','},
};

// in: what follows the &
Escape read_entity(std::string_view in) noexcept
{
    for (const Entity& entity : entities) {
        if (in.substr(0, entity.name.size()) == entity.name) {
            return {entity.name.size() + 1,
                    static_cast<unsigned char>(entity.value), false};
        }
    }
    if (in.size() < 3 || in[0] != '#') {
        return {};
    }
    uint32_t base = in[1] == 'x' || in[1] == 'X' ? 16 : 10;
    size_t at = base == 16 ? 2 : 1;
    size_t first = at;
    uint32_t code = 0;
    while (at < in.size() && at - first < 8 && belongs(in[at], of_hex)
           && (base == 16 || in[at] <= '9')) {
        code = code * base + hex_value(in[at++]);
    }
    if (at == first) {
        return {};
    }
    // browsers do without the semicolon
    size_t length = at + (at < in.size() && in[at] == ';' ? 1 : 0);
    return {length + 1, code, false};
}

// in: what follows the backslash
Escape read_backslash(std::string_view in) noexcept
{
    uint32_t high = 0;
    uint32_t low = 0;

    if (in.empty()) {
        return {};
    }
    if (in[0] == 'n' || in[0] == 't' || in[0] == 'r') {
        return {2, '\n', false};
    }
    if (in[0] == 'x' && read_hex(in.substr(1), 2, &high)) {
        return {4, high, true};
    }
    if (in[0] == 'U' && read_hex(in.substr(1), 8, &high)) {
        return {10, high, false};
    }
    if (in[0] != 'u' || !read_hex(in.substr(1), 4, &high)) {
        return {};
    }
    if (high >= 0xd800 && high < 0xdc00 && in.substr(5, 2) == "\\u"
        && read_hex(in.substr(7), 4, &low) && low >= 0xdc00 && low < 0xe000) {
        return {12, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), false};
    }
    return {6, high, false};
}

uint32_t base64_value(char c) noexcept
{
    if (c >= 'A' && c <= 'Z') {
        return static_cast<uint32_t>(c - 'A');
    }
    if (c >= 'a' && c <= 'z') {
        return static_cast<uint32_t>(c - 'a') + 26;
    }
    if (c >= '0' && c <= '9') {
        return static_cast<uint32_t>(c - '0') + 52;
    }
    return c == '+' || c == '-' ? 62 : 63;
}

}  // namespace

bool may_be_code(std::string_view run) noexcept
{
    bool has_small = false;
    for (char c : run) {
        if (c >= '0' && c <= '9') {
            return true;
        }
        if (has_small && c >= 'A' && c <= 'Z') {
            return true;
        }
        has_small = has_small || (c >= 'a' && c <= 'z');
    }
    return false;
}

Escape read_escape(std::string_view in) noexcept
{
    uint32_t value = 0;
    std::string_view rest = in.substr(1);

    switch (in[0]) {
    case '&':
        return read_entity(rest);
    case '\\':
        return read_backslash(rest);
    case '=':
        if (rest.substr(0, 1) == "\n" || rest.substr(0, 2) == "\r\n") {
            return {rest[0] == '\n' ? 2u : 3u, 0xad, false};  // soft break
        }
        // upper case only (RFC 2045, 6.7): "x=10" is no escape in lower case
        [[fallthrough]];
    case '%':
        if (read_hex(rest, 2, &value)) {
            return {3, value, true};
        }
        return {};
    default:
        return {};
    }
}

// Whether it is text that somebody could read: printable, mostly letters and
// spaces. Random bytes in base64 never are for long.
bool is_readable(std::string_view bytes) noexcept
{
    size_t plain = 0;
    for (char c : bytes) {
        unsigned char byte = static_cast<unsigned char>(c);
        if (byte < 0x20 && byte != '\n' && byte != '\t' && byte != '\r') {
            return false;
        }
        unsigned char lower = byte | 0x20;
        plain += (lower >= 'a' && lower <= 'z') || byte == ' ' || byte >= 0x80;
    }
    return plain * 4 >= bytes.size() * 3 && text::is_utf8(bytes);
}

std::string from_hex(std::string_view run)
{
    std::string out;
    for (size_t i = 0; i + 1 < run.size(); i += 2) {
        if (!belongs(run[i], of_hex) || !belongs(run[i + 1], of_hex)) {
            return {};
        }
        out += static_cast<char>(hex_value(run[i]) << 4
                                 | hex_value(run[i + 1]));
    }
    return out;
}

std::string from_base64(std::string_view run)
{
    std::string out;
    uint32_t bits = 0;
    unsigned held = 0;
    for (char c : run) {
        bits = bits << 6 | base64_value(c);
        held += 6;
        if (held >= 8) {
            held -= 8;
            out += static_cast<char>(bits >> held & 0xff);
            // the first bytes tell a path or a name from text
            if (out.size() == 9 && text::has_control(out)) {
                return {};
            }
        }
    }
    return out;
}

}  // namespace gate::guard
