#include "guard/injection/decode.hpp"

#include "base/text.hpp"
#include "guard/injection/encodings.hpp"
#include "guard/injection/excerpts.hpp"
#include "guard/injection/fold.hpp"

#include <algorithm>
#include <string>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

namespace {

constexpr size_t shortest_run = 16;
constexpr size_t block = 64;

// Bit i: what byte i of a block may be part of.
struct Classes {
    uint64_t  in_run = 0;
    uint64_t  opens_escape = 0;
};

Classes classes_of(std::string_view bytes) noexcept
{
    Classes classes;
    for (size_t i = 0; i < bytes.size(); i++) {
        classes.in_run |= uint64_t{belongs(bytes[i], in_run)} << i;
        classes.opens_escape |= uint64_t{belongs(bytes[i], opens_escape)} << i;
    }
    return classes;
}

#if defined(__SSE2__)

Classes classes_of_block(const char* at) noexcept
{
    auto all = [](char c) { return _mm_set1_epi8(c); };
    auto within = [&all](__m128i bytes, char least, char most) {
        __m128i low = _mm_sub_epi8(bytes, all(least));
        return _mm_cmpeq_epi8(
            _mm_min_epu8(low, all(static_cast<char>(most - least))), low);
    };
    auto is = [&all](__m128i bytes, char c) {
        return _mm_cmpeq_epi8(bytes, all(c));
    };
    auto bits = [](__m128i bytes) {
        return uint64_t{static_cast<unsigned>(_mm_movemask_epi8(bytes))};
    };

    Classes classes;
    for (unsigned i = 0; i < block; i += 16) {
        __m128i in = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i));
        __m128i run = _mm_or_si128(
            _mm_or_si128(within(_mm_or_si128(in, all(0x20)), 'a', 'z'),
                         within(in, '/', '9')),
            _mm_or_si128(_mm_or_si128(is(in, '+'), is(in, '-')),
                         is(in, '_')));
        // % and & are neighbours
        __m128i opens = _mm_or_si128(within(in, '%', '&'),
            _mm_or_si128(is(in, '='), is(in, '\\')));
        classes.in_run |= bits(run) << i;
        classes.opens_escape |= bits(opens) << i;
    }
    return classes;
}

#else

Classes classes_of_block(const char* at) noexcept
{
    return classes_of({at, block});
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

class Decoder {
public:
    explicit Decoder(std::string_view text) : text_(text), excerpts_(text) {}

    View run()
    {
        Classes next = classes_at(0);
        for (size_t at = 0; at < text_.size(); at += block) {
            Classes here = next;
            next = classes_at(at + block);
            uint64_t runs = runs_of(here.in_run, next.in_run);
            take(at, runs, here.opens_escape);
        }
        return excerpts_.finish();
    }

private:
    Classes classes_at(size_t at) const noexcept
    {
        return at + block <= text_.size()
               ? classes_of_block(text_.data() + at)
               : classes_of(text_.substr(std::min(at, text_.size())));
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
