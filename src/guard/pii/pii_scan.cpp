#include "guard/pii/pii_scan.hpp"

#include "base/avx2.hpp"
#include "base/sse2.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

constexpr size_t block = CandidateWalk::block;

// Bit i: byte i is a candidate.
uint64_t candidates_of(std::string_view bytes) noexcept
{
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes.size(); i++) {
        bits |= uint64_t{is_candidate(bytes[i])} << i;
    }
    return bits;
}

#if defined(__SSE2__)

using sse2::within;

__m128i ascii_candidates(__m128i in) noexcept
{
    return _mm_or_si128(within(in, '0', ':'), sse2::is(in, '@'));
}

__m128i all_candidates(__m128i in) noexcept
{
    __m128i leads = _mm_or_si128(within(in, 0xd9, 0xe2),
                                 within(in, 0xef, 0xff));
    return _mm_or_si128(ascii_candidates(in), leads);
}

uint64_t candidates_of_block(const char* at) noexcept
{
    sse2::Quad in(at);
    // the high bit of a byte says that it is not ASCII
    if (sse2::any(in.joined())) {
        return in.each(all_candidates).bits();
    }
    __m128i number = within(in.above('0').least(), 0, ':' - '0');
    __m128i sign = sse2::is(in.different('@').least(), 0);
    if (!sse2::any(_mm_or_si128(number, sign))) {
        return 0;
    }
    return in.each(ascii_candidates).bits();
}

#else

uint64_t candidates_of_block(const char* at) noexcept
{
    return candidates_of({at, block});
}

#endif

// Where a whole block with candidates begins, or the rest of the text; the
// candidates of the block.
struct Found {
    size_t    at;
    uint64_t  bits;
};

Found next_block(std::string_view text, size_t at) noexcept
{
    for (; at + block <= text.size(); at += block) {
        uint64_t bits = candidates_of_block(text.data() + at);
        if (bits != 0) {
            return {at, bits};
        }
    }
    return {at, 0};
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] inline __m256i avx2_ascii(__m256i in) noexcept
{
    return _mm256_or_si256(avx2::within(in, '0', ':'), avx2::is(in, '@'));
}

[[gnu::target("avx2")]] inline __m256i avx2_leads(__m256i in) noexcept
{
    return _mm256_or_si256(avx2::within(in, 0xd9, 0xe2),
                           avx2::within(in, 0xef, 0xff));
}

[[gnu::target("avx2")]] Found avx2_next_block(std::string_view text,
    size_t at) noexcept
{
    for (; at + block <= text.size(); at += block) {
        __m256i low = avx2::load(text.data() + at);
        __m256i high = avx2::load(text.data() + at + 32);
        __m256i found_low = avx2_ascii(low);
        __m256i found_high = avx2_ascii(high);
        if (avx2::any(_mm256_or_si256(low, high))) {
            found_low = _mm256_or_si256(found_low, avx2_leads(low));
            found_high = _mm256_or_si256(found_high, avx2_leads(high));
        }
        uint64_t bits = avx2::bits(found_low, found_high);
        if (bits != 0) {
            return {at, bits};
        }
    }
    return {at, 0};
}

#else

Found avx2_next_block(std::string_view text, size_t at) noexcept
{
    return next_block(text, at);
}

#endif

}  // namespace

void CandidateWalk::move_to(size_t at) noexcept
{
    Found found = simd_ >= Simd::avx2 ? avx2_next_block(text_, at)
                                      : next_block(text_, at);
    at_ = std::min(found.at, text_.size());
    bits_ = found.bits != 0 ? found.bits : candidates_of(text_.substr(at_));
}

size_t CandidateWalk::next_behind(size_t at) noexcept
{
    move_to(at);
    return bits_ != 0 ? first() : text_.size();
}

}  // namespace gate::guard
