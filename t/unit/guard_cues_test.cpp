#include "guard/pii/cues.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

Cues before(std::string_view text)
{
    return cues_before(text, text.size());
}

TEST(Cues, TheNearestWordOfEachKindIsCounted)
{
    Cues cues = before("order by phone, or call Ana on ");
    EXPECT_EQ(cues[Cue::serial], 7);
    EXPECT_EQ(cues[Cue::phone], 3);
    EXPECT_FALSE(cues.has(Cue::ssn));
}

TEST(Cues, NamesInCodeAreCutIntoWords)
{
    EXPECT_EQ(before("\"cardNumber\": \"")[Cue::card], 2);
    EXPECT_EQ(before("user_phone_1 = ")[Cue::phone], 1);
    EXPECT_EQ(before("orderId=")[Cue::serial], 1);
}

TEST(Cues, CaseAndWidthDoNotMatter)
{
    EXPECT_EQ(before("PHONE ")[Cue::phone], 1);
    EXPECT_EQ(before("ｐｈｏｎｅ ")[Cue::phone], 1);
    EXPECT_EQ(before("Teléfono: ")[Cue::phone], 1);
    EXPECT_EQ(before("тел. ")[Cue::phone], 1);
}

TEST(Cues, IdeographsNeedNoSpaces)
{
    EXPECT_TRUE(before("我的电话号码是").has(Cue::phone));
    EXPECT_TRUE(before("カード番号").has(Cue::card));
    EXPECT_FALSE(before("我的号码是").has(Cue::phone));
}

TEST(Cues, PartsOfWordsSayNothing)
{
    EXPECT_FALSE(before("telephony ").has(Cue::phone));
    EXPECT_FALSE(before("lessn ").has(Cue::ssn));
    EXPECT_FALSE(before("88CC ").has(Cue::card));
}

TEST(Cues, TheViewIsBounded)
{
    std::string far = "phone " + std::string(80, '.');
    EXPECT_FALSE(before(far).has(Cue::phone));
    // cut in the middle of the word "microphone"
    for (size_t n = 60; n < 75; n++) {
        EXPECT_FALSE(before("microphone" + std::string(n, '.'))
                         .has(Cue::phone));
    }
    EXPECT_FALSE(before(std::string_view("phone\0 ", 7)).has(Cue::phone));
}

TEST(Cues, WordsBehindAreCountedFromThere)
{
    std::string_view text = "4111 is my Visa card";
    EXPECT_EQ(cues_after(text, 4)[Cue::card], 3);
    EXPECT_FALSE(cues_after({"1\0card", 6}, 1).has(Cue::card));
}

TEST(Cues, LazyCuesAreTheSame)
{
    LazyCues cues("call ", 5);
    EXPECT_EQ(cues.get()[Cue::phone], 1);
    EXPECT_EQ(cues.get()[Cue::phone], 1);
}

}  // namespace

}  // namespace gate::guard
