#include "guard/people/address_number.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "guard/people/address_tokens.hpp"

namespace gate::guard {

namespace {

using Kind = HouseNumber::Kind;

Kind kind_of(std::string_view text)
{
    return read_house_number(text, 0).kind;
}

std::string number_of(std::string_view text)
{
    HouseNumber number = read_house_number(text, 0);
    return number.kind == Kind::house ? std::string(text.substr(0, number.end))
                                      : "";
}

TEST(AddressNumber, HousesHaveNumbers)
{
    EXPECT_EQ(number_of("12"), "12");
    EXPECT_EQ(number_of("12, Oak"), "12");
    EXPECT_EQ(number_of("12. Oak"), "12");
    EXPECT_EQ(number_of("221B Baker"), "221B");
    EXPECT_EQ(number_of("12-14a Oak"), "12-14a");
    EXPECT_EQ(number_of("5/7 Oak"), "5/7");
    EXPECT_EQ(number_of("5/B Oak"), "5/B");
    EXPECT_EQ(read_house_number("x 1072-5", 2).digits, 4u);
}

TEST(AddressNumber, OtherThingsHaveOthers)
{
    for (const char* text : {"10:30", "50%", "3.5", "1=2", "1_000", "12/",
                             "12- ", "21st", "10-year-old", "4w5", "1234567",
                             "5B7", "12B-14"})
    {
        EXPECT_EQ(kind_of(text), Kind::none) << text;
    }
    EXPECT_EQ(kind_of("12\u00e9"), Kind::unknown);
    EXPECT_EQ(kind_of("12-\u00e9"), Kind::unknown);
    EXPECT_EQ(kind_of("1-" + std::string(40, '2')), Kind::unknown);
}

TEST(AddressNumber, TheWordBehindItIsAfterOneSpace)
{
    std::string_view text = "12. Oak";
    EXPECT_EQ(behind_house(text, read_house_number(text, 0)), 4u);
    EXPECT_EQ(behind_house("12 Oak", read_house_number("12 Oak", 0)), 3u);
    EXPECT_EQ(behind_house("12,Oak", read_house_number("12,Oak", 0)), 6u);
    EXPECT_EQ(behind_house("12", read_house_number("12", 0)), 2u);
}

TEST(AddressNumber, ATokenOfTheSameBytesIsTheSame)
{
    constexpr std::string_view bytes = "123456789-'/aBt. ,";
    std::mt19937 random(1);
    for (int round = 0; round < 50000; round++) {
        std::string text(1, '7');
        for (size_t i = random() % 12; i > 0; i--) {
            text += bytes[random() % bytes.size()];
        }
        HouseNumber number = read_house_number(text, 0);
        Token token = read_token(text, 0);
        bool is_house = token.kind == TokenKind::number && token.digits < 7;
        if (number.kind == Kind::house) {
            EXPECT_TRUE(is_house) << text;
            EXPECT_EQ(number.end, token.end) << text;
            EXPECT_EQ(number.digits, token.digits) << text;
        }
    }
}

}  // namespace

}  // namespace gate::guard
