// Finds the bytes that a PII detector has to look at, 64 at a time.
//
// They are ASCII digits, ':', '@' and the leads of characters that may fold
// to one of those (glyph.hpp); most other leads are passed over.
#pragma once

#include <cstddef>
#include <string_view>

namespace gate::guard {

// By the byte alone.
constexpr bool is_candidate(char c) noexcept
{
    auto byte = static_cast<unsigned char>(c);
    // C2 to D8 are Latin to Hebrew, E3 to EE kana, ideographs and hangul
    return (byte >= '0' && byte <= ':') || byte == '@'
           || (byte >= 0xd9 && byte <= 0xe2) || byte >= 0xef;
}

// The first candidate at or after `at`; text.size() if there is none.
size_t next_candidate(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
