#include "guard/pattern/group_reader.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

GroupFlags flags(std::string_view pattern)
{
    PatternCursor in(pattern);
    in.skip(2);
    GroupFlags read = read_flags(in);
    EXPECT_FALSE(in.failed()) << pattern;
    EXPECT_TRUE(in.ended()) << pattern;
    return read;
}

TEST(GroupReader, FlagsHoldForAGroupOrFromHereOn)
{
    GroupFlags on = flags("(?i)");
    EXPECT_EQ(on.fold, Case::folded);
    EXPECT_EQ(on.dot_all, std::nullopt);
    EXPECT_FALSE(on.opens_group);
    EXPECT_EQ(on.re2, "(?i)");
    EXPECT_EQ(on.scan, "(?i)");

    GroupFlags group = flags("(?s-i:");
    EXPECT_EQ(group.fold, Case::exact);
    EXPECT_EQ(group.dot_all, true);
    EXPECT_TRUE(group.opens_group);
    EXPECT_EQ(group.re2, "(?s-i:");
    EXPECT_EQ(group.scan, "(?-i:");
}

TEST(GroupReader, VectorscanGetsNoFlagButI)
{
    EXPECT_EQ(flags("(?m)").scan, "");
    EXPECT_EQ(flags("(?s-m:").scan, "(?:");
    EXPECT_EQ(flags("(?i-s)").scan, "(?i)");
}

TEST(GroupReader, RefusedGroupsAreKnownByTheirBeginning)
{
    for (std::string_view pattern : {"(?=a)", "(?!a)", "(?<=a)", "(?<!a)",
                                     "(?>a)", "(?R)", "(?(1)a)", "(*F)"}) {
        PatternCursor in(pattern);
        EXPECT_TRUE(refuse_group(in)) << pattern;
        EXPECT_TRUE(in.failed()) << pattern;
    }
    for (std::string_view pattern : {"(a)", "(?:a)", "(?<a>b)", "(?i)"}) {
        PatternCursor in(pattern);
        EXPECT_FALSE(refuse_group(in)) << pattern;
        EXPECT_EQ(in.at(), 0u);
    }
}

}  // namespace

}  // namespace gate::guard
