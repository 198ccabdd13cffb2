#include "guard/injection/code_blocks.hpp"

#include "base/avx2.hpp"
#include "base/sse2.hpp"
#include "guard/injection/encodings.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Look = CodeBlocks::Look;
using Place = CodeBlocks::Place;

constexpr size_t block = 64;

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
inline bool may_hold_runs(uint64_t bits, uint64_t next) noexcept
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

inline bool may_hold_any(const Place& place) noexcept
{
    return place.here.may_hold_escapes
           || may_hold_runs(place.here.reach, place.next.reach);
}

// The same questions about whole blocks. No run reaches over what is before
// '+', as a space, a quote or a bracket.
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

inline Look look_at_block(const char* at) noexcept
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

Look look_at_block(const char* at) noexcept
{
    return {run_bytes_of_block(at), true};
}

#endif

// Moves to the first block that may hold something, or to one that no whole
// block follows.
void pass_empty_blocks(std::string_view text, Place* place) noexcept
{
    Place now = *place;
    for (; now.at + 2 * block <= text.size(); now.at += block) {
        now.next = look_at_block(text.data() + now.at + block);
        if (may_hold_any(now)) {
            break;
        }
        now.here = now.next;
    }
    *place = now;
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline Look avx2_look_at_block(const char* at) noexcept
{
    __m256i low = avx2::load(at);
    __m256i high = avx2::load(at + 32);
    __m256i sign = avx2::all('%');
    __m256i equals = avx2::all('=');
    __m256i slash = avx2::all('\\');
    __m256i signs = _mm256_min_epu8(_mm256_sub_epi8(low, sign),
                                    _mm256_sub_epi8(high, sign));
    __m256i others = _mm256_min_epu8(
        _mm256_min_epu8(_mm256_xor_si256(low, equals),
                        _mm256_xor_si256(high, equals)),
        _mm256_min_epu8(_mm256_xor_si256(low, slash),
                        _mm256_xor_si256(high, slash)));
    __m256i least = avx2::all('*');
    Look look;
    look.reach = avx2::bits(_mm256_cmpgt_epi8(low, least),
                            _mm256_cmpgt_epi8(high, least));
    look.may_hold_escapes = avx2::any(
        _mm256_or_si256(avx2::within(signs, 0, '&' - '%'),
                        avx2::is(others, 0)));
    return look;
}

[[gnu::target("avx2")]] void avx2_pass_empty_blocks(std::string_view text,
    Place* place) noexcept
{
    Place now = *place;
    for (; now.at + 2 * block <= text.size(); now.at += block) {
        now.next = avx2_look_at_block(text.data() + now.at + block);
        if (may_hold_any(now)) {
            break;
        }
        now.here = now.next;
    }
    *place = now;
}

#else

void avx2_pass_empty_blocks(std::string_view text, Place* place) noexcept
{
    pass_empty_blocks(text, place);
}

#endif

}  // namespace

CodeBlocks::CodeBlocks(std::string_view text, Simd simd) noexcept
    : text_(text), simd_(simd)
{
    place_.here = look_at(0);
}

bool CodeBlocks::next(size_t from, CodeBlock* out) noexcept
{
    while (place_.at < text_.size()) {
        if (simd_ >= Simd::avx2) {
            avx2_pass_empty_blocks(text_, &place_);
        } else {
            pass_empty_blocks(text_, &place_);
        }
        if (!is_whole(place_.at + block)) {
            place_.next = look_at(place_.at + block);
        }
        Place found = place_;
        place_.here = place_.next;
        place_.at += block;

        if (found.at + block <= from) {
            continue;
        }
        bool may_run = may_hold_runs(found.here.reach, found.next.reach);
        out->at = found.at;
        out->runs = may_run ? runs_at(found.at) : 0;
        out->escapes = found.here.may_hold_escapes ? escapes_at(found.at) : 0;
        if ((out->runs | out->escapes) != 0) {
            return true;
        }
    }
    return false;
}

bool CodeBlocks::is_whole(size_t at) const noexcept
{
    return at + block <= text_.size();
}

// The bytes of the last block, which is not whole.
std::string_view CodeBlocks::rest(size_t at) const noexcept
{
    return text_.substr(std::min(at, text_.size()));
}

CodeBlocks::Look CodeBlocks::look_at(size_t at) const noexcept
{
    return is_whole(at) ? look_at_block(text_.data() + at)
                        : Look{run_bytes(rest(at)), true};
}

uint64_t CodeBlocks::escapes_at(size_t at) const noexcept
{
    return is_whole(at) ? escape_bytes_of_block(text_.data() + at)
                        : escape_bytes(rest(at));
}

uint64_t CodeBlocks::runs_at(size_t at) noexcept
{
    uint64_t here = at == known_at_ ? known_ : run_bytes_at(at);
    known_at_ = at + block;
    known_ = run_bytes_at(known_at_);
    return runs_of(here, known_);
}

uint64_t CodeBlocks::run_bytes_at(size_t at) const noexcept
{
    return is_whole(at) ? run_bytes_of_block(text_.data() + at)
                        : run_bytes(rest(at));
}

}  // namespace gate::guard
