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

TEST(DigitRun, ADashOrDotWithWhiteSpaceBesideItPartsTwoNumbers)
{
    for (std::string_view text : {"12 - 34", "12. 34", "12 .34", "12- 34",
                                  "12 / 34", "12/34", "12 34", "12\u00a0-34",
                                  "12) 34"}) {
        DigitRun run(text, 0);
        ASSERT_EQ(run.size(), 2u) << text;
        EXPECT_TRUE(run.is_free_after(0)) << text;
        EXPECT_TRUE(run.is_free_before(1)) << text;
    }
    for (std::string_view text : {"12.34", "12-34", "12‐34", "12-/34"}) {
        DigitRun run(text, 0);
        ASSERT_EQ(run.size(), 2u) << text;
        EXPECT_FALSE(run.is_free_after(0)) << text;
        EXPECT_FALSE(run.is_free_before(1)) << text;
    }
}

TEST(DigitRun, WhatWasTakenIsFollowedOverAGap)
{
    DigitRun run("12 - 34 56", 0);
    EXPECT_FALSE(run.follows_taken(0));
    EXPECT_FALSE(run.follows_taken(1));
    run.take(2);
    EXPECT_TRUE(run.follows_taken(1));
    EXPECT_FALSE(run.follows_taken(2));
    EXPECT_TRUE(DigitRun("12 / 34", 5, 2).follows_taken(0));
    EXPECT_FALSE(DigitRun("12 x 34", 5, 2).follows_taken(0));
    EXPECT_FALSE(DigitRun("12 34", 0, 0).follows_taken(0));
}

// Of the groups from the one at `at` to the last one.
bool is_in_table(std::string_view text, size_t at, size_t most,
    size_t taken = 0)
{
    DigitRun run(text, at, taken);
    return run.is_in_table(0, run.size() - 1, most);
}

TEST(DigitRun, AHexDumpIsSeenFromBothSides)
{
    EXPECT_TRUE(is_in_table("506F 5070 5071", 5, 8));
    EXPECT_TRUE(is_in_table("506F\r\n5070 5071", 6, 8));
    EXPECT_TRUE(is_in_table("506F 5069 5070 5071", 10, 8));
    DigitRun run("5070 5071 507A", 0);
    EXPECT_TRUE(run.is_in_table(0, 1, 8));
    EXPECT_FALSE(is_in_table("x 5070 5071", 2, 8));
    EXPECT_FALSE(is_in_table("face5 5070 5071", 6, 8));
    EXPECT_FALSE(is_in_table("face 5070 5071", 5, 8));
    EXPECT_FALSE(is_in_table("506F 5070-5071", 5, 8));
    EXPECT_FALSE(is_in_table("506F, 5070 5071", 6, 8));
}

TEST(DigitRun, ATableHasMoreNumbersThanThat)
{
    EXPECT_TRUE(is_in_table("2001\n5070 5071", 5, 0));
    EXPECT_FALSE(is_in_table("2001\n5070 5071", 5, 1));
    EXPECT_TRUE(is_in_table("2001 2002\t5070 5071", 10, 1));
    EXPECT_FALSE(is_in_table("201 2002 5070 5071", 9, 1));
    // what was taken is no part of it
    EXPECT_FALSE(is_in_table("2001 2002 5070 5071", 10, 1, 4));
    EXPECT_TRUE(is_in_table("2001 2002 5070 5071", 10, 1, 2));
}

}  // namespace

}  // namespace gate::guard
