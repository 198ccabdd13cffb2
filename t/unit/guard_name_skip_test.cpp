#include "guard/people/name_skip.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

// Where the word behind `before` is passed to by both ways.
size_t passed(const std::string& before, const std::string& text)
{
    std::string whole = before + text;
    NameSkipper quick(whole);
    NameSkipper slow(whole);
    uint32_t flags = flag_not_known;
    size_t at = quick.skip_frequent(before.size());
    size_t end = slow.skip(before.size(), &flags);
    EXPECT_TRUE(at == 0 || at == end) << whole;
    return end == 0 ? 0 : end - before.size();
}

TEST(NameSkip, OrdinaryWordsArePassed)
{
    for (std::string word : {"The", "When", "I", "Please", "Therefore", "My",
                             "According", "Can"})
    {
        EXPECT_EQ(passed("so. ", word + " it is said to be"), word.size());
        EXPECT_EQ(passed("so.\n", word + ", it is said to be"), word.size());
    }
}

TEST(NameSkip, WhatMayBeginANameIsNot)
{
    EXPECT_EQ(passed("so. ", "Anna it is said to be"), 0u);
    EXPECT_EQ(passed("so. ", "Dr. it is said to be it"), 0u);
    EXPECT_EQ(passed("so. ", "My Anna is said to be"), 0u);
    EXPECT_EQ(passed("so. ", "A. Anna is said to be"), 0u);
    EXPECT_EQ(passed("name is ", "Can and it is said to be"), 0u);
    EXPECT_EQ(passed("so. ", "My-Lan is said to be it"), 0u);
    EXPECT_EQ(passed("so. ", "The\u00e9 is said to be it"), 0u);
    EXPECT_EQ(passed("so. ", "Can said that it is to be"), 0u);
    EXPECT_EQ(passed("so. ", "Can van der is said to be"), 0u);
    EXPECT_EQ(passed("so. ", "When"), 0u);
}

TEST(NameSkip, TheLastWordIsRemembered)
{
    std::string text = "so. When Anna is said to be here, she is";
    NameSkipper skipper(text);
    uint32_t flags = flag_not_known;
    EXPECT_EQ(skipper.skip_frequent(4), 8u);
    EXPECT_TRUE(skipper.is_before(9));
    EXPECT_FALSE(skipper.is_before(8));
    EXPECT_EQ(skipper.word(), "When");
    EXPECT_EQ(skipper.start(), 4u);
    EXPECT_EQ(flags, flag_not_known);
    EXPECT_FALSE(NameSkipper(text).is_before(1));
}

}  // namespace

}  // namespace gate::guard
