#include "guard/pii/glyph.hpp"

#include <algorithm>
#include <iterator>

namespace gate::guard {

namespace {

struct Range {
    char32_t  first;
    char32_t  last;
    char      c;  // a kind, or the ASCII counterpart of `first`
};

constexpr char letter = Glyph::letter;
constexpr char ideograph = Glyph::ideograph;
constexpr char symbol = Glyph::symbol;

// Ascending. Digits and letters of a range count up from the counterpart;
// of a dash or a space, the whole range is the same.
constexpr Range ranges[] = {
    {0x80, 0x9f, symbol}, {0xa0, 0xa0, ' '}, {0xa1, 0xa9, symbol},
    {0xab, 0xb4, symbol}, {0xb6, 0xb9, symbol}, {0xbb, 0xbf, symbol},
    {0xd7, 0xd7, symbol}, {0xf7, 0xf7, symbol}, {0x60c, 0x60d, symbol},
    {0x61b, 0x61f, symbol}, {0x660, 0x669, '0'}, {0x66a, 0x66d, symbol},
    {0x6d4, 0x6d4, symbol}, {0x6f0, 0x6f9, '0'}, {0x7c0, 0x7c9, '0'},
    {0x964, 0x965, symbol}, {0x966, 0x96f, '0'}, {0x9e6, 0x9ef, '0'},
    {0xa66, 0xa6f, '0'}, {0xae6, 0xaef, '0'}, {0xb66, 0xb6f, '0'},
    {0xbe6, 0xbef, '0'}, {0xc66, 0xc6f, '0'}, {0xce6, 0xcef, '0'},
    {0xd66, 0xd6f, '0'}, {0xe01, 0xe3a, ideograph}, {0xe3f, 0xe3f, symbol},
    {0xe40, 0xe4e, ideograph}, {0xe50, 0xe59, '0'}, {0xed0, 0xed9, '0'},
    {0xf20, 0xf29, '0'}, {0x1040, 0x1049, '0'}, {0x17e0, 0x17e9, '0'},
    {0x1810, 0x1819, '0'}, {0x2000, 0x200a, ' '}, {0x200b, 0x200f, symbol},
    {0x2010, 0x2015, '-'}, {0x2016, 0x202e, symbol}, {0x202f, 0x202f, ' '},
    {0x2030, 0x205e, symbol}, {0x205f, 0x205f, ' '}, {0x2060, 0x2211, symbol},
    {0x2212, 0x2212, '-'}, {0x2213, 0x245f, symbol}, {0x2460, 0x2468, '1'},
    {0x2469, 0x24b5, symbol}, {0x24b6, 0x24cf, 'A'}, {0x24d0, 0x24e9, 'a'},
    {0x24ea, 0x24ea, '0'}, {0x24eb, 0x2bff, symbol},
    {0x2e00, 0x2e7f, symbol}, {0x2e80, 0x2fff, ideograph},
    {0x3000, 0x3000, ' '}, {0x3001, 0x3004, symbol},
    {0x3005, 0x3007, ideograph}, {0x3008, 0x3030, symbol},
    {0x3031, 0x31ff, ideograph}, {0x3200, 0x33ff, symbol},
    {0x3400, 0x9fff, ideograph}, {0xac00, 0xd7a3, ideograph},
    {0xe000, 0xf8ff, symbol}, {0xf900, 0xfaff, ideograph},
    {0xfe00, 0xfe57, symbol}, {0xfe58, 0xfe58, '-'}, {0xfe59, 0xfe62, symbol},
    {0xfe63, 0xfe63, '-'}, {0xfe64, 0xfe6f, symbol}, {0xfeff, 0xfeff, symbol},
    {0xff01, 0xff5e, '!'}, {0xff5f, 0xff65, symbol},
    {0xff66, 0xff9f, ideograph}, {0xffe0, 0xffff, symbol},
    {0x1d7ce, 0x1d7ff, '0'}, {0x1f000, 0x1faff, symbol},
    {0x20000, 0x3ffff, ideograph}, {0xe0000, 0x10ffff, symbol},
};

char fold_from(const Range& range, char32_t code) noexcept
{
    auto steps = static_cast<unsigned>(code - range.first);

    if (range.c == '0') {
        // the mathematical digits are five times the ten
        return static_cast<char>('0' + steps % 10);
    }
    bool is_same = range.c == ' ' || range.c == '-'
                   || static_cast<unsigned char>(range.c) >= 0x80;
    return is_same ? range.c : static_cast<char>(range.c + steps);
}

char fold(char32_t code) noexcept
{
    // mathematical letters: A to Z and a to z in one style after the other
    if (code >= 0x1d400 && code <= 0x1d6a3) {
        auto place = static_cast<unsigned>(code - 0x1d400) % 52;
        return static_cast<char>(place < 26 ? 'A' + place
                                            : 'a' + (place - 26));
    }

    auto range = std::lower_bound(std::begin(ranges), std::end(ranges), code,
        [](const Range& r, char32_t c) { return r.last < c; });
    if (range == std::end(ranges) || code < range->first) {
        return letter;
    }
    return fold_from(*range, code);
}

}  // namespace

Glyph folded_glyph(std::string_view text, size_t at) noexcept
{
    if (at >= text.size()) {
        return {symbol, 0};
    }

    auto byte = [&](size_t i) {
        return static_cast<unsigned char>(text[at + i]);
    };
    unsigned char lead = byte(0);
    size_t size = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead < 0x80 || lead >= 0xf8 || text.size() - at < size) {
        return {lead < 0x80 ? text[at] : symbol, 1};
    }

    char32_t code = lead & (0xff >> (size + 1));
    for (size_t i = 1; i < size; i++) {
        code = code << 6 | (byte(i) & 0x3f);
    }
    return {fold(code), static_cast<uint8_t>(size)};
}

Glyph folded_glyph_before(std::string_view text, size_t at) noexcept
{
    if (at == 0) {
        return {symbol, 0};
    }

    size_t start = at - 1;
    while (start > 0 && at - start < 4
           && (static_cast<unsigned char>(text[start]) & 0xc0) == 0x80) {
        start--;
    }
    Glyph g = folded_glyph(text.substr(0, at), start);
    g.size = static_cast<uint8_t>(at - start);
    return g;
}

bool has_word_at(std::string_view text, size_t at,
    std::string_view word) noexcept
{
    if (at > text.size() || text.size() - at < word.size()) {
        return false;
    }
    for (size_t i = 0; i < word.size(); i++) {
        if (lower(text[at + i]) != word[i]) {
            return false;
        }
    }
    return true;
}

// of the marks of Markdown
constexpr int longest_emphasis = 3;

bool touches_word(std::string_view text, size_t at) noexcept
{
    Glyph g = glyph_before(text, at);
    for (int n = 0; n < longest_emphasis && g.c == '_'; n++) {
        at -= g.size;
        g = glyph_before(text, at);
    }
    if (!is_word(g.c)) {
        return false;
    }
    bool is_escaped = at >= 2 && text[at - 2] == '\\';
    char last = text[at - 1];
    return !is_escaped || (last != 'n' && last != 't' && last != 'r');
}

bool goes_on_in_word(std::string_view text, size_t at) noexcept
{
    Glyph g = glyph_at(text, at);
    for (int n = 0; n < longest_emphasis && g.c == '_'; n++) {
        at += g.size;
        g = glyph_at(text, at);
    }
    return is_word(g.c);
}

}  // namespace gate::guard
