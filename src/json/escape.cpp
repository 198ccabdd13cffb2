#include "json/escape.hpp"

#include "base/block.hpp"

#include <algorithm>

namespace gate::json {

namespace {

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

Escape refused(std::string_view* cause, std::string_view why) noexcept
{
    if (cause != nullptr) {
        *cause = why;
    }
    return {0, 0};
}

char* put_code_point(char* to, uint32_t c) noexcept
{
    auto put = [&to](uint32_t byte) { *to++ = static_cast<char>(byte); };

    if (c < 0x80) {
        put(c);
    } else if (c < 0x800) {
        put(0xc0 | c >> 6);
        put(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        put(0xe0 | c >> 12);
        put(0x80 | (c >> 6 & 0x3f));
        put(0x80 | (c & 0x3f));
    } else {
        put(0xf0 | c >> 18);
        put(0x80 | (c >> 12 & 0x3f));
        put(0x80 | (c >> 6 & 0x3f));
        put(0x80 | (c & 0x3f));
    }
    return to;
}

// Copies from `*from` up to a backslash or `end`; the room at `to` must be as
// long as what is left.
char* copy_plain(char* to, const char** from, const char* end) noexcept
{
    const char* at = *from;

    while (end - at >= static_cast<ptrdiff_t>(Block::size)) {
        Block block(at);
        block.store(to);
        uint64_t found = block.equals('\\').bits();
        if (found != 0) {
            *from = at + Marks::first(found);
            return to + Marks::first(found);
        }
        at += Block::size;
        to += Block::size;
    }
    while (at < end && *at != '\\') {
        *to++ = *at++;
    }
    *from = at;
    return to;
}

}  // namespace

Escape read_escape(std::string_view in, size_t at,
    std::string_view* cause) noexcept
{
    if (at + 1 >= in.size()) {
        return refused(cause, "invalid escape");
    }

    switch (in[at + 1]) {
    case '"':  return {2, '"'};
    case '\\': return {2, '\\'};
    case '/':  return {2, '/'};
    case 'b':  return {2, '\b'};
    case 'f':  return {2, '\f'};
    case 'n':  return {2, '\n'};
    case 'r':  return {2, '\r'};
    case 't':  return {2, '\t'};
    case 'u':  break;
    default:   return refused(cause, "invalid escape");
    }

    int unit = code_unit(in, at);
    if (unit < 0) {
        return refused(cause, "invalid escape");
    }
    if (unit == 0) {
        return refused(cause, "NUL in a string");
    }
    auto high = static_cast<uint32_t>(unit);
    if (high < 0xd800 || high > 0xdfff) {
        return {6, high};
    }

    int low = high < 0xdc00 ? code_unit(in, at + 6) : bad_hex;
    if (low < 0xdc00 || low > 0xdfff) {
        return refused(cause, "lone surrogate escape");
    }
    return {12, 0x10000 + ((high - 0xd800) << 10)
                + (static_cast<uint32_t>(low) - 0xdc00)};
}

void unescape(std::string& out, std::string_view in)
{
    size_t before = out.size();
    out.resize(before + in.size());

    char* to = out.data() + before;
    const char* from = in.data();
    const char* end = from + in.size();

    while ((to = copy_plain(to, &from, end)), from < end) {
        auto at = static_cast<size_t>(from - in.data());
        Escape escape = read_escape(in, at);
        if (escape.length == 0) {
            *to++ = *from++;
            continue;
        }
        to = put_code_point(to, escape.code_point);
        from += escape.length;
    }

    out.resize(static_cast<size_t>(to - out.data()));
}

EscapeWalk::EscapeWalk(std::string_view raw) noexcept
    : raw_(raw), escape_(std::min(raw.find('\\'), raw.size()))
{
}

// Moves to the last place between two characters that is not behind `offset`;
// how much is missing to it.
size_t EscapeWalk::advance(size_t offset) noexcept
{
    offset = std::max(offset, text_at_);

    for ( ;; ) {
        size_t step = std::min(offset - text_at_, escape_ - at_);
        at_ += step;
        text_at_ += step;

        size_t missing = offset - text_at_;
        if (missing == 0 || at_ == raw_.size()) {
            return 0;
        }

        Escape escape = read_escape(raw_, at_);
        size_t length = std::max<size_t>(escape.length, 1);
        size_t text_length = escape.length == 0 ? 1 : escape.text_length();
        if (text_length > missing) {
            return missing;
        }
        at_ += length;
        text_at_ += text_length;
        escape_ = std::min(raw_.find('\\', at_), raw_.size());
    }
}

size_t EscapeWalk::start_of(size_t offset) noexcept
{
    advance(offset);
    return at_;
}

size_t EscapeWalk::end_of(size_t offset) noexcept
{
    bool is_inside = advance(offset) > 0;
    return is_inside ? at_ + read_escape(raw_, at_).length : at_;
}

}  // namespace gate::json
