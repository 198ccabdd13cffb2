#include "base/hex.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate {

namespace {

TEST(Hex, EachByteIsTwoLowerCaseDigitsAndBack)
{
    constexpr char digits[] = "0123456789abcdef";

    for (unsigned i = 0; i < 256; i++) {
        auto byte = static_cast<uint8_t>(i);
        std::string out = "x";
        append_hex(out, &byte, 1);
        EXPECT_EQ(out, std::string("x") + digits[i / 16] + digits[i % 16]);

        uint8_t back = 0;
        EXPECT_TRUE(decode_hex(out.substr(1), &back, 1));
        EXPECT_EQ(back, byte);
    }
}

TEST(Hex, OnlyTheSixteenDigitsAreDigits)
{
    constexpr std::string_view digits = "0123456789abcdef";
    uint8_t byte;

    for (unsigned i = 0; i < 256; i++) {
        char c = static_cast<char>(i);
        bool good = digits.find(c) != digits.npos;
        EXPECT_EQ(decode_hex(std::string{c, '0'}, &byte, 1), good) << i;
        EXPECT_EQ(decode_hex(std::string{'0', c}, &byte, 1), good) << i;
    }
}

TEST(Hex, TheLengthMustFit)
{
    uint8_t bytes[2];
    EXPECT_TRUE(decode_hex("", bytes, 0));
    EXPECT_FALSE(decode_hex("", bytes, 1));
    EXPECT_FALSE(decode_hex("abc", bytes, 2));
    EXPECT_FALSE(decode_hex("abcde", bytes, 2));
    EXPECT_TRUE(decode_hex("0aff", bytes, 2));
    EXPECT_EQ(bytes[0], 0x0a);
    EXPECT_EQ(bytes[1], 0xff);
}

}  // namespace

}  // namespace gate
