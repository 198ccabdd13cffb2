#include "guard/people/address_tokens.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <random>
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

void expect_same(const Token& a, const Token& b, size_t shift)
{
    EXPECT_EQ(a.kind, b.kind);
    EXPECT_EQ(a.start, b.start + shift);
    EXPECT_EQ(a.end, b.end + shift);
    EXPECT_EQ(a.digits, b.digits);
    EXPECT_EQ(a.marks, b.marks);
    EXPECT_EQ(a.capital, b.capital);
    EXPECT_EQ(a.all_caps, b.all_caps);
    EXPECT_EQ(a.dotted, b.dotted);
    EXPECT_EQ(a.plain, b.plain);
    EXPECT_EQ(a.small(), b.small());
}

std::string random_text(std::mt19937& random)
{
    constexpr std::string_view parts[] = {
        "a", "B", "7", "42", "-", "'", "/", ".", " ", ",", "\u00e9", "\u0416",
        "Street", "12th", "AVE", "weg", std::string_view("\0", 1), "apt",
    };
    std::string text;
    for (size_t i = random() % 12; i > 0; i--) {
        text += parts[random() % std::size(parts)];
    }
    return text;
}

// At the ends of a text tokens are read byte by byte.
TEST(AddressTokens, ATokenIsTheSameAtTheEndsOfTheTextAndInside)
{
    constexpr size_t shift = 20;
    std::mt19937 random(1);
    for (int round = 0; round < 20000; round++) {
        std::string text = random_text(random);
        std::string padded =
            std::string(shift, ' ') + text + std::string(shift, ' ');
        SCOPED_TRACE(text);
        for (size_t at = 0; at <= text.size(); at++) {
            bool is_border = at == text.size() || (text[at] & 0xc0) != 0x80;
            if (is_border) {
                expect_same(read_token(padded, at + shift),
                            read_token(text, at), shift);
                expect_same(read_token_before(padded, at + shift),
                            read_token_before(text, at), shift);
            }
        }
    }
}

TEST(AddressTokens, AReaderGivesTheSameTokens)
{
    std::mt19937 random(2);
    for (int round = 0; round < 300; round++) {
        std::string text;
        while (text.size() < 200) {
            text += random_text(random);
        }
        TokenReader in(text);
        for (int i = 0; i < 300; i++) {
            size_t at = random() % text.size();
            if ((text[at] & 0xc0) != 0x80) {
                expect_same(in.at(at), read_token(text, at), 0);
                expect_same(in.before(at), read_token_before(text, at), 0);
            }
        }
    }
}

TEST(AddressTokens, AReaderKnowsOrdinaryWords)
{
    TokenReader in("table Blorzufek caf\u00e9");
    for (int i = 0; i < 2; i++) {
        EXPECT_TRUE(in.is_ordinary(in.at(0)));
        EXPECT_FALSE(in.is_ordinary(in.at(6)));
    }
    EXPECT_TRUE(in.is_ordinary(read_token(in.text(), 0)));
}

}  // namespace

}  // namespace gate::guard
