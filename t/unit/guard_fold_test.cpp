#include "guard/injection/fold.hpp"

#include "base/text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

std::string folded(std::string_view text)
{
    std::string out;
    for (size_t at = 0; at < text.size();) {
        auto [code, length] = decode_character(text.data() + at);
        Folding folding = fold(code);
        out.append(folding.bytes, folding.length);
        at += length;
    }
    return out;
}

TEST(Fold, AsciiOnlyLosesItsCase)
{
    for (uint32_t c = 0; c < 0x80; c++) {
        uint32_t wanted = c >= 'A' && c <= 'Z' ? c + 32 : c;
        Folding folding = fold(c);
        ASSERT_EQ(folding.length, 1u);
        EXPECT_EQ(folding.bytes[0], static_cast<char>(wanted)) << c;
        EXPECT_EQ(folding.changed, wanted != c) << c;
    }
}

TEST(Fold, AFoldingIsUtf8AndNoLongerThanItsCharacter)
{
    for (uint32_t code = 0; code < 0x110000; code++) {
        if (code >= 0xd800 && code < 0xe000) {
            continue;
        }
        char own[4];
        size_t length = encode_character(code, own);
        Folding folding = fold(code);
        std::string_view bytes(folding.bytes, folding.length);
        ASSERT_LE(bytes.size(), length) << code;
        ASSERT_TRUE(text::is_utf8(bytes)) << code;
        if (!folding.changed) {
            ASSERT_EQ(bytes, std::string_view(own, length)) << code;
        }
    }
}

TEST(Fold, FoldingTwiceChangesNothingMore)
{
    for (uint32_t code = 0x80; code < 0x20000; code++) {
        if (code >= 0xd800 && code < 0xe000) {
            continue;
        }
        Folding folding = fold(code);
        std::string once(folding.bytes, folding.length);
        ASSERT_EQ(folded(once), once) << code;
    }
}

TEST(Fold, WideCircledAndMathematicalLettersAreAscii)
{
    EXPECT_EQ(folded("Ｉｇｎｏｒｅ＠４２"), "ignore@42");
    EXPECT_EQ(folded("ⓘⓖⓝⓞⓡⓔ ①②"), "ignore 12");
    EXPECT_EQ(folded("𝐢𝑔𝓃𝔬𝕣𝖊 𝟙𝟸"), "ignore 12");
    EXPECT_EQ(folded("🅸🅶🅽🅾🆁🅴"), "ignore");
    EXPECT_EQ(folded("ﬁlter"), "filter");
}

TEST(Fold, LookAlikesOfOtherAlphabetsAreLatin)
{
    EXPECT_EQ(folded("оvеrrіdе"), "override");  // Cyrillic o, e, i
    EXPECT_EQ(folded("ΙGΝΟRΕ"), "ignore");      // Greek capitals
    EXPECT_EQ(folded("ѕуѕтем"), "system");
}

TEST(Fold, MarksAndCaseGo)
{
    EXPECT_EQ(folded("Système ÜBER naïf Größe ŁÓDŹ"),
              "systeme uber naif grosse lodz");
    EXPECT_EQ(folded("i\u0301g\u0335nore"), "ignore");
}

TEST(Fold, WhatNobodySeesIsTakenOut)
{
    EXPECT_EQ(folded("i\u200bg\u200cn\u200do\u2060r\ufeffe\u00ad"), "ignore");
    EXPECT_EQ(folded("\u202eig\u2066nore\u2069"), "ignore");
    EXPECT_EQ(folded("i\ufe0fgnore\U000e0100"), "ignore");
}

TEST(Fold, TagsSpellAscii)
{
    EXPECT_EQ(folded("\U000e0001\U000e0049\U000e0067\U000e0020\U000e007f"),
              "ig ");
}

TEST(Fold, OtherScriptsStayAsTheyAre)
{
    for (const char* word : {
             "指示", "プロンプト", "निर्देश",
             "ไทย", "지시", "😀",
         }) {
        EXPECT_EQ(folded(word), word);
    }
}

}  // namespace

}  // namespace gate::guard
