#include "json/lexer.hpp"

#include "base/avx2.hpp"
#include "base/text.hpp"

namespace gate::json {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

// Length of the character of two bytes or more that starts the four bytes in
// `w`, or 0: text::utf8_length() for one load instead of four.
size_t sequence_length(uint32_t w) noexcept
{
    if ((w & 0xc0e0) == 0x80c0) {
        bool is_overlong = (w & 0x1e) == 0;
        return is_overlong ? 0 : 2;
    }
    if ((w & 0xc0c0f0) == 0x8080e0) {
        uint32_t top = w & 0x200f;  // overlong is e0 80, a surrogate ed a0
        return top == 0 || top == 0x200d ? 0 : 3;
    }
    if ((w & 0xc0c0c0f8) == 0x808080f0) {
        uint32_t lead = w & 7;
        uint32_t top = w & 0x3000;
        bool is_overlong = lead == 0 && top == 0;
        bool is_beyond = lead > 4 || (lead == 4 && top != 0);
        return is_overlong || is_beyond ? 0 : 4;
    }
    return 0;
}

// Passes 64 bytes at a time of which none needs a look.
const char* skip_blocks(const char* at, const char* end) noexcept
{
    constexpr auto step = static_cast<ptrdiff_t>(Block::size);

    while (end - at >= 4 * step) {
        Marks low = special(Block(at)) | special(Block(at + step));
        Marks high = special(Block(at + 2 * step))
                     | special(Block(at + 3 * step));
        if ((low | high).bits() != 0) {
            break;
        }
        at += 4 * step;
    }
    return at;
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline __m256i avx2_special(__m256i in) noexcept
{
    // as special() does
    __m256i turned = _mm256_xor_si256(in, avx2::all(2));
    return _mm256_or_si256(_mm256_cmpgt_epi8(avx2::all('!'), turned),
                           avx2::is(in, '\\'));
}

[[gnu::target("avx2")]] const char* avx2_skip_blocks(const char* at,
    const char* end) noexcept
{
    for (; end - at >= 64; at += 64) {
        uint64_t found = avx2::bits(avx2_special(avx2::load(at)),
                                    avx2_special(avx2::load(at + 32)));
        if (found != 0) {
            return at + __builtin_ctzll(found);
        }
    }
    return at;
}

#else

const char* avx2_skip_blocks(const char* at, const char* end) noexcept
{
    return skip_blocks(at, end);
}

#endif

// The first byte from `at` that needs a look, or the end.
const char* skip_plain(const char* at, const char* end, Simd simd) noexcept
{
    constexpr auto step = static_cast<ptrdiff_t>(Block::size);

    // after an escape the next one is often near
    if (end - at >= step) {
        uint64_t found = special(Block(at)).bits();
        if (found != 0) {
            return at + Marks::first(found);
        }
        at += step;
    }
    at = simd >= Simd::avx2 ? avx2_skip_blocks(at, end)
                            : skip_blocks(at, end);
    while (end - at >= step) {
        uint64_t found = special(Block(at)).bits();
        if (found != 0) {
            return at + Marks::first(found);
        }
        at += step;
    }
    while (at < end && *at >= ' ' && *at != '"' && *at != '\\'
           && static_cast<unsigned char>(*at) < 0x80)
    {
        at++;
    }
    return at;
}

}  // namespace

bool Lexer::refuse(const char* at, std::string_view cause) noexcept
{
    flaw_ = {static_cast<size_t>(at - text_.data()), cause};
    return false;
}

// Passes characters that are not ASCII, and single ASCII ones between them;
// nullptr at what is not UTF-8.
const char* Lexer::pass_non_ascii(const char* at) noexcept
{
    at = pass_utf8_blocks(at, end_);

    while (end_ - at >= 4) {
        uint32_t w;
        std::memcpy(&w, at, sizeof w);

        if ((w & 0x80) == 0) {
            bool is_between = (w & 0x8000) != 0;
            if (!is_between || *at < ' ' || *at == '"' || *at == '\\') {
                return at;
            }
            at++;
            continue;
        }

        size_t length = sequence_length(w);
        if (length == 0) {
            refuse(at, "not UTF-8");
            return nullptr;
        }
        at += length;
    }

    while (at < end_ && (*at & 0x80) != 0) {
        size_t length = text::utf8_length(
            text_, static_cast<size_t>(at - text_.data()));
        if (length == 0) {
            refuse(at, "not UTF-8");
            return nullptr;
        }
        at += length;
    }
    return at;
}

const char* Lexer::pass_long_escape(const char* at) noexcept
{
    std::string_view cause;
    auto offset = static_cast<size_t>(at - text_.data());
    uint32_t length = read_escape(text_, offset, &cause).length;
    if (length == 0) {
        refuse(at, cause);
        return nullptr;
    }
    return at + length;
}

// Passes what skip_plain() stopped at, a quote excepted; nullptr at a flaw.
const char* Lexer::pass_special(const char* at, bool* has_escape) noexcept
{
    auto c = static_cast<unsigned char>(*at);

    if (c >= 0x80) {
        return pass_non_ascii(at);
    }
    if (c < 0x20) {
        refuse(at, "control character in a string");
        return nullptr;
    }

    *has_escape = true;
    // long escapes come in runs, in text that is not Latin
    do {
        at = pass_long_escape(at);
    } while (at != nullptr && at < end_ && *at == '\\');
    return at;
}

// Goes on with a string of which all before `at` is plain.
bool Lexer::long_string(const char* at, RawString* out) noexcept
{
    const char* start = at_ + 1;
    out->has_escape = false;

    for ( ;; ) {
        at = skip_plain(at, end_, simd_);
        if (at == end_) {
            return refuse(end_, "string without an end");
        }
        if (*at == '"') {
            break;
        }
        if (*at == '\\' && end_ - at > 1 && letter_meaning(at[1]) != 0) {
            out->has_escape = true;
            at += 2;
            continue;
        }
        at = pass_special(at, &out->has_escape);
        if (at == nullptr) {
            return false;
        }
    }

    out->raw = {start, static_cast<size_t>(at - start)};
    at_ = at + 1;
    return true;
}

// number = [ "-" ] int [ frac ] [ exp ], RFC 8259 section 6
bool Lexer::number(std::string_view* spelling) noexcept
{
    const char* at = at_;
    auto is_at = [&](char c) { return at < end_ && *at == c; };
    auto digits = [&] {
        const char* start = at;
        while (at < end_ && is_digit(*at)) {
            at++;
        }
        return at - start;
    };

    at += is_at('-') ? 1 : 0;
    bool is_zero = is_at('0');
    auto count = digits();
    if (count == 0 || (is_zero && count > 1)) {
        return refuse("not a JSON value");
    }
    if (is_at('.')) {
        at++;
        if (digits() == 0) {
            return refuse("not a JSON number");
        }
    }
    if (is_at('e') || is_at('E')) {
        at++;
        at += is_at('+') || is_at('-') ? 1 : 0;
        if (digits() == 0) {
            return refuse("not a JSON number");
        }
    }

    *spelling = {at_, static_cast<size_t>(at - at_)};
    at_ = at;
    return true;
}

bool Lexer::word(std::string_view spelling) noexcept
{
    if (static_cast<size_t>(end_ - at_) < spelling.size()
        || std::memcmp(at_, spelling.data(), spelling.size()) != 0)
    {
        return refuse("not a JSON value");
    }
    at_ += spelling.size();
    return true;
}

}  // namespace gate::json
