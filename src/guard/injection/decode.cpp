#include "guard/injection/decode.hpp"

#include "base/text.hpp"
#include "guard/injection/fold.hpp"

#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace gate::guard {

namespace {

constexpr size_t shortest_run = 16;

// A block of a run that is looked for: a run of 16 holds one that is aligned.
constexpr size_t block = 8;

enum : uint8_t { in_run = 1, opens_escape = 2, of_hex = 4 };

constexpr std::array<uint8_t, 256> make_classes()
{
    std::array<uint8_t, 256> classes{};
    for (unsigned c = 0; c < 256; c++) {
        bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')
                   || (c >= 'A' && c <= 'F');
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (hex || letter || c == '+' || c == '/' || c == '-' || c == '_') {
            classes[c] |= in_run;
        }
        if (c == '%' || c == '&' || c == '=' || c == '\\') {
            classes[c] |= opens_escape;
        }
        if (hex) {
            classes[c] |= of_hex;
        }
    }
    return classes;
}

constexpr auto classes = make_classes();

bool is(char c, uint8_t what) noexcept
{
    return (classes[static_cast<unsigned char>(c)] & what) != 0;
}

// Encoded text has digits or capitals inside; long words, paths and rulers
// are runs too and have none.
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
        if (!is(in[i], of_hex)) {
            return false;
        }
        *value = *value << 4 | hex_value(in[i]);
    }
    return true;
}

struct Escape {
    size_t    length = 0;   // 0: none
    uint32_t  code = 0;     // a character, or a byte of one
    bool      is_byte = false;
};

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
    while (at < in.size() && at - first < 8 && is(in[at], of_hex)
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
        if (!is(run[i], of_hex) || !is(run[i + 1], of_hex)) {
            return {};
        }
        out += static_cast<char>(hex_value(run[i]) << 4
                                 | hex_value(run[i + 1]));
    }
    return out;
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

class Decoder {
public:
    explicit Decoder(std::string_view text) : text_(text)
    {
        view_.reserve(text.size() + 4);
    }

    View run()
    {
        while (at_ < text_.size()) {
            char c = text_[at_];
            if (is(c, opens_escape) && take_escapes()) {
                continue;
            }
            if (is(c, in_run)) {
                take_run();
            } else {
                copy(1);
            }
        }
        if (!changed_) {
            return {};
        }
        return std::move(view_);
    }

private:
    void copy(size_t count)
    {
        view_.map.copied(view_.size, at_);
        std::memcpy(view_.bytes.get() + view_.size, text_.data() + at_, count);
        view_.size += count;
        at_ += count;
    }

    void put(std::string_view bytes, size_t length)
    {
        view_.map.stands_for(view_.size, at_, length);
        std::memcpy(view_.bytes.get() + view_.size, bytes.data(),
                    bytes.size());
        view_.size += bytes.size();
        at_ += length;
        changed_ = true;
    }

    bool take_escapes();
    void take_run();

    std::string_view  text_;
    View              view_;
    size_t            at_ = 0;
    bool              changed_ = false;
};

// A character, which may be spread over the bytes of several escapes. What
// is not a character is left as it stands.
bool Decoder::take_escapes()
{
    Escape escape = read_escape(text_.substr(at_));
    if (escape.length == 0) {
        return false;
    }
    char bytes[4];
    size_t size = 1;
    size_t length = escape.length;

    if (escape.is_byte && escape.code >= 0x80) {
        bytes[0] = static_cast<char>(escape.code);
        size_t wanted = escape.code >= 0xf0 ? 4 : escape.code >= 0xe0 ? 3 : 2;
        for (; size < wanted && at_ + length < text_.size(); size++) {
            Escape next = read_escape(text_.substr(at_ + length));
            if (next.length == 0 || !next.is_byte) {
                break;
            }
            bytes[size] = static_cast<char>(next.code);
            length += next.length;
        }
    } else if (escape.code == 0 || escape.code > 0x10ffff
               || (escape.code >= 0xd800 && escape.code < 0xe000)) {
        return false;
    } else {
        size = encode_character(escape.code, bytes);
    }

    std::string_view put_bytes(bytes, size);
    if (size > length || !text::is_utf8(put_bytes) || bytes[0] == '\0') {
        return false;
    }
    put(put_bytes, length);
    return true;
}

void Decoder::take_run()
{
    size_t end = at_;
    while (end < text_.size() && is(text_[end], in_run)) {
        end++;
    }
    std::string_view run = text_.substr(at_, end - at_);
    if (run.size() < shortest_run || !may_be_code(run)) {
        copy(run.size());
        return;
    }

    size_t padding = 0;
    while (padding < 2 && end + padding < text_.size()
           && text_[end + padding] == '=') {
        padding++;
    }
    size_t prefix = run.substr(0, 2) == "0x" ? 2 : 0;
    std::string out = from_hex(run.substr(prefix));
    if (!is_readable(out) || out.empty()) {
        out = from_base64(run);
    }
    if (out.empty() || !is_readable(out)) {
        copy(run.size());
        return;
    }
    put(out, run.size() + padding);
}

}  // namespace

View decoded(std::string_view text)
{
    return Decoder(text).run();
}

bool may_be_encoded(std::string_view text) noexcept
{
    for (size_t at = 0; at < text.size(); at += block) {
        std::string_view bytes = text.substr(at, block);
        uint8_t all = in_run;
        uint8_t any = 0;
        for (char c : bytes) {
            all &= classes[static_cast<unsigned char>(c)];
            any |= classes[static_cast<unsigned char>(c)];
        }
        if (all != 0 && bytes.size() == block) {
            size_t start = at;
            size_t end = at + block;
            while (start > 0 && at - start < shortest_run
                   && is(text[start - 1], in_run)) {
                start--;
            }
            while (end < text.size() && end - start < shortest_run
                   && is(text[end], in_run)) {
                end++;
            }
            if (end - start >= shortest_run
                && may_be_code(text.substr(start, end - start)))
            {
                return true;
            }
        }
        if ((any & opens_escape) != 0) {
            for (size_t i = at; i < at + bytes.size(); i++) {
                if (is(text[i], opens_escape)
                    && read_escape(text.substr(i)).length != 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

}  // namespace gate::guard
