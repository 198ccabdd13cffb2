#include "guard/people/address_tokens.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "guard/people/name_table.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

bool is_token_char(std::string_view text, size_t at) noexcept
{
    char c = text[at];
    if (is_digit(c)) {
        return true;
    }
    return is_cased_letter(char_at(text, at).code);
}

// Letters of two bytes have their small form in the same number of bytes.
size_t put_small(char32_t c, char* out) noexcept
{
    if (c < 0x80) {
        *out = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 0x20 : c);
        return 1;
    }
    if (is_upper(c)) {
        if (c < 0xe0 || (c >= 0x391 && c < 0x3ac) || (c >= 0x410 && c < 0x430))
        {
            c += 0x20;
        } else if (c < 0x180) {
            c += 1;
        }
    }
    if (c >= 0x800) {
        return 0;
    }
    out[0] = static_cast<char>(0xc0 | (c >> 6));
    out[1] = static_cast<char>(0x80 | (c & 0x3f));
    return 2;
}

bool is_inner(char c) noexcept
{
    return c == '-' || c == '\'' || c == '/';
}

void judge_number(std::string_view text, Token* token) noexcept
{
    std::string_view rest =
        text.substr(token->start, token->end - token->start);
    while (token->digits < rest.size() && is_digit(rest[token->digits])) {
        token->digits++;
    }
    std::string_view behind = rest.substr(token->digits);
    token->plain = behind.empty();
    token->kind = TokenKind::number;
    if (behind == "th" || behind == "st" || behind == "nd" || behind == "rd") {
        token->kind = TokenKind::ordinal;
        return;
    }
    for (size_t i = 0; i + 1 < behind.size(); i++) {
        // "12abc" is none, "12-14a" and "5/B" are
        if (!is_digit(behind[i]) && !is_inner(behind[i])) {
            token->kind = TokenKind::none;
        }
    }
}

}  // namespace

Token read_token(std::string_view text, size_t at) noexcept
{
    Token token;
    token.start = token.end = at;
    if (at >= text.size() || !is_token_char(text, at)) {
        return token;
    }

    Char first = char_at(text, at);
    token.capital = is_upper(first.code);
    size_t letters = 0;
    size_t capitals = 0;

    while (token.end < text.size() && token.end - at + 4 <= max_token) {
        char plain = text[token.end];
        if (auto letter = static_cast<char>(plain | 0x20);
            letter >= 'a' && letter <= 'z') {
            token.small_bytes[token.small_size++] = letter;
            letters++;
            capitals += letter != plain;
            token.end++;
            continue;
        }
        Char c = char_at(text, token.end);
        bool inner = is_inner(text[token.end]);
        if (inner ? token.end + 1 >= text.size()
                        || !is_token_char(text, token.end + 1)
                  : !is_token_char(text, token.end))
        {
            break;
        }
        letters += !inner && !is_digit(text[token.end]);
        capitals += is_upper(c.code);
        token.small_size += static_cast<uint8_t>(
            put_small(c.code, token.small_bytes.data() + token.small_size));
        token.end += c.size;
    }
    token.all_caps = letters > 0 && capitals == letters;
    token.dotted = token.end < text.size() && text[token.end] == '.';
    if (token.end < text.size() && is_token_char(text, token.end)) {
        return token;
    }
    if (is_digit(text[at])) {
        judge_number(text, &token);
    } else {
        token.kind = TokenKind::word;
        token.marks = street_marks(token.small());
    }
    return token;
}

Token read_token_before(std::string_view text, size_t end) noexcept
{
    size_t at = end > 0 && text[end - 1] == '.' ? end - 1 : end;
    size_t start = at;

    while (start > 0 && at - start < max_token) {
        size_t before = start - 1;
        while (before > 0 && (text[before] & 0xc0) == 0x80) {
            before--;
        }
        if (!is_token_char(text, before) && !is_inner(text[before])) {
            break;
        }
        start = before;
    }
    while (start < at && is_inner(text[start])) {
        start++;
    }
    Token token = read_token(text, start);
    if (token.end != at) {
        token.kind = TokenKind::none;
    }
    return token;
}

size_t find_digit(std::string_view text, size_t at) noexcept
{
#ifdef __SSE2__
    // a range test is one signed comparison after a shift of the values
    const __m128i shift = _mm_set1_epi8(static_cast<char>(0x80 - '0'));
    const __m128i end = _mm_set1_epi8(static_cast<char>(0x80 + 10));

    while (at + 16 <= text.size()) {
        __m128i v = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at));
        int mask = _mm_movemask_epi8(
            _mm_cmplt_epi8(_mm_add_epi8(v, shift), end));
        if (mask != 0) {
            return at + static_cast<size_t>(__builtin_ctz(
                static_cast<unsigned>(mask)));
        }
        at += 16;
    }
#endif
    while (at < text.size() && !is_digit(text[at])) {
        at++;
    }
    return at;
}

}  // namespace gate::guard
