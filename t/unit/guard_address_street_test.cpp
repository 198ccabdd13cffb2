#include "guard/people/address_street.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

Street street_at(std::string_view text, size_t start)
{
    TokenReader in(text);
    return read_street(in, start);
}

Street street_before(std::string_view text, size_t from, size_t digit)
{
    TokenReader in(text);
    return read_street_before(in, from, digit);
}

TEST(AddressStreet, ANumberBeforeTheName)
{
    Street street = street_at("12 Main Street now", 0);
    EXPECT_TRUE(street.certain);
    EXPECT_EQ(street.end, 14u);

    street = street_at("12 Oak Court now", 0);
    EXPECT_FALSE(street.certain);
    EXPECT_TRUE(street.possible);
    EXPECT_EQ(street_at("12 green bottles", 0).end, 0u);
    EXPECT_EQ(street_at("Main Street", 0).end, 0u);
}

TEST(AddressStreet, ANumberBehindTheName)
{
    std::string text = "at Via Garibaldi 12";
    Street street = street_before(text, 0, 17);
    EXPECT_TRUE(street.certain);
    EXPECT_EQ(street.start, 3u);
    EXPECT_EQ(street.end, text.size());
    EXPECT_EQ(street_before(text, 8, 17).end, 0u);
    EXPECT_EQ(street_before("to 12", 0, 3).end, 0u);
}

}  // namespace

}  // namespace gate::guard
