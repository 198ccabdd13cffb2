#include "guard/people/name_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace gate::guard {

namespace {

TEST(NameScan, LettersAreCountedUpToSixteen)
{
    for (size_t size = 0; size < 20; size++) {
        std::string text(size, 'a');
        EXPECT_EQ(count_ascii_letters(text, 0), std::min<size_t>(size, 16));
        text += "- and something that is longer";
        EXPECT_EQ(count_ascii_letters(text, 0), std::min<size_t>(size, 16));
    }
}

TEST(NameScan, CapitalsAreTold)
{
    for (std::string word : {"a", "B", "McDonald", "jAVAsCRIPTjAVAsC"}) {
        for (const char* behind : {"", "- and something that is longer"}) {
            uint32_t capitals = capitals_of(word + behind, 0, word.size());
            for (size_t i = 0; i < word.size(); i++) {
                bool is_capital = word[i] <= 'Z';
                EXPECT_EQ((capitals >> i & 1) != 0, is_capital) << word << i;
            }
            EXPECT_EQ(capitals >> word.size(), 0u);
        }
    }
}

TEST(NameScan, SmallLettersHaveZerosBehindThem)
{
    for (size_t size = 1; size < 16; size++) {
        for (const char* behind : {"", "X and something that is longer"}) {
            char small[16];
            std::string word(size, 'Q');
            small_letters(word + behind, 0, size, small);
            EXPECT_EQ(std::string(small, 16), std::string(size, 'q')
                                              + std::string(16 - size, '\0'));
        }
    }
}

}  // namespace

}  // namespace gate::guard
