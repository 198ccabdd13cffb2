#include "guard/pattern/pattern_cost.hpp"

#include "guard/pattern/vectorscan.hpp"
#include "pattern_reference.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

PatternCost cost_of(const std::string& pattern, Filter filter)
{
    std::string image;
    CompiledPatterns compiled;

    EXPECT_FALSE(build_patterns({{pattern}}, filter, [](uint32_t) {},
                                &image)) << pattern;
    EXPECT_TRUE(read_image(image, {{pattern}}, &compiled));
    return compiled.each.empty() ? PatternCost() : compiled.each[0].cost;
}

// RE2's automata have no room for these: it walks their whole program.
TEST(PatternCost, LongRepeatsCostMicroseconds)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a sanitizer changes what is measured";
#endif
    uint32_t usual = cost_of("ACME-\\d{6}", usable_filter()).text;

    for (const char* pattern : {"x{1,1000}", "a.{500}c", "b.{300}b",
                                "(?:a{1,30}){1,30}b"})
    {
        for (Filter filter : {usable_filter(), Filter::none}) {
            EXPECT_GT(cost_of(pattern, filter).text, 1000u) << pattern;
            EXPECT_GT(cost_of(pattern, filter).text, 10 * usual) << pattern;
        }
    }
}

TEST(PatternCost, WhatOperatorsWriteCostsLittle)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a sanitizer changes what is measured";
#endif
    uint32_t hostile = cost_of("x{1,1000}", usable_filter()).text;

    for (const char* pattern : {
             "ACME-\\d{6}", "x{1,200}", "[A-Za-z0-9+/]{40,1000}",
             "AKIA[0-9A-Z]{16}", "ghp_[A-Za-z0-9]{36}",
             "sk-[A-Za-z0-9]{20,200}", "(?i)password\\s*[:=]\\s*\\S{6,40}",
             "sk_(?:test|live)_[0-9a-zA-Z]{10,99}",
             "\\b\\d{3}-\\d{2}-\\d{4}\\b", "(?i)project[ -]falcon",
             "-----BEGIN (?:RSA |EC )?PRIVATE KEY-----"})
    {
        PatternCost cost = cost_of(pattern, usable_filter());
        EXPECT_LT(cost.text, hostile / 20) << pattern;
        EXPECT_GT(cost.text, 0u) << pattern;
        EXPECT_GE(cost.search, 4u) << pattern;
    }
}

TEST(PatternCost, APatternWithoutTextsHasACostToo)
{
    for (const char* pattern : {"\\0", "(?:\\0|a)+", "\\p{Greek}",
                                "(?:^|a)b", "(?:){5}a", "[^]", "a{0}b"})
    {
        EXPECT_GE(cost_of(pattern, usable_filter()).search, 4u) << pattern;
    }
}

}  // namespace

}  // namespace gate::guard
