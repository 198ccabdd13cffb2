// Random patterns and texts, and the slow reference for what a set of
// patterns finds: RE2 at each offset of each text, one after the other.
#pragma once

#include "guard/pattern/pattern_build.hpp"
#include "guard/pattern/pattern_set.hpp"
#include "random.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <memory>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::test {

using Hits = std::vector<guard::PatternHit>;

// The first hit in which the lists differ; empty when they are equal.
inline std::string difference(const std::vector<guard::Pattern>& patterns,
    const Hits& found, const Hits& expected)
{
    auto word = [&patterns](const Hits& hits, size_t at) {
        if (at >= hits.size()) {
            return std::string("nothing");
        }
        const guard::PatternHit& hit = hits[at];
        return patterns[hit.pattern].text + " at "
               + std::to_string(hit.span.start) + " to "
               + std::to_string(hit.span.end);
    };
    for (size_t at = 0; at < found.size() || at < expected.size(); at++) {
        std::string one = word(found, at);
        std::string other = word(expected, at);
        if (one != other) {
            return one + " instead of " + other;
        }
    }
    return "";
}

// Whether RE2 searches for a match or is asked at each offset.
enum class Search { whole, each_offset };

inline bool next_match(const RE2& re2, std::string_view text, size_t from,
    Search search, re2::StringPiece* found)
{
    re2::StringPiece whole(text.data(), text.size());

    if (search == Search::whole) {
        return re2.Match(whole, from, text.size(), RE2::UNANCHORED, found, 1);
    }
    for (size_t at = from; at < text.size(); at++) {
        if (re2.Match(whole, at, text.size(), RE2::ANCHOR_START, found, 1)) {
            return true;
        }
    }
    return false;
}

inline void find_in_text(const RE2& re2, std::string_view buffer,
    size_t start, size_t end, uint32_t pattern, Search search, Hits* out)
{
    std::string_view text = buffer.substr(start, end - start);
    re2::StringPiece found;
    size_t from = 0;

    while (from < text.size()
           && next_match(re2, text, from, search, &found))
    {
        size_t at = static_cast<size_t>(found.data() - text.data());
        from = at + found.size();
        out->push_back({pattern, {static_cast<uint32_t>(start + at),
                                  static_cast<uint32_t>(start + from)}});
    }
}

// RE2 with its own defaults, for each of some patterns.
class Reference {
public:
    explicit Reference(const std::vector<guard::Pattern>& patterns)
    {
        for (const guard::Pattern& pattern : patterns) {
            guard::Translation translation;
            guard::translate(pattern.text, &translation);
            re2_.push_back(std::make_unique<RE2>(translation.re2, RE2::Quiet));
        }
    }

    Hits find(std::string_view buffer, Search search) const
    {
        Hits hits;
        for (uint32_t i = 0; i < re2_.size(); i++) {
            size_t start = 0;
            for (;;) {
                size_t end = std::min(buffer.find(guard::text_break, start),
                                      buffer.size());
                find_in_text(*re2_[i], buffer, start, end, i, search, &hits);
                if (end == buffer.size()) {
                    break;
                }
                start = end + guard::text_break.size();
            }
        }
        return hits;
    }

private:
    std::vector<std::unique_ptr<RE2>>  re2_;
};

inline std::unique_ptr<guard::PatternSet> build_set(
    const std::vector<guard::Pattern>& patterns,
    guard::Filter filter = guard::usable_filter())
{
    std::string image;

    if (guard::build_patterns(patterns, filter, [](uint32_t) {}, &image)) {
        return nullptr;
    }
    return guard::PatternSet::load(patterns, image);
}

// Empty when the set finds what both references find.
inline std::string compare(const guard::PatternSet& set,
    const Reference& reference, std::string_view buffer,
    guard::Scratch& scratch)
{
    Hits hits;
    if (!set.find(buffer, scratch, &hits)) {
        return "not judged";
    }
    for (Search search : {Search::whole, Search::each_offset}) {
        Hits expected = reference.find(buffer, search);
        std::string wrong = difference(set.patterns(), hits, expected);
        if (!wrong.empty()) {
            return wrong;
        }
    }
    return "";
}

constexpr std::string_view pattern_atoms[] = {
    "a", "b", "c", "ab", "K", "s", "1", "-", "\xc3\xa9", "\xd0\xb2", ".",
    "\\d", "\\w", "\\s", "\\D", "\\W", "\\S", "\\b", "\\B", "[ab]", "[^a]",
    "[^a\\n]", "[\\w-]", "[^\\W]", "[a-\xc3\xa9]", "\\u00e9", "\\x4b", "^",
    "$", "\\A", "\\z", "\\n", "\\p{Lu}", "\\pL", "[^]", "[[:alpha:]]",
    "(?i)", "(?s)", "(?m)", "(?i:s)", "(?-i:k)", "(?i:\xd0\xb2)",
};

inline std::string random_pattern(Random& random, size_t depth = 3)
{
    constexpr std::string_view repeats[] = {
        "*", "+", "?", "*?", "+?", "??", "{2}", "{1,3}", "{2,}", "{0,2}?",
    };
    std::string out;

    for (size_t count = 1 + random.below(3); count > 0; count--) {
        if (depth > 0 && random.one_in(4)) {
            out += random.one_in(2) ? "(" : "(?:";
            out += random_pattern(random, depth - 1) + ")";
        } else {
            out += random.pick(pattern_atoms);
        }
        if (random.one_in(3)) {
            out += random.pick(repeats);
        }
    }
    if (depth > 0 && random.one_in(5)) {
        out += "|" + random_pattern(random, depth - 1);
    }
    return out;
}

inline std::string random_buffer(Random& random)
{
    constexpr std::string_view pieces[] = {
        "a", "b", "c", "ab", "K", "k", "s", "S", "1", "-", "_", " ", "\n",
        "\xc3\xa9", "\xc3\x89", "\xd0\xb2", "\xd0\x92", "\xe1\xb2\x80",
        "\xe2\x84\xaa", "\xc5\xbf", "\v", guard::text_break,
        guard::text_break,
    };
    size_t most = random.one_in(8) ? 300 : 24;
    std::string out;

    for (size_t count = random.below(most); count > 0; count--) {
        out += random.pick(pieces);
    }
    return out;
}

}  // namespace gate::test
