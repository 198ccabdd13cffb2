#include "guard/pii/glyph.hpp"

#include "base/text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

std::string folded(std::string_view text)
{
    std::string out;
    for (size_t at = 0; at < text.size(); ) {
        Glyph g = glyph_at(text, at);
        out += g.c;
        at += g.size;
    }
    return out;
}

TEST(Glyph, FoldsToItsAsciiCounterpart)
{
    EXPECT_EQ(folded("aZ09@:"), "aZ09@:");
    EXPECT_EQ(folded("０９＠：．＋（）ａＺ"), "09@:.+()aZ");
    EXPECT_EQ(folded("①⑨⓪ⒶⓏⓐⓩ"), "190AZaz");
    EXPECT_EQ(folded("𝟎𝟗𝟘𝟡𝟢𝟫𝟬𝟵𝟶𝟿"), "0909090909");
    EXPECT_EQ(folded("𝐀𝐙𝐚𝐳𝙰𝚉𝚊𝚣"), "AZazAZaz");
    EXPECT_EQ(folded("٠٩۰۹०९০৯๐๙"), "0909090909");
    EXPECT_EQ(folded("‐‑‒–—―−－"), "--------");
    EXPECT_EQ(folded("\u00a0\u2009\u202f\u3000"), "    ");
}

TEST(Glyph, OthersAreLettersIdeographsOrSymbols)
{
    EXPECT_EQ(folded("éжλʃ"), std::string(4, Glyph::letter));
    EXPECT_EQ(folded("電かカ한ก"), std::string(5, Glyph::ideograph));
    EXPECT_EQ(folded("§€“”。、😀\u200b\ufeff").find(Glyph::letter),
              std::string::npos);
}

TEST(Glyph, EachCharacterIsTheSameFromBothSides)
{
    for (char32_t code = 1; code < 0x110000; code += code < 0x3400 ? 1 : 7) {
        std::string text;
        if (code >= 0xd800 && code < 0xe000) {
            continue;
        }
        if (code < 0x80) {
            text += static_cast<char>(code);
        } else if (code < 0x800) {
            text += static_cast<char>(0xc0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3f));
        } else if (code < 0x10000) {
            text += static_cast<char>(0xe0 | code >> 12);
            text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
            text += static_cast<char>(0x80 | (code & 0x3f));
        } else {
            text += static_cast<char>(0xf0 | code >> 18);
            text += static_cast<char>(0x80 | (code >> 12 & 0x3f));
            text += static_cast<char>(0x80 | (code >> 6 & 0x3f));
            text += static_cast<char>(0x80 | (code & 0x3f));
        }
        ASSERT_TRUE(text::is_utf8(text)) << code;

        Glyph ahead = glyph_at(text, 0);
        Glyph back = glyph_before("x" + text, text.size() + 1);
        ASSERT_EQ(ahead.size, text.size()) << code;
        ASSERT_EQ(back.size, text.size()) << code;
        ASSERT_EQ(ahead.c, back.c) << code;
    }
}

TEST(Glyph, NothingIsReadOutsideOfTheText)
{
    EXPECT_EQ(glyph_at("", 0).size, 0);
    EXPECT_EQ(glyph_before("", 0).size, 0);
    EXPECT_EQ(glyph_at("\xf0\x9f", 0).size, 1);
    EXPECT_EQ(glyph_before("\x80\x80", 2).size, 2);
}

TEST(Glyph, ASpelledLineEndIsNoWord)
{
    EXPECT_TRUE(touches_word("an1", 2));
    EXPECT_FALSE(touches_word("a 1", 2));
    EXPECT_FALSE(touches_word("\\n1", 2));
    EXPECT_TRUE(touches_word("\\x1", 2));
    EXPECT_TRUE(touches_word("é1", 2));
}

TEST(Glyph, UnderscoresWithNoWordBeyondThemAreEmphasis)
{
    EXPECT_FALSE(touches_word("so __", 5));
    EXPECT_FALSE(touches_word("___", 3));
    EXPECT_FALSE(touches_word("\\n_", 3));
    EXPECT_TRUE(touches_word("a_", 2));
    EXPECT_TRUE(touches_word("____", 4));
    EXPECT_FALSE(goes_on_in_word("__ so", 0));
    EXPECT_FALSE(goes_on_in_word("1___", 1));
    EXPECT_TRUE(goes_on_in_word("1__a", 1));
    EXPECT_TRUE(goes_on_in_word("1____", 1));
    EXPECT_TRUE(goes_on_in_word("1a", 1));
}

TEST(Glyph, AWordIsComparedWithoutCase)
{
    EXPECT_TRUE(has_word_at("a FaX", 2, "fax"));
    EXPECT_FALSE(has_word_at("a FaX", 3, "fax"));
    EXPECT_FALSE(has_word_at("a fa", 2, "fax"));
    EXPECT_FALSE(has_word_at("a", 2, "fax"));
}

}  // namespace

}  // namespace gate::guard
