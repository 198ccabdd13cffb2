#include "guard/injection/decode.hpp"

#include "base/sse2.hpp"
#include "base/text.hpp"
#include "guard/injection/encodings.hpp"
#include "guard/injection/excerpts.hpp"
#include "guard/injection/fold.hpp"

#include <algorithm>
#include <string>

namespace gate::guard {

namespace {

constexpr size_t shortest_run = 16;
constexpr size_t block = 64;

// What a block may hold, with few bytes too many.
struct Look {
    uint64_t  reach;  // bit i: a run may reach over byte i; not over a space
    bool      may_hold_escapes;
};

// Bit i: byte i is part of a run, or opens an escape.
uint64_t run_bytes(std::string_view bytes) noexcept
{
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes.size(); i++) {
        bits |= uint64_t{belongs(bytes[i], in_run)} << i;
    }
    return bits;
}

uint64_t escape_bytes(std::string_view bytes) noexcept
{
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes.size(); i++) {
        bits |= uint64_t{belongs(bytes[i], opens_escape)} << i;
    }
    return bits;
}

// The same of a whole block, and a quick look at it.
#if defined(__SSE2__)

using sse2::Quad;
using sse2::is;
using sse2::within;

uint64_t run_bytes_of_block(const char* at) noexcept
{
    return Quad(at).each([](__m128i in) {
        __m128i lower = _mm_or_si128(in, sse2::all(0x20));
        __m128i plain = _mm_or_si128(within(lower, 'a', 'z'),
                                     within(in, '/', '9'));
        __m128i signs = _mm_or_si128(is(in, '+'), is(in, '-'));
        return _mm_or_si128(_mm_or_si128(plain, signs), is(in, '_'));
    }).bits();
}

uint64_t escape_bytes_of_block(const char* at) noexcept
{
    return Quad(at).each([](__m128i in) {
        __m128i other = _mm_or_si128(is(in, '='), is(in, '\\'));
        // % and & are neighbours
        return _mm_or_si128(within(in, '%', '&'), other);
    }).bits();
}

inline Look look_at(const char* at) noexcept
{
    Quad in(at);
    __m128i signs = in.above('%').least();
    __m128i others = _mm_min_epu8(in.different('=').least(),
                                  in.different('\\').least());
    Look look;
    look.reach = in.each([](__m128i bytes) {
        return _mm_cmpgt_epi8(bytes, sse2::all('*'));
    }).bits();
    look.may_hold_escapes = sse2::any(
        _mm_or_si128(within(signs, 0, '&' - '%'), is(others, 0)));
    return look;
}

#else

uint64_t run_bytes_of_block(const char* at) noexcept
{
    return run_bytes({at, block});
}

uint64_t escape_bytes_of_block(const char* at) noexcept
{
    return escape_bytes({at, block});
}

inline Look look_at(const char* at) noexcept
{
    return {run_bytes({at, block}), true};
}

#endif

// Bit i: 16 set bits begin there, in `bits` and those of the next block.
uint64_t runs_of(uint64_t bits, uint64_t next) noexcept
{
    for (unsigned size = 1; size < shortest_run; size *= 2) {
        bits &= bits >> size | next << (block - size);
        next &= next >> size;
    }
    return bits;
}

// False if no 16 set bits begin in `bits`, with those of the next block.
bool may_hold_runs(uint64_t bits, uint64_t next) noexcept
{
    constexpr uint64_t first = 1;
    constexpr uint64_t last = first << (block - 1);
    int behind = __builtin_clzll(~bits | first);
    int before = __builtin_ctzll(~next | last);
    if (behind + before >= static_cast<int>(shortest_run)) {
        return true;
    }
    static_assert(shortest_run == 16, "is doubled four times");
    bits &= bits >> 1;
    bits &= bits >> 2;
    bits &= bits >> 4;
    return (bits & bits >> 8) != 0;
}

class Decoder {
public:
    explicit Decoder(std::string_view text) : text_(text), excerpts_(text) {}

