// What the detectors of guard/pii/ owe besides: the places that they look at
// are those that a byte by byte search finds.
#pragma once

#include "detector.hpp"

#include "guard/pii/glyph.hpp"
#include "guard/pii/pii_scan.hpp"

namespace gate::fuzz {

inline void check_candidates(std::string_view text, Simd simd)
{
    guard::CandidateWalk walk(text, simd);
    size_t next = walk.next(0);
    for (size_t at = 0; at < text.size(); at++) {
        if (guard::is_candidate(text[at])) {
            demand(next == at, "a candidate that was passed over");
            next = walk.next(at + 1);
        }
    }
    demand(next == text.size(), "a candidate that is none");
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
    check_candidates(check.text(), Simd::baseline);
    check_candidates(check.text(), best_simd());
    for (const guard::Finding& one : check.run()) {
        demand(is_one(glyphs_of(check.text(), one.span)),
               "a finding that cannot be one");
    }
    return 0;
}

}  // namespace gate::fuzz
