#include "guard/injection/key_words.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(KeyWords, AreFoundInTheirThreeForms)
{
    EXPECT_EQ(key_word("ignore"), "ignore");
    EXPECT_EQ(key_word("ignor"), "");
    EXPECT_EQ(key_word_squeezed("iggnoree"), "ignore");
    EXPECT_EQ(key_word_squeezed("al"), "");
    EXPECT_EQ(key_word_squeezed("alll"), "all");
    EXPECT_EQ(key_word_shuffled("ingore"), "ignore");
    EXPECT_EQ(key_word_shuffled("ignore"), "");
    EXPECT_EQ(key_word_shuffled("erogni"), "");
    EXPECT_EQ(key_word_shuffled(""), "");
}

}  // namespace

}  // namespace gate::guard
