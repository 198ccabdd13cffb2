#include "guard/pattern/pattern_trials.hpp"

#include "base/text.hpp"
#include "guard/pattern/pattern_syntax.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <re2/re2.h>

namespace gate::guard {

namespace {

std::vector<std::string> texts_for(std::string_view pattern, size_t size)
{
    Translation translation;
    EXPECT_FALSE(translate(pattern, &translation)) << pattern;
    return trial_texts(translation.parts, size);
}

TEST(PatternTrials, TheyAreAlwaysTheSame)
{
    EXPECT_EQ(texts_for("a(b|c)*\\d{3,9}", 3000),
              texts_for("a(b|c)*\\d{3,9}", 3000));
}

TEST(PatternTrials, TheyAreUtf8OfTheSize)
{
    for (const char* pattern : {"a", "\xc3\xa9+", "[^a]{3}", "\\x{1f600}x",
                                "(a|b)+(c|d)", "\\pL+", "(?:ab){2,}"})
    {
        for (const std::string& text : texts_for(pattern, 2000)) {
            EXPECT_TRUE(text::is_utf8(text)) << pattern;
            EXPECT_EQ(text.find('\0'), text.npos) << pattern;
            EXPECT_GE(text.size(), 2000u) << pattern;
            EXPECT_LE(text.size(), 2500u) << pattern;
        }
    }
}

TEST(PatternTrials, MatchesAreAmongThem)
{
    for (const char* pattern : {
             "ACME-\\d{6}", "sk_(?:test|live)_[0-9a-zA-Z]{10,99}", "a.*z|b",
             "-----BEGIN (?:RSA |EC )?PRIVATE KEY-----", "x{1,1000}",
             "((ab)+c){2}", "(?i)key:? [^,]{3},", "(a|(b|c)d)e"})
    {
        RE2 re2(pattern);
        size_t matching = 0;
        for (const std::string& text : texts_for(pattern, 3000)) {
            matching += RE2::PartialMatch(text, re2) ? 1 : 0;
        }
        EXPECT_GE(matching, 2u) << pattern;
    }
}

}  // namespace

}  // namespace gate::guard
