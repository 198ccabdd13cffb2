// What the detectors of guard/pii/ owe besides: the places that they look at,
// and those that the others do, are those that a byte by byte search finds.
#pragma once

#include "detector.hpp"

#include "guard/byte_map.hpp"
#include "guard/pii/glyph.hpp"

namespace gate::fuzz {

inline void check_map(std::string_view text, Simd simd)
{
    guard::ByteMap map(text, simd);
    auto check = [&](guard::ByteMap::Kind kind, auto is_one) {
        size_t next = map.next(kind, 0);
        for (size_t at = 0; at < text.size(); at++) {
            if (is_one(at)) {
                demand(next == at, "a byte that was passed over");
                next = map.next(kind, at + 1);
            }
        }
        demand(next == text.size(), "a byte that is none of its kind");
    };
    check(&guard::ByteBlock::candidates, [&](size_t at) {
        return guard::is_candidate(text[at]);
    });
    check(&guard::ByteBlock::numbers, [&](size_t at) {
        return guard::is_digit(text[at])
               && (at == 0 || !guard::is_digit(text[at - 1]));
    });
}

// The characters of a finding as a detector sees them.
inline std::string glyphs_of(std::string_view text, guard::Span span)
{
    std::string out;
    for (size_t at = span.start; at < span.end; ) {
        guard::Glyph glyph = guard::glyph_at(text, at);
        out += glyph.c;
        at += glyph.size;
    }
    return out;
}

inline size_t count_digits(std::string_view glyphs)
{
    return static_cast<size_t>(
        std::count_if(glyphs.begin(), glyphs.end(), guard::is_digit));
}

// `is_one` is asked of the characters of each finding.
template <class Test>
int check_pii(guard::Slug slug, const uint8_t* data, size_t size, Test is_one)
{
    DetectorCheck check(slug, view(data, size));
    check_map(check.text(), Simd::baseline);
    check_map(check.text(), best_simd());
    for (const guard::Finding& one : check.run()) {
        demand(is_one(glyphs_of(check.text(), one.span)),
               "a finding that cannot be one");
    }
    return 0;
}

}  // namespace gate::fuzz
