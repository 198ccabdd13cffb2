#include "guard/people/address_tail.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

std::string tail(std::string_view text, CityCase letters = CityCase::capital)
{
    TokenReader in(text);
    return std::string(
        text.substr(0, read_address_tail(in, 0, letters).end));
}

TEST(AddressTail, PartsFollowInTheUsualOrders)
{
    EXPECT_EQ(tail(", Apt 4, Dayton, OH 45402 is"),
              ", Apt 4, Dayton, OH 45402");
    EXPECT_EQ(tail("\nDayton, OH 45402\nPhone"), "\nDayton, OH 45402");
    EXPECT_EQ(tail(", 10115 Berlin, Germany."), ", 10115 Berlin, Germany");
    EXPECT_EQ(tail(", London NW1 6XE since"), ", London NW1 6XE");
    EXPECT_EQ(tail(", Lund 221 00 now"), ", Lund 221 00");
    EXPECT_EQ(tail(" #12"), " #12");
    EXPECT_EQ(tail(", 3rd Floor, Leeds."), ", 3rd Floor, Leeds");
    EXPECT_EQ(tail(", leeds; now", CityCase::any), ", leeds");
    EXPECT_EQ(tail(", leeds; now", CityCase::capital), "");
}

TEST(AddressTail, WordsOfTheSentenceAreNoCity)
{
    for (const char* text : {" and more", ", please", ", Anna said", "\nDear",
                             "", " ", ",", ", 12", " 345 books", "  Dayton"})
    {
        EXPECT_EQ(tail(text), "") << text;
    }
}

TEST(AddressTail, NothingIsReadOverABreak)
{
    EXPECT_EQ(tail(std::string_view(",\n\0\nDayton, OH 45402", 21)), "");
}

TEST(AddressTail, PostcodesWithLetters)
{
    for (std::string code : {"NW1 6XE", "M1 1AE", "EC1A 1BB", "SW1A 2AA",
                             "M5H 2N2", "1017 AB"})
    {
        EXPECT_EQ(read_letter_postcode(code + ",", 0), code.size()) << code;
    }
    for (const char* code : {"M1 8GB", "NW1 6XEX", "A1 1A", "nw1 6xe", ""}) {
        EXPECT_EQ(read_letter_postcode(code, 0), 0u) << code;
    }
}

}  // namespace

}  // namespace gate::guard
