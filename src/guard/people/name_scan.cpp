#include "guard/people/name_scan.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gate::guard {

uint32_t capitals_of(std::string_view text, size_t at, size_t size) noexcept
{
#ifdef __SSE2__
    if (at + 16 <= text.size()) {
        // a letter is a small one by one bit, which becomes the highest here
        __m128i v = _mm_loadu_si128(
            reinterpret_cast<const __m128i*>(text.data() + at));
        auto small = static_cast<uint32_t>(
            _mm_movemask_epi8(_mm_slli_epi16(v, 2)));
        return ~small & ((1u << size) - 1);
    }
#endif
    uint32_t capitals = 0;
    for (size_t i = 0; i < size; i++) {
        capitals |= ((text[at + i] & 0x20) == 0 ? 1u : 0u) << i;
    }
    return capitals;
}

}  // namespace gate::guard
