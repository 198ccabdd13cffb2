#include "guard/people/name_traits.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

NameWord word(std::string_view text)
{
    return read_name_word(text, 0);
}

TEST(NameTraits, WhatAWordCanBe)
{
    EXPECT_TRUE(is_clear_given(word("Robert")));
    EXPECT_TRUE(is_given(word("Grace")));
    EXPECT_FALSE(is_clear_given(word("Grace")));
    EXPECT_TRUE(is_ordinary(word("Grace")));
    EXPECT_FALSE(is_clear_given(word("Paris")));
    EXPECT_TRUE(is_clear_surname(word("Hernandez")));
    EXPECT_TRUE(is_unknown(word("Blorzufek")));
    EXPECT_FALSE(is_unknown(word("BLORZUFEK")));
}

TEST(NameTraits, WhatCanFollowInAName)
{
    EXPECT_TRUE(can_follow(word("Hernandez")));
    EXPECT_TRUE(can_follow(word("Blorzufek")));
    EXPECT_FALSE(can_follow(word("Table")));
    EXPECT_FALSE(can_follow(word("J.")));
}

}  // namespace

}  // namespace gate::guard
