#include "guard/people/street_words.hpp"

#include <gtest/gtest.h>

#include "guard/people/word_filter.hpp"

namespace gate::guard {

namespace {

bool is(std::string_view word, uint32_t mark)
{
    return (street_marks(word) & mark) != 0;
}

TEST(StreetWords, WordsHaveTheirMarks)
{
    EXPECT_TRUE(is("street", mark_suffix));
    EXPECT_TRUE(is("court", mark_weak_suffix));
    EXPECT_TRUE(is("rua", mark_prefix));
    EXPECT_TRUE(is("van", mark_particle));
    EXPECT_TRUE(is("sw", mark_direction));
    EXPECT_TRUE(is("apt", mark_unit));
    EXPECT_TRUE(is("tx", mark_state));
    EXPECT_TRUE(is("finland", mark_country));
    EXPECT_TRUE(is("march", mark_measure));
    EXPECT_EQ(street_marks("blorzu"), 0u);
    EXPECT_EQ(street_marks(""), 0u);
}

TEST(StreetWords, AWordCanHaveSeveral)
{
    EXPECT_TRUE(is("avenue", mark_suffix));
    EXPECT_TRUE(is("avenue", mark_prefix));
}

TEST(StreetWords, AnEndingNeedsANameBefore)
{
    EXPECT_TRUE(is("pohlstrasse", mark_ending));
    EXPECT_TRUE(is("goethestraße", mark_ending));
    EXPECT_TRUE(is("gesterbyntie", mark_weak_ending));
    EXPECT_FALSE(is("gasse", mark_ending));
    EXPECT_FALSE(is("tie", mark_weak_ending));
}

TEST(StreetWords, TheLettersOfAWordTellThatItIsNone)
{
    for (const char* word : {"street", "rua", "de", "u", "pohlstrasse"}) {
        EXPECT_TRUE(may_stand_in_street(word)) << word;
    }
    EXPECT_FALSE(may_stand_in_street("takes"));
}

TEST(StreetWords, APrefixOrAUnitIsToldInTheText)
{
    for (const char* text : {"rua", "rua das", "av. 5", "r. x", "r", "via\n",
                             "rond-point", "chauss\u00e9e", "ul.", "route 1"})
    {
        EXPECT_TRUE(may_be_prefix(text, 0)) << text;
    }
    for (const char* text : {"sec", "rows", "cores a", "vial ", "ruan", "x"}) {
        EXPECT_FALSE(may_be_prefix(text, 0)) << text;
    }
    for (const char* text : {"apt", "apt. 5", "suite 12", "floor,", "fl"}) {
        EXPECT_TRUE(may_be_unit(text, 0)) << text;
    }
    for (const char* text : {"status", "apart ", "as", "to", "unity"}) {
        EXPECT_FALSE(may_be_unit(text, 0)) << text;
    }
    EXPECT_TRUE(may_be_unit("stock-still", 0));  // not told
}

TEST(WordFilter, AWordHasTheBitsOfAllItsLists)
{
    static constexpr std::string_view some[] = {"ab", "abc"};
    static constexpr std::string_view more[] = {"abc", "xbc"};
    WordMap<4> map;
    map.add(some, 1);
    map.add(more, 2);
    EXPECT_EQ(map.find("ab"), 1);
    EXPECT_EQ(map.find("abc"), 3);
    EXPECT_EQ(map.find("xbc"), 2);
    EXPECT_EQ(map.find("xb"), 0);
}

TEST(WordFilter, AListHasItsWordsOnly)
{
    static constexpr std::string_view words[] = {"ab", "abc", "xbc", "q"};
    constexpr WordList list(words);
    for (std::string_view word : words) {
        EXPECT_TRUE(list.has(word));
    }
    for (std::string_view word : {"", "a", "b", "abd", "xbcc", "qq"}) {
        EXPECT_FALSE(list.has(word)) << word;
    }
}

TEST(WordFilter, AnEndingListAsksForMoreBefore)
{
    static constexpr std::string_view endings[] = {"weg", "tie"};
    constexpr EndingList list(endings);
    EXPECT_TRUE(list.end("abweg", 2));
    EXPECT_TRUE(list.end("ABWEG", 2));
    EXPECT_TRUE(list.may_end("leg weG"));
    EXPECT_FALSE(list.may_end("web"));
    EXPECT_FALSE(list.end("aweg", 2));
    EXPECT_TRUE(list.end("tie", 0));
    EXPECT_FALSE(list.end("", 0));
    EXPECT_FALSE(list.end("xeg", 0));
}

}  // namespace

}  // namespace gate::guard
