#include "guard/pii/pii_scan.hpp"

#include "base/sse2.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

constexpr size_t block = 64;

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

}  // namespace

void CandidateWalk::move_to(size_t at) noexcept
{
    at_ = std::min(at, text_.size());
    bits_ = at_ + block <= text_.size()
            ? candidates_of_block(text_.data() + at_)
            : candidates_of(text_.substr(at_));
}

size_t CandidateWalk::next(size_t from) noexcept
{
    if (from < at_ + block) {
        bits_ &= ~uint64_t{0} << (from - at_);
    } else {
        move_to(from);
    }
    while (bits_ == 0) {
        if (text_.size() - at_ <= block) {
            return text_.size();
        }
        move_to(at_ + block);
    }
    return at_ + static_cast<size_t>(__builtin_ctzll(bits_));
}

}  // namespace gate::guard
