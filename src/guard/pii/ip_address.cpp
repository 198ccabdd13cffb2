#include "guard/pii/ip_address.hpp"

#include "guard/pii/glyph.hpp"

namespace gate::guard {

namespace {

// One part of an IPv4 address at `*at`, which moves behind it: 10, 0177, 0x7f.
bool read_part(std::string_view text, size_t* at) noexcept
{
    constexpr size_t most_digits = 4;
    Glyph g = glyph_at(text, *at);
    if (!is_digit(g.c)) {
        return false;
    }

    bool is_octal = g.c == '0';
    int base = 10;
    size_t i = *at;
    if (is_octal && lower(glyph_at(text, i + g.size).c) == 'x') {
        base = 16;
        i += g.size;
        i += glyph_at(text, i).size;
    }

    int value = 0;
    int octal = 0;
    size_t count = 0;
    for ( ;; count++) {
        g = glyph_at(text, i);
        int digit = hex_value(g.c);
        if (digit < 0 || digit >= base) {
            break;
        }
        if (count == most_digits) {
            return false;
        }
        is_octal = is_octal && digit < 8;
        value = value * base + digit;
        octal = octal * 8 + digit;
        i += g.size;
    }

    *at = i;
    if (base == 16) {
        return count > 0 && value <= 255;
    }
    return count < most_digits ? value <= 255 : is_octal && octal <= 255;
}

// The end of the four parts at `at`, or 0.
size_t read_ipv4(std::string_view text, size_t at) noexcept
{
    for (int part = 0; part < 4; part++) {
        if (part > 0) {
            Glyph dot = glyph_at(text, at);
            if (dot.c != '.') {
                return 0;
            }
            at += dot.size;
        }
        if (!read_part(text, &at)) {
            return 0;
        }
    }
    return at;
}

// "1.2.3.4.5", "1.2.3.4-beta", "1.2.3.4.dev" are longer names; the range
// "10.0.0.1-10.0.0.9" is two addresses, "10.0.0.1. Then" ends a sentence.
bool is_ipv4_end(std::string_view text, size_t end) noexcept
{
    Glyph g = glyph_at(text, end);
    if (goes_on_in_word(text, end)) {
        return false;
    }
    if (g.c != '.' && g.c != '-') {
        return true;
    }

    size_t behind = end + g.size;
    Glyph next = glyph_at(text, behind);
    if (g.c == '-' && is_digit(next.c)) {
        return read_ipv4(text, behind) != 0;
    }
    if (g.c == '.' && next.c >= 'A' && next.c <= 'Z') {
        char third = glyph_at(text, behind + next.size).c;
        return third >= 'a' && third <= 'z';
    }
    return !is_word(next.c);
}

// "nginx/1.2.3.4", "foo==1.2.3.4", "v1.2.3.4", "libfoo-1.2.3.4"; but
// "10.0.0.1/10.0.0.2" is two addresses, if the first one was found.
bool is_ipv4_start(std::string_view text, size_t start, size_t found) noexcept
{
    Glyph left = glyph_before(text, start);
    if (is_word(left.c)) {
        return !touches_word(text, start);
    }

    char before = glyph_before(text, start - left.size).c;
    switch (left.c) {
    case '/':
        return !is_word(before) || start - left.size == found;
    case '.':
        return !is_word(before) && before != ')';
    case '-':
        return !is_alphabetic(before);
    case '=':
        return before != '=' && before != '<' && before != '>'
               && before != '~' && before != '!';
    case '^': case '~':
        return false;
    default:
        return true;
    }
}

// "version 1.2.3.4", "the 1.2.3.4 release"
bool is_version(std::string_view text, size_t end, const Cues& cues) noexcept
{
    return (cues[Cue::version] <= 2
            && cues[Cue::version] < cues[Cue::network])
           || cues_after(text, end)[Cue::version] == 1;
}

// --- IPv6 -------------------------------------------------------------------

struct Ipv6 {
    size_t  end = 0;
    int     groups = 0;
    int     digits = 0;      // decimal ones, of all groups
    int     hex_digits = 0;  // of all groups
    bool    is_short = false;  // has "::"
    bool    has_ipv4 = false;
    bool    is_bytes = true;   // each group has two digits
};

constexpr size_t too_long = static_cast<size_t>(-1);

// The end of one to four hexadecimal digits at `at`; `at` if there is none.
size_t read_group(std::string_view text, size_t at, Ipv6* out) noexcept
{
    size_t count = 0;
    for ( ;; count++) {
        Glyph g = glyph_at(text, at);
        if (hex_value(g.c) < 0) {
            break;
        }
        if (count == 4) {
            return too_long;
        }
        out->digits += is_digit(g.c);
        at += g.size;
    }
    out->groups += count > 0;
    out->hex_digits += static_cast<int>(count);
    out->is_bytes = out->is_bytes && count == 2;
    return at;
}

// The colon at `*at`, which moves behind it.
bool skip_colon(std::string_view text, size_t* at) noexcept
{
    Glyph g = glyph_at(text, *at);
    if (g.c != ':') {
        return false;
    }
    *at += g.size;
    return true;
}

// Reads groups from `at` on. `end` is where reading stopped, whether this is
// an address or not.
bool read_ipv6(std::string_view text, size_t at, Ipv6* out) noexcept
{
    for ( ;; ) {
        if (out->groups > 0 || out->is_short) {
            size_t tail = read_ipv4(text, at);
            if (tail != 0) {
                out->has_ipv4 = true;
                out->end = tail;
                break;
            }
        }

        size_t end = read_group(text, at, out);
        if (end == too_long || out->groups > 8) {
            out->end = at;
            return false;
        }
        bool is_empty = end == at;
        out->end = at = end;

        if (!skip_colon(text, &at)) {
            // a group that is missing is one after "::"
            return !is_empty || out->is_short;
        }
        if (skip_colon(text, &at)) {
            if (out->is_short) {
                return false;
            }
            out->is_short = true;
            out->end = at;
            if (hex_value(glyph_at(text, at).c) < 0) {
                return true;
            }
        } else if (is_empty || hex_value(glyph_at(text, at).c) < 0) {
            // a single colon ends the text before it
            return true;
        }
    }
    return true;
}

bool is_address(const Ipv6& in) noexcept
{
    int groups = in.groups + (in.has_ipv4 ? 2 : 0);

    if (!in.is_short) {
        // eight bytes are a network card's name (EUI-64)
        return groups == 8 && !in.is_bytes;
    }
    if (groups > 7) {
        return false;
    }
    // "a::b" and "std::dec" are names; "::" alone says nothing
    return in.has_ipv4 || groups >= 4
           || (in.digits > 0 && (in.hex_digits > 1 || in.digits == 1));
}

// "list[::2]" and "list[1::2]" are slices.
bool is_slice(std::string_view text, size_t start) noexcept
{
    Glyph bracket = glyph_before(text, start);
    if (bracket.c != '[') {
        return false;
    }
    char before = glyph_before(text, start - bracket.size).c;
    return is_word(before) || before == ')' || before == ']';
}

bool is_ipv6_start(std::string_view text, size_t start) noexcept
{
    Glyph left = glyph_before(text, start);
    char before = glyph_before(text, start - left.size).c;
    if (touches_word(text, start) || (left.c == '.' && before != ' ')
        || is_slice(text, start)) {
        return false;
    }
    // "ip:2001:db8::1"
    return left.c != ':' || (before != ':' && hex_value(before) < 0);
}

bool is_ipv6_end(std::string_view text, size_t end) noexcept
{
    Glyph g = glyph_at(text, end);
    if (g.c == ':' || g.c == '.') {
        char next = glyph_at(text, end + g.size).c;
        return !is_word(next) && next != ':';
    }
    return !goes_on_in_word(text, end);
}

// "%eth0", RFC 4007
size_t skip_zone(std::string_view text, size_t end) noexcept
{
    constexpr size_t longest = 16;
    Glyph g = glyph_at(text, end);
    if (g.c != '%') {
        return end;
    }

    size_t at = end + g.size;
    for (size_t n = 0; n < longest; n++) {
        g = glyph_at(text, at);
        if (!is_ascii_letter(g.c) && !is_digit(g.c)) {
            break;
        }
        at += g.size;
    }
    return at == end + 1 ? end : at;
}

// Where the group before the first colon starts: up to four digits back.
size_t group_start(std::string_view text, size_t colon) noexcept
{
    size_t start = colon;
    for (int n = 0; n < 4; n++) {
        Glyph g = glyph_before(text, start);
        if (hex_value(g.c) < 0) {
            break;
        }
        start -= g.size;
    }
    return start;
}

}  // namespace

std::optional<Span> match_ipv4(std::string_view text, size_t at,
    size_t found, LazyCues* cues) noexcept
{
    size_t end = read_ipv4(text, at);
    if (end == 0 || !is_ipv4_end(text, end) || !is_ipv4_start(text, at, found)
        || is_version(text, end, cues->get())) {
        return std::nullopt;
    }
    return Span{static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
}

std::optional<Span> match_ipv6(std::string_view text, size_t colon,
    size_t* next) noexcept
{
    *next = colon + 1;
    size_t start = group_start(text, colon);
    if (!is_ipv6_start(text, start)) {
        return std::nullopt;
    }

    Ipv6 address;
    bool is_whole = read_ipv6(text, start, &address);
    if (address.end > *next) {
        *next = address.end;
    }
    if (!is_whole || !is_address(address)
        || !is_ipv6_end(text, address.end)) {
        return std::nullopt;
    }

    size_t end = skip_zone(text, address.end);
    return Span{static_cast<uint32_t>(start), static_cast<uint32_t>(end)};
}

}  // namespace gate::guard
