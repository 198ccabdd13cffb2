#include "guard/pattern/pattern_cursor.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(PatternCursor, CharactersAreReadWhole)
{
    PatternCursor in("a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(in.character(), uint32_t{'a'});
    EXPECT_EQ(in.character(), 0xe9u);
    EXPECT_EQ(in.character(), 0x20acu);
    EXPECT_EQ(in.character(), 0x1f600u);
    EXPECT_TRUE(in.ended());
    EXPECT_EQ(in.peek(), '\0');
}

TEST(PatternCursor, TheFirstFailureStaysAndEndsThePattern)
{
    PatternCursor in("abc");
    in.fail(1, "first");
    in.fail(2, "second");
    EXPECT_TRUE(in.ended());
    EXPECT_EQ(in.error()->offset, 1u);
    EXPECT_EQ(in.error()->cause, "first");
}

TEST(PatternCursor, CountsAreReadWholeOrNotAtAll)
{
    int least;
    int most;
    PatternCursor exact("2}");
    EXPECT_TRUE(exact.counts(&least, &most));
    EXPECT_EQ(least, 2);
    EXPECT_EQ(most, 2);

    PatternCursor open("2,}");
    EXPECT_TRUE(open.counts(&least, &most));
    EXPECT_EQ(most, -1);

    for (std::string_view text : {"", "}", ",2}", "2", "2,", "2,x}", "x}",
                                  "12345678}"})
    {
        PatternCursor in(text);
        EXPECT_FALSE(in.counts(&least, &most)) << text;
        EXPECT_EQ(in.at(), 0u);
    }
}

TEST(PatternCursor, PropertiesLoseThePrefixOfTheirName)
{
    PatternCursor in("p{Script=Greek}P{^Lu}pL");
    EXPECT_EQ(in.property(), "\\p{Greek}");
    EXPECT_EQ(in.property(), "\\P{^Lu}");
    EXPECT_EQ(in.property(), "\\pL");
    EXPECT_FALSE(in.failed());
}

}  // namespace

}  // namespace gate::guard
