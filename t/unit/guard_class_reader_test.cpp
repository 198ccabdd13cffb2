#include "guard/pattern/class_reader.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

std::string brackets(std::string_view pattern)
{
    PatternCursor in(pattern);
    CharClass members = read_brackets(in);
    if (in.failed()) {
        return std::to_string(in.error()->offset) + " " + in.error()->cause;
    }
    std::string out;
    members.append_re2(out);
    return out;
}

TEST(ClassReader, BracketsAreReadAsJavaScriptReadsThem)
{
    EXPECT_EQ(brackets("[a-c_]"), "[a-c_]");
    EXPECT_EQ(brackets("[^a]"), "[^a]");
    EXPECT_EQ(brackets("[^]"), "[\\x{0}-\\x{10ffff}]");
    EXPECT_EQ(brackets("[\\b\\-]"), "[\\x{8}\\-]");
    EXPECT_EQ(brackets("[\\d-x]"), "[\\d\\-x]");
    EXPECT_EQ(brackets("[x-]"), "[x\\-]");
    EXPECT_EQ(brackets("[\\p{sc=Greek}\\]]"), "[\\p{Greek}\\]]");
}

TEST(ClassReader, WhatIsNoSetHasItsOffset)
{
    EXPECT_EQ(brackets("[]a]").substr(0, 2), "0 ");
    EXPECT_EQ(brackets("[a").substr(0, 2), "0 ");
    EXPECT_EQ(brackets("[ab-a]").substr(0, 2), "2 ");
    EXPECT_EQ(brackets("[a-").substr(0, 2), "1 ");
    EXPECT_EQ(brackets("[a\\1]").substr(0, 2), "2 ");
}

TEST(ClassReader, OtherLettersAreLeftUnread)
{
    PatternCursor in("n");
    CharClass members;
    EXPECT_FALSE(read_class_escape(in, &members));
    EXPECT_EQ(in.at(), 0u);
}

}  // namespace

}  // namespace gate::guard
