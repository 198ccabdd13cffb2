#include "guard/pattern/pattern_check.hpp"

#include <gtest/gtest.h>

#include <re2/re2.h>

namespace gate::guard {

namespace {

TEST(PatternCheck, AProgramHasALimit)
{
    CheckedPattern checked;
    EXPECT_FALSE(check_pattern("a.{500}c", &checked));
    EXPECT_LT(checked.re2->ProgramSize(), max_program);

    auto error = check_pattern("a.{700}c", &checked);
    ASSERT_TRUE(error);
    EXPECT_NE(error->cause.find("too large"), std::string::npos);
}

TEST(PatternCheck, WhatRe2RefusesHasAnOffsetInThePatternAsWritten)
{
    CheckedPattern checked;
    auto error = check_pattern("\\u0061\\u0062\\p{Nope}", &checked);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->offset, 12u);
}

}  // namespace

}  // namespace gate::guard
