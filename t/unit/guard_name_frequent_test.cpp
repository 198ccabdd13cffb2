#include "guard/people/name_frequent.hpp"

#include <gtest/gtest.h>

#include <string>

#include "guard/people/name_roles.hpp"

namespace gate::guard {

namespace {

uint32_t flags_of(std::string word)
{
    size_t size = word.size();
    word += "Xx. 12 ";
    return frequent_words.flags(FrequentWords::word_at(word.data(), size));
}

TEST(NameFrequent, TheTableOfNamesKnowsTheSameOfThem)
{
    for (std::string word : {"The", "please", "WITHOUT", "When", "first",
                             "compared", "My"})
    {
        EXPECT_EQ(flags_of(word), look_up_word(word)) << word;
        EXPECT_NE(flags_of(word), 0u) << word;
    }
}

TEST(NameFrequent, OtherWordsAreNotThere)
{
    for (const char* word : {"Anna", "Th", "Thee", "zqx", "Garcia"}) {
        EXPECT_EQ(flags_of(word), 0u) << word;
    }
}

// Titles are looked for behind it.
TEST(NameFrequent, NoTitleIsThere)
{
    for (const char* word : {"Mr", "Mrs", "Ms", "Miss", "Dr", "Prof", "Sir",
                             "Doctor", "Judge", "Don", "Jr", "Sr", "III",
                             "Captain", "Officer", "Nurse", "Uncle", "Gen"})
    {
        EXPECT_NE(roles_of(word)
                  & (role_honorific | role_title | role_suffix), 0) << word;
        EXPECT_EQ(flags_of(word), 0u) << word;
    }
}

}  // namespace

}  // namespace gate::guard
