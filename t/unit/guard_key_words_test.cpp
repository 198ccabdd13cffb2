#include "guard/injection/key_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

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

TEST(KeyWords, AnySwapOfTwoLettersWithinIsRecognised)
{
    for (std::string_view key :
         {"above", "assistant", "bypass", "chatgpt", "instructions",
          "jailbreak", "previous", "prompts", "reveal", "unrestricted"}) {
        EXPECT_EQ(key_word_shuffled(key), "");
        for (size_t i = 1; i + 2 < key.size(); i++) {
            for (size_t j = i + 1; j + 1 < key.size(); j++) {
                std::string word(key);
                std::swap(word[i], word[j]);
                EXPECT_EQ(key_word_shuffled(word), word == key ? "" : key);
                EXPECT_TRUE(may_be_shuffled(word.data(), word.size()));
            }
        }
    }
}

TEST(KeyWords, OtherLettersAreNoShuffledWord)
{
    EXPECT_EQ(key_word_shuffled("ignpqe"), "");
    EXPECT_EQ(key_word_shuffled("i-nore"), "");
    // the sum of the letters is the same
    EXPECT_EQ(key_word_shuffled("ihmore"), "");
    EXPECT_FALSE(may_be_shuffled("xylophone", 9));
    EXPECT_TRUE(may_be_key("ignore"));
    EXPECT_TRUE(may_be_key("to"));
    EXPECT_FALSE(may_be_key("xylophone"));
    EXPECT_FALSE(may_be_key(std::string(48, 'a')));
}

}  // namespace

}  // namespace gate::guard
