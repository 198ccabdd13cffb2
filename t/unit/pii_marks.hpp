// Texts with what a detector must find between two backquotes and nothing
// else that is one.
#pragma once

#include "guard/pii/pii.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

using guard::Finding;
using guard::Findings;
using guard::PiiOptions;
using guard::Slug;

inline Findings find(std::string_view text, const PiiOptions& options)
{
    Findings out;
    guard::find_pii(text, guard::ByteMap(text), options, &out);
    return out;
}

// The text again, with the findings marked.
inline std::string mark(std::string_view text, const PiiOptions& options)
{
    std::string out;
    size_t at = 0;

    for (const Finding& f : find(text, options)) {
        if (f.span.start < at || f.span.end > text.size()) {
            return "findings out of order";
        }
        out += text.substr(at, f.span.start - at);
        out += '`';
        out += text.substr(f.span.start, f.span.end - f.span.start);
        out += '`';
        at = f.span.end;
    }
    out += text.substr(at);
    return out;
}

inline std::string without_marks(std::string_view marked)
{
    std::string out(marked);
    out.erase(std::remove(out.begin(), out.end(), '`'), out.end());
    return out;
}

inline void expect_marks(const PiiOptions& options,
    const std::vector<std::string_view>& texts)
{
    for (std::string_view marked : texts) {
        EXPECT_EQ(mark(without_marks(marked), options), marked);
    }
}

inline void expect_marks(Slug slug,
    const std::vector<std::string_view>& texts)
{
    PiiOptions options;
    options.wanted.add(slug);
    expect_marks(options, texts);
}

}  // namespace gate::test
