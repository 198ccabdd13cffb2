#include "guard/injection/bent_word.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(BentWord, LeetspeakReadsAOneAsIOrAsL)
{
    EXPECT_EQ(straightened("1gn0re", Squeeze::no), "ignore");
    EXPECT_EQ(straightened("ru1e5", Squeeze::no), "rules");
    EXPECT_EQ(straightened("2023", Squeeze::no), "");
}

TEST(BentWord, RepeatedLettersNeedASign)
{
    EXPECT_EQ(straightened("ruules", Squeeze::no), "");
    EXPECT_EQ(straightened("ruules", Squeeze::yes), "rules");
}

TEST(BentWord, AStraightKeyWordIsNotBent)
{
    EXPECT_EQ(straightened("rules", Squeeze::yes), "");
    EXPECT_EQ(straightened("", Squeeze::yes), "");
    EXPECT_EQ(straightened(std::string(60, 'a'), Squeeze::yes), "");
}

TEST(BentWord, TheCoreHasNoQuotesAndStops)
{
    EXPECT_EQ(core_of("'(rules).\""), "rules");
    EXPECT_EQ(core_of("@ll!"), "@ll");
    EXPECT_EQ(core_of("..."), "");
}

}  // namespace

}  // namespace gate::guard
