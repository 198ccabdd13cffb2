#include "guard/number_digits.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

std::string digits(std::string_view spelling, size_t least = 1)
{
    std::string out = "=";
    bool is_there = append_whole_digits(out, spelling, least);
    EXPECT_EQ(is_there, out.size() > 1) << spelling;
    return out.substr(1);
}

TEST(NumberDigits, AFractionOfZerosIsNone)
{
    EXPECT_EQ(digits("4111111111111111.0"), "4111111111111111");
    EXPECT_EQ(digits("4111111111111111.000"), "4111111111111111");
    EXPECT_EQ(digits("4111111111111111.5"), "");
    EXPECT_EQ(digits("4111111111111111.01"), "");
}

TEST(NumberDigits, AnExponentMovesThePoint)
{
    EXPECT_EQ(digits("4.111111111111111e15"), "4111111111111111");
    EXPECT_EQ(digits("4.111111111111111E+15"), "4111111111111111");
    EXPECT_EQ(digits("41111111.11111111e8"), "4111111111111111");
    EXPECT_EQ(digits("0.00041e5"), "41");
    EXPECT_EQ(digits("41000e-3"), "41");
    EXPECT_EQ(digits("41e0"), "41");
    EXPECT_EQ(digits("1E3"), "1000");
    EXPECT_EQ(digits("4.1e0"), "");
    EXPECT_EQ(digits("41001e-3"), "");
    EXPECT_EQ(digits("41e-2"), "");
}

TEST(NumberDigits, TheSignIsLeftOut)
{
    EXPECT_EQ(digits("-4.1e1"), "41");
}

TEST(NumberDigits, ANumberThatIsSpelledPlainlyIsNotSpelledTwice)
{
    EXPECT_EQ(digits("4111111111111111"), "");
    EXPECT_EQ(digits("-4111111111111111"), "");
}

TEST(NumberDigits, OnlySoManyDigitsAreWritten)
{
    EXPECT_EQ(digits("1e19"), "1" + std::string(19, '0'));
    EXPECT_EQ(digits("1e20"), "");
    EXPECT_EQ(digits("1e6", 7), "1000000");
    EXPECT_EQ(digits("1e5", 7), "");
    EXPECT_EQ(digits("1e99999999999999999999"), "");
    EXPECT_EQ(digits("1e-99999999999999999999"), "");
    EXPECT_EQ(digits("41" + std::string(5000, '0') + "e-5000"), "41");
    EXPECT_EQ(digits("0." + std::string(5000, '0') + "41e5002"), "41");
}

TEST(NumberDigits, ZeroHasNone)
{
    EXPECT_EQ(digits("0.0"), "");
    EXPECT_EQ(digits("0e9"), "");
    EXPECT_EQ(digits("-0.000e12"), "");
}

}  // namespace

}  // namespace gate::guard
