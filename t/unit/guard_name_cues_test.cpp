#include "guard/people/name_cues.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

Cue cue(std::string_view before)
{
    return cue_before(before, before.size());
}

TEST(NameCues, WordsAndPhrasesBefore)
{
    for (const char* text : {"My name is ", "Dear ", "this is ", "I'm ",
                             "my wife ", "Kind regards,\n", "says "})
    {
        EXPECT_EQ(cue(text), Cue::strong) << text;
    }
    EXPECT_EQ(cue("a letter from "), Cue::weak);
    for (const char* text : {"", "the table ", "misname is, ", "Dear\n\n\n"}) {
        EXPECT_EQ(cue(text), Cue::none) << text;
    }
}

TEST(NameCues, LabelsBefore)
{
    for (const char* text : {"Patient: ", "\"name\": \"", "admin_contact: ",
                             "<author>", "**Name:** ", "your last name? "})
    {
        EXPECT_EQ(cue(text), Cue::label) << text;
    }
    for (const char* text : {"Status: ", "<b>", "why? ", ": "}) {
        EXPECT_EQ(cue(text), Cue::none) << text;
    }
}

TEST(NameCues, NoneReachesOverABreak)
{
    EXPECT_EQ(cue(std::string_view("Dear \n\0\n", 8)), Cue::none);
}

TEST(NameCues, DeedsBehind)
{
    EXPECT_TRUE(acts_behind("X said so", 1));
    EXPECT_FALSE(acts_behind("X saidso", 1));
    EXPECT_FALSE(acts_behind("X, said", 1));
    EXPECT_FALSE(acts_behind("X", 1));
}

TEST(NameCues, NumbersBehind)
{
    EXPECT_TRUE(is_place_by_number("X 12, there", 1));
    EXPECT_TRUE(is_place_by_number("X, OH 45402", 1));
    EXPECT_FALSE(is_place_by_number("X 2024-01-02", 1));
    EXPECT_FALSE(is_place_by_number("X, 12", 1));
}

TEST(NameCues, SentencesBegin)
{
    EXPECT_TRUE(begins_sentence("", 0));
    EXPECT_TRUE(begins_sentence("End. ", 5));
    EXPECT_TRUE(begins_sentence("# ", 2));
    EXPECT_FALSE(begins_sentence("and ", 4));
}

TEST(NameCues, AStrongCueIsToldByItsLastBytes)
{
    for (std::string text : {"Dear ", "my name is ", "Patient: ", "i'm ",
                             "<patient>", "Regards,\n", "What name? ", "hi ",
                             "Patient:\n\"", "Hello \"", "is", "a "})
    {
        EXPECT_TRUE(may_have_strong_cue(text + "Anna", text.size())) << text;
    }
    for (std::string text : {"", "of ", "the ", "end. ", "12 ", "end; ",
                             "caf\u00e9 "})
    {
        EXPECT_FALSE(may_have_strong_cue(text + "Anna", text.size())) << text;
        EXPECT_LT(cue_before(text + "Anna", text.size()), Cue::strong);
    }
}

}  // namespace

}  // namespace gate::guard
