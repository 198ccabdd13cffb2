#include "guard/pii/digit_run.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

TEST(DigitRun, GroupsAndGapsAreRead)
{
    std::string_view text = "+1 (415) 555-0132, 7";
    DigitRun run(text, 1);
    ASSERT_EQ(run.size(), 4u);
    EXPECT_EQ(run[1].view(), "415");
    EXPECT_EQ(run[1].before, gap_space | gap_open);
    EXPECT_EQ(run[2].before, gap_space | gap_close);
    EXPECT_EQ(run[3].before, gap_dash);
    EXPECT_EQ(run.gap_after(3), gap_none);
    EXPECT_EQ(run.before(0), '+');
    EXPECT_EQ(run.after(3), ',');
    EXPECT_EQ(run[3].value(), 132u);
}

TEST(DigitRun, DigitsAndGapsOfAnyKindAreRead)
{
    std::string_view text = "٤١٥‑５５５\u00a00132";
    DigitRun run(text, 0);
    ASSERT_EQ(run.size(), 3u);
    EXPECT_EQ(run[0].view(), "415");
    EXPECT_EQ(run[1].view(), "555");
    EXPECT_EQ(run[1].before, gap_dash);
    EXPECT_EQ(run[2].before, gap_space);
    EXPECT_EQ(run[2].end, text.size());
}

TEST(DigitRun, LineEndsWordsAndLongGapsEndIt)
{
    for (std::string_view text : {"12\n34", "12a34", "12,34", "12    34",
                                  "12 - .-34", "12-", "12+34", "12_34"}) {
        EXPECT_EQ(DigitRun(text, 0).size(), 1u) << text;
    }
}

TEST(DigitRun, WhatIsKeptIsBounded)
{
    std::string digits(1000, '7');
    DigitRun one(digits, 0);
    EXPECT_EQ(one[0].count, 1000u);
    EXPECT_EQ(one[0].view().size(), 20u);
    EXPECT_EQ(one[0].end, 1000u);

    std::string groups;
    for (int i = 0; i < 100; i++) {
        groups += "1 ";
    }
    EXPECT_TRUE(DigitRun(groups, 0).is_cut());
}

TEST(DigitRun, WordsAndJoinedNumbersAreSeenBesideAGroup)
{
    EXPECT_TRUE(DigitRun("a 12 b", 2).is_free_before(0));
    EXPECT_TRUE(DigitRun("a 12 b", 2).is_free_after(0));
    EXPECT_FALSE(DigitRun("a12b", 1).is_free_before(0));
    EXPECT_FALSE(DigitRun("a12b", 1).is_free_after(0));
    EXPECT_FALSE(DigitRun("a-12-b", 2).is_free_before(0));
    EXPECT_TRUE(DigitRun("a-12-b", 2).has_dashed_word(0));
    EXPECT_FALSE(DigitRun("12-34", 0).is_free_after(0));
    EXPECT_FALSE(DigitRun("12-34", 0).is_free_before(1));
    EXPECT_TRUE(DigitRun("12 34", 0).is_free_before(1));
    EXPECT_FALSE(DigitRun("12@x", 0).is_free_after(0));
}

TEST(DigitRun, AHexDumpIsSeenFromBothSides)
{
    EXPECT_TRUE(DigitRun("506F 5070 5071", 5).is_in_hex(0, 1));
    EXPECT_TRUE(DigitRun("5070 5071 507A", 0).is_in_hex(0, 1));
    EXPECT_FALSE(DigitRun("x 5070 5071", 2).is_in_hex(0, 1));
    EXPECT_FALSE(DigitRun("face5 5070 5071", 6).is_in_hex(0, 1));
}

}  // namespace

}  // namespace gate::guard
