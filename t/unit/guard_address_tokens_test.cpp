#include "guard/people/address_tokens.hpp"

#include <gtest/gtest.h>

#include <string>

#include "guard/people/street_words.hpp"

namespace gate::guard {

namespace {

TEST(AddressTokens, NumbersAndWords)
{
    Token number = read_token("221B Baker", 0);
    EXPECT_EQ(number.kind, TokenKind::number);
    EXPECT_EQ(number.digits, 3u);
    EXPECT_EQ(number.end, 4u);
    EXPECT_FALSE(number.plain);

    EXPECT_TRUE(read_token("12", 0).plain);
    EXPECT_EQ(read_token("12-14 x", 0).end, 5u);
    EXPECT_EQ(read_token("5th", 0).kind, TokenKind::ordinal);
    EXPECT_EQ(read_token("12abc", 0).kind, TokenKind::none);
    EXPECT_EQ(read_token(" 12", 0).kind, TokenKind::none);
    EXPECT_EQ(read_token("", 0).kind, TokenKind::none);
}

TEST(AddressTokens, AWordInSmallLettersWithItsMarks)
{
    Token word = read_token("STRASSE.", 0);
    EXPECT_EQ(word.small(), "strasse");
    EXPECT_TRUE(word.all_caps);
    EXPECT_TRUE(word.dotted);
    EXPECT_EQ(word.next(), 8u);
    EXPECT_TRUE(word.is(mark_suffix));
    EXPECT_EQ(read_token("Ålesund", 0).small(), "ålesund");
    EXPECT_EQ(read_token("ŁÓDŹ", 0).small(), "łódź");
}

TEST(AddressTokens, BackwardsIsTheSameToken)
{
    std::string text = "ul. Złota 12B,";
    EXPECT_EQ(read_token_before(text, text.size() - 1).start, 11u);
    EXPECT_EQ(read_token_before(text, 10).small(), "złota");
    EXPECT_EQ(read_token_before(text, 3).small(), "ul");
    EXPECT_EQ(read_token_before(text, text.size()).kind, TokenKind::none);
    EXPECT_EQ(read_token_before(text, 0).kind, TokenKind::none);
}

TEST(AddressTokens, TokensWithoutEndAreNone)
{
    std::string text(200, 'a');
    EXPECT_EQ(read_token(text, 0).kind, TokenKind::none);
    EXPECT_EQ(read_token_before(text, 200).kind, TokenKind::none);
}

TEST(AddressTokens, ADigitIsFoundAtEveryOffset)
{
    for (size_t size = 0; size < 70; size++) {
        std::string text(size, 'x');
        EXPECT_EQ(find_digit(text, 0), size);
        for (size_t at = 0; at < size; at++) {
            text[at] = at % 2 != 0 ? '0' : '9';
            EXPECT_EQ(find_digit(text, 0), at);
            text[at] = 'x';
        }
    }
}

}  // namespace

}  // namespace gate::guard
