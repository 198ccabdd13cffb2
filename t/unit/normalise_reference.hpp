// A slow normaliser that is plain enough to be right: one character at a
// time, one source span per byte.
#pragma once

#include "guard/finding.hpp"
#include "guard/injection/fold.hpp"
#include "guard/injection/normalise.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

struct SlowView {
    std::string               text;
    std::vector<guard::Span>  sources;  // of each byte, the whole character
};

inline SlowView normalise_slowly(std::string_view text)
{
    SlowView view;
    for (uint32_t at = 0; at < text.size();) {
        auto [code, length] = guard::decode_character(text.data() + at);
        guard::Folding folding = guard::fold(code);
        std::string bytes(folding.bytes, folding.length);

        if (code >= 9 && code <= 13) {
            bytes = " ";
        } else if ((code < 0x20 && code != 0) || code == 0x7f) {
            bytes.clear();
        }
        if (bytes == " " && !view.text.empty() && view.text.back() == ' ') {
            bytes.clear();
        }
        view.text += bytes;
        view.sources.resize(view.text.size(), {at, at + length});
        at += length;
    }
    return view;
}

// Empty when the fast view, in one version, says the same as the slow one.
inline std::string compare_views(std::string_view text, Simd simd)
{
    SlowView slow = normalise_slowly(text);
    guard::View fast = guard::normalise(text, guard::Tags::read, simd);

    if (fast.text() != slow.text) {
        return "another text: " + std::string(fast.text());
    }
    if (fast.size > text.size()) {
        return "longer than its source";
    }
    for (size_t i = 0; i < fast.size; i++) {
        guard::Span byte = fast.map.source_of(i, i + 1);
        guard::Span whole = slow.sources[i];
        if (byte.start < whole.start || byte.end > whole.end
            || byte.start >= byte.end) {
            return "another source of byte " + std::to_string(i);
        }
    }
    return {};
}

// The same of all versions.
inline std::string compare_views(std::string_view text)
{
    std::string told = compare_views(text, Simd::baseline);
    return told.empty() ? compare_views(text, best_simd()) : told;
}

}  // namespace gate::test
