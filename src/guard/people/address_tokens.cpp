#include "guard/people/address_tokens.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "guard/people/address_bytes.hpp"
#include "guard/people/name_table.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::is_digit;
using address_bytes::is_inner;

namespace {

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

void judge_number(std::string_view text, Token* token) noexcept
{
    if (token->plain) {
        token->kind = TokenKind::number;
        return;
    }
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

#ifdef __SSE2__

constexpr size_t step = 16;

// Sixteen bytes, and which of them are letters and digits of ASCII.
struct Block {
    __m128i   bytes;
    uint32_t  letters;
    uint32_t  digits;
};

// Bytes in [first, first + count): a range test is one signed comparison
// after a shift of the values.
uint32_t in_range(__m128i bytes, char first, int count) noexcept
{
    __m128i shift = _mm_set1_epi8(static_cast<char>(0x80 - first));
    __m128i end = _mm_set1_epi8(static_cast<char>(0x80 + count));
    return static_cast<uint32_t>(_mm_movemask_epi8(
        _mm_cmplt_epi8(_mm_add_epi8(bytes, shift), end)));
}

Block block_at(const char* p) noexcept
{
    Block block;
    block.bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    block.letters =
        in_range(_mm_or_si128(block.bytes, _mm_set1_epi8(0x20)), 'a', 26);
    block.digits = in_range(block.bytes, '0', 10);
    return block;
}

// What ends a token on either side, without a look at what is beyond.
bool is_border(char c) noexcept
{
    return static_cast<unsigned char>(c) < 0x80 && !is_inner(c);
}

#endif

Token none_at(size_t at) noexcept
{
    Token token;
    token.start = token.end = at;
    token.digits = token.marks = 0;
    token.kind = TokenKind::none;
    token.capital = token.all_caps = token.dotted = false;
    token.plain = token.ascii = false;
    token.small_size = 0;
    return token;
}

// A token of less than 16 letters and digits of ASCII, as nearly all are;
// false if there may be another one.
bool read_plain_token(std::string_view text, size_t at, Token* token) noexcept
{
#ifdef __SSE2__
    constexpr char front[2 * step] = {
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    };
    if (at > text.size() || text.size() - at < step) {
        return false;
    }
    Block block = block_at(text.data() + at);
    uint32_t mask = block.letters | block.digits;
    auto size = static_cast<size_t>(__builtin_ctz(~mask));
    if (size == step || !is_border(text[at + size])) {
        return false;
    }
    if (size == 0) {
        return true;
    }

    __m128i kept = _mm_loadu_si128(
        reinterpret_cast<const __m128i*>(front + step - size));
    __m128i small = _mm_or_si128(block.bytes, _mm_set1_epi8(0x20));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(token->small_bytes.data()),
                     _mm_and_si128(small, kept));
    token->small_size = static_cast<uint8_t>(size);
    token->end = at + size;

    uint32_t letters = block.letters & ((1u << size) - 1);
    uint32_t capitals = in_range(block.bytes, 'A', 26) & letters;
    token->capital = (capitals & 1) != 0;
    token->all_caps = letters != 0 && capitals == letters;
    token->dotted = text[token->end] == '.';
    token->ascii = letters == (1u << size) - 1;
    token->digits = static_cast<uint32_t>(__builtin_ctz(~block.digits));
    token->plain = token->digits == size;
    return true;
#else
    static_cast<void>(text);
    static_cast<void>(at);
    static_cast<void>(token);
    return false;
#endif
}

// Any token; false if it has no end.
bool read_any_token(std::string_view text, size_t at, Token* token) noexcept
{
    if (at >= text.size() || !is_token_char(text, at)) {
        return true;
    }
    token->capital = is_upper(char_at(text, at).code);
    size_t letters = 0;
    size_t capitals = 0;

    while (token->end < text.size() && token->end - at + 4 <= max_token) {
        Char c = char_at(text, token->end);
        bool inner = is_inner(text[token->end]);
        if (inner ? token->end + 1 >= text.size()
                        || !is_token_char(text, token->end + 1)
                  : !is_token_char(text, token->end))
        {
            break;
        }
        letters += !inner && !is_digit(text[token->end]);
        capitals += is_upper(c.code);
        token->small_size += static_cast<uint8_t>(
            put_small(c.code, token->small_bytes.data() + token->small_size));
        token->end += c.size;
    }
    token->all_caps = letters > 0 && capitals == letters;
    token->dotted = token->end < text.size() && text[token->end] == '.';
    for (size_t i = token->small_size; i < max_street_word; i++) {
        token->small_bytes[i] = '\0';
    }
    return token->end >= text.size() || !is_token_char(text, token->end);
}

}  // namespace

size_t front_of_token(std::string_view text, size_t end) noexcept
{
#ifdef __SSE2__
    if (end >= step) {
        Block block = block_at(text.data() + end - step);
        uint32_t others = ~(block.letters | block.digits) & 0xffff;
        size_t size = others == 0
            ? step : static_cast<size_t>(__builtin_clz(others)) - step;
        if (size < step && is_border(text[end - size - 1])) {
            return end - size;
        }
    }
#endif
    size_t start = end;
    while (start > 0 && end - start < max_token) {
        size_t before = start - 1;
        while (before > 0 && (text[before] & 0xc0) == 0x80) {
            before--;
        }
        if (!is_token_char(text, before) && !is_inner(text[before])) {
            break;
        }
        start = before;
    }
    while (start < end && is_inner(text[start])) {
        start++;
    }
    return start;
}

Token read_token(std::string_view text, size_t at) noexcept
{
    Token token = none_at(at);
    if (!read_plain_token(text, at, &token)
        && !read_any_token(text, at, &token))
    {
        return token;
    }
    if (token.end == at) {
        return token;
    }
    if (is_digit(text[at])) {
        judge_number(text, &token);
    } else {
        token.kind = TokenKind::word;
        token.digits = 0;
        token.marks = street_marks_padded(token.small());
    }
    return token;
}

Token read_token_before(std::string_view text, size_t end) noexcept
{
    size_t at = end > 0 && text[end - 1] == '.' ? end - 1 : end;
    Token token = read_token(text, front_of_token(text, at));
    if (token.end != at) {
        token.kind = TokenKind::none;
    }
    return token;
}

Token TokenReader::before(size_t end) noexcept
{
    size_t stop = end > 0 && text_[end - 1] == '.' ? end - 1 : end;
    Token token = at(front_of_token(text_, stop));
    if (token.end != stop) {
        token.kind = TokenKind::none;
    }
    return token;
}

void TokenReader::remember(size_t start) noexcept
{
    size_t slot = start % slot_count;
    tokens_[slot] = read_token(text_, start);
    starts_[slot] = start;
    ordinary_[slot] = Ordinary::unknown;
}

bool TokenReader::is_ordinary(const Token& word) noexcept
{
    size_t slot = word.start % slot_count;
    bool is_kept = starts_[slot] == word.start;
    if (is_kept && ordinary_[slot] != Ordinary::unknown) {
        return ordinary_[slot] == Ordinary::yes;
    }
    size_t size = word.end - word.start;
    uint32_t flags = word.ascii
        ? look_up_ascii_word(text_, word.start, size)
        : look_up_word(text_.substr(word.start, size));
    bool is_it = (flags & flag_common_word) != 0;
    if (is_kept) {
        ordinary_[slot] = is_it ? Ordinary::yes : Ordinary::no;
    }
    return is_it;
}

}  // namespace gate::guard
