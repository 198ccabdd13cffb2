#include "json/escape.hpp"

#include "base/block.hpp"

#include <algorithm>

namespace gate::json {

namespace {

constexpr uint32_t bad_unit = 0x10000;

// What an escape stands for, in bytes of UTF-8.
constexpr size_t longest_text = 4;

constexpr auto hex_values = [] {
    std::array<uint8_t, 256> values{};
    for (unsigned c = 0; c < 256; c++) {
        unsigned lower = c | 0x20;
        values[c] = c >= '0' && c <= '9' ? static_cast<uint8_t>(c - '0')
                    : lower >= 'a' && lower <= 'f'
                    ? static_cast<uint8_t>(lower - 'a' + 10) : 0xff;
    }
    return values;
}();

// The value of "\uXXXX" at `p`, of which `left` bytes may be read; or bad_unit.
inline uint32_t code_unit(const char* p, size_t left) noexcept
{
    if (left < 6 || p[0] != '\\' || p[1] != 'u') {
        return bad_unit;
    }

    auto digit = [p](size_t i) -> uint32_t {
        return hex_values[static_cast<unsigned char>(p[i])];
    };
    uint32_t a = digit(2);
    uint32_t b = digit(3);
    uint32_t c = digit(4);
    uint32_t d = digit(5);
    bool is_bad = ((a | b | c | d) & 0xf0) != 0;
    return is_bad ? bad_unit : a << 12 | b << 8 | c << 4 | d;
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

// Copies whole blocks in front of the one with the first backslash.
void copy_blocks(char** to, const char** from, const char* end) noexcept
{
    constexpr auto step = static_cast<ptrdiff_t>(Block::size);
    const char* at = *from;
    char* out = *to;

    for (; end - at >= 4 * step; at += 4 * step, out += 4 * step) {
        Block a(at);
        Block b(at + step);
        Block c(at + 2 * step);
        Block d(at + 3 * step);
        Marks low = a.equals('\\') | b.equals('\\');
        Marks high = c.equals('\\') | d.equals('\\');
        if ((low | high).bits() != 0) {
            break;
        }
        a.store(out);
        b.store(out + step);
        c.store(out + 2 * step);
        d.store(out + 3 * step);
    }
    *from = at;
    *to = out;
}

// Copies from `*from` up to a backslash or `end`; the room at `to` must be as
// long as what is left.
char* copy_plain(char* to, const char** from, const char* end) noexcept
{
    const char* at = *from;
    bool is_first = true;

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
        if (is_first) {
            // after an escape the next one is often near
            copy_blocks(&to, &at, end);
            is_first = false;
        }
    }
    while (at < end && *at != '\\') {
        *to++ = *at++;
    }
    *from = at;
    return to;
}

// read_escape() without a word about NUL: a text of our own may hold one.
Escape any_escape(std::string_view in, size_t at,
    std::string_view* cause) noexcept
{
    const char* p = in.data() + at;
    size_t left = in.size() - at;
    if (left < 2) {
        return refused(cause, "invalid escape");
    }

    char meaning = letter_meaning(p[1]);
    if (meaning != 0) {
        return {2, static_cast<uint32_t>(meaning)};
    }

    uint32_t high = code_unit(p, left);
    if (high == bad_unit) {
        return refused(cause, "invalid escape");
    }
    if (high < 0xd800 || high > 0xdfff) {
        return {6, high};
    }

    uint32_t low = high < 0xdc00 ? code_unit(p + 6, left - 6) : bad_unit;
    if (low < 0xdc00 || low > 0xdfff) {
        return refused(cause, "lone surrogate escape");
    }
    return {12, 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)};
}

// Writes what the escape at `*from` stands for, and passes it.
char* put_escape(char* to, const char** from, const char* end) noexcept
{
    std::string_view rest(*from, static_cast<size_t>(end - *from));
    char meaning = rest.size() > 1 ? letter_meaning(rest[1]) : '\0';
    if (meaning != 0) {
        *to = meaning;
        *from += 2;
        return to + 1;
    }

    Escape escape = any_escape(rest, 0, nullptr);

    if (escape.length == 0) {
        *to = *(*from)++;
        return to + 1;
    }
    *from += escape.length;
    return put_code_point(to, escape.code_point);
}

}  // namespace

Escape read_escape(std::string_view in, size_t at,
    std::string_view* cause) noexcept
{
    Escape escape = any_escape(in, at, cause);
    bool is_nul = escape.length != 0 && escape.code_point == 0;
    return is_nul ? refused(cause, "NUL in a string") : escape;
}

EscapePlace next_escape(std::string_view in, size_t from) noexcept
{
    for (size_t at = in.find('\\', from); at != in.npos;
         at = in.find('\\', at + 1))
    {
        Escape escape = any_escape(in, at, nullptr);
        if (escape.length != 0) {
            return {at, escape.length};
        }
    }
    return {in.size(), 0};
}

void unescape(std::string& out, std::string_view in)
{
    // resizing the string would fill with zeros what is written next
    constexpr size_t step = 1024;
    char room[step + longest_text];
    const char* from = in.data();
    const char* end = from + in.size();
    out.reserve(out.size() + in.size());

    while (from < end) {
        const char* stop = from + std::min(step,
                                           static_cast<size_t>(end - from));
        char* to = room;
        // an escape may reach over the stop; none stands for more than it is
        while ((to = copy_plain(to, &from, stop)), from < stop) {
            do {
                to = put_escape(to, &from, end);
            } while (from < stop && *from == '\\');
        }
        out.append(room, static_cast<size_t>(to - room));
    }
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

        Escape escape = any_escape(raw_, at_, nullptr);
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
    return is_inside ? at_ + any_escape(raw_, at_, nullptr).length : at_;
}

}  // namespace gate::json