    View run()
    {
        Look next = quick_look(0);
        for (size_t at = 0; at < text_.size(); at += block) {
            Look here = next;
            next = quick_look(at + block);
            bool may_run = may_hold_runs(here.reach, next.reach);
            if ((may_run || here.may_hold_escapes) && at + block > done_) {
                take(at, may_run ? runs_at(at) : 0,
                     here.may_hold_escapes ? escapes_at(at) : 0);
            }
        }
        return excerpts_.finish();
    }

private:
    bool is_whole(size_t at) const noexcept
    {
        return at + block <= text_.size();
    }

    // The bytes of the last block, which is not whole.
    std::string_view rest(size_t at) const noexcept
    {
        return text_.substr(std::min(at, text_.size()));
    }

    Look quick_look(size_t at) const noexcept
    {
        return is_whole(at) ? look_at(text_.data() + at)
                            : Look{run_bytes(rest(at)), true};
    }

    uint64_t escapes_at(size_t at) const noexcept
    {
        return is_whole(at) ? escape_bytes_of_block(text_.data() + at)
                            : escape_bytes(rest(at));
    }

    uint64_t runs_at(size_t at) noexcept
    {
        uint64_t here = at == known_at_ ? known_ : run_bytes_at(at);
        known_at_ = at + block;
        known_ = run_bytes_at(known_at_);
        return runs_of(here, known_);
    }

    uint64_t run_bytes_at(size_t at) const noexcept
    {
        return is_whole(at) ? run_bytes_of_block(text_.data() + at)
                            : run_bytes(rest(at));
    }

    // What begins in the block at `at` and is not within what was taken.
    void take(size_t at, uint64_t runs, uint64_t escapes)
    {
        for (uint64_t both = runs | escapes; both != 0; both &= both - 1) {
            unsigned bit = static_cast<unsigned>(__builtin_ctzll(both));
            size_t start = at + bit;
            if (start < done_) {
                continue;
            }
            if ((runs >> bit & 1) != 0) {
                take_run(start);
            } else {
                take_escapes(start);
            }
        }
    }

    void put(size_t at, size_t length, std::string_view bytes)
    {
        excerpts_.replace(at, length, bytes);
        done_ = at + length;
    }

    void take_escapes(size_t at);
    void take_run(size_t at);

    std::string_view  text_;
    Excerpts          excerpts_;
    size_t            done_ = 0;  // of the text
    // where the bytes of runs are known
    size_t            known_at_ = SIZE_MAX;
    uint64_t          known_ = 0;
};

// A character, which may be spread over the bytes of several escapes. What
// is not a character is left as it stands.
void Decoder::take_escapes(size_t at)
{
    Escape escape = read_escape(text_.substr(at));
    if (escape.length == 0) {
        return;
    }
    char bytes[4];
    size_t size = 1;
    size_t length = escape.length;

    if (escape.is_byte && escape.code >= 0x80) {
        bytes[0] = static_cast<char>(escape.code);
        size_t wanted = escape.code >= 0xf0 ? 4 : escape.code >= 0xe0 ? 3 : 2;
        for (; size < wanted && at + length < text_.size(); size++) {
            Escape next = read_escape(text_.substr(at + length));
            if (next.length == 0 || !next.is_byte) {
                break;
            }
            bytes[size] = static_cast<char>(next.code);
            length += next.length;
        }
    } else if (escape.code == 0 || escape.code > 0x10ffff
               || (escape.code >= 0xd800 && escape.code < 0xe000)) {
        return;
    } else {
        size = encode_character(escape.code, bytes);
    }

    std::string_view character(bytes, size);
    if (size <= length && text::is_utf8(character) && bytes[0] != '\0') {
        put(at, length, character);
    }
}

void Decoder::take_run(size_t at)
{
    size_t end = at + shortest_run;
    while (end < text_.size() && belongs(text_[end], in_run)) {
        end++;
    }
    done_ = end;
    std::string_view run = text_.substr(at, end - at);
    if (!may_be_code(run)) {
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
    if (!out.empty() && is_readable(out)) {
        put(at, run.size() + padding, out);
    }
}

}  // namespace

View decoded(std::string_view text)
{
    return Decoder(text).run();
}

}  // namespace gate::guard
