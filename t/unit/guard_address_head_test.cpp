#include "guard/people/address_head.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

// What stands before the town whose last word ends the text.
std::string head(std::string_view text, size_t from = 0)
{
    TokenReader in(text);
    Token town = in.before(text.size());
    size_t start = read_address_head(in, from, town);
    return std::string(text.substr(start, town.start - start));
}

TEST(AddressHead, ATownHasSeveralWords)
{
    EXPECT_EQ(head("in Milton Keynes"), "Milton ");
    EXPECT_EQ(head("in Stoke on Trent"), "Stoke on ");
    EXPECT_EQ(head("in St. Albans"), "St. ");
    EXPECT_EQ(head("in Leeds"), "");
    EXPECT_EQ(head("on Trent"), "");
    EXPECT_EQ(head("in Paris. London"), "");
}

TEST(AddressHead, AVerbBeforeItIsOfTheSentence)
{
    EXPECT_EQ(head("Visit London"), "");
    EXPECT_EQ(head("so then. Visit London"), "");
    EXPECT_EQ(head("Bath, Somerset"), "Bath, ");
}

TEST(AddressHead, PartsAreReadBackOverCommas)
{
    EXPECT_EQ(head("in Malmesbury, Wiltshire"), "Malmesbury, ");
    EXPECT_EQ(head("at Unit 4, Old Mill Lane, Malmesbury, Wiltshire"),
              "Unit 4, Old Mill Lane, Malmesbury, ");
    EXPECT_EQ(head("The Old Rectory,\nChurch Lane,\r\nBath, Somerset"),
              "The Old Rectory,\nChurch Lane,\r\nBath, ");
    EXPECT_EQ(head("at 14 Foo, Leeds"), "14 Foo, ");
    EXPECT_EQ(head("at home, Leeds"), "");
    EXPECT_EQ(head("of 14, Leeds"), "");
    EXPECT_EQ(head("A, B, C, D, E, F, Leeds"), "C, D, E, F, ");
}

TEST(AddressHead, NothingIsReadBeforeTheLastFinding)
{
    EXPECT_EQ(head("Old Mill Lane, Bath, Somerset", 15), "Bath, ");
    EXPECT_EQ(head("Milton Keynes", 6), "");
    EXPECT_EQ(head("Milton Keynes", 2), "");
}

}  // namespace

}  // namespace gate::guard
