#include "guard/people/name_scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace gate::guard {

namespace {

TEST(NameScan, ACapitalIsFoundAtEveryOffset)
{
    for (size_t size = 0; size < 70; size++) {
        std::string text(size, 'x');
        EXPECT_EQ(find_capital(text, 0), size);
        for (size_t at = 0; at < size; at++) {
            text[at] = at % 2 != 0 ? 'A' : 'Z';
            EXPECT_EQ(find_capital(text, 0), at);
            EXPECT_EQ(find_capital(text, at + 1), size);
            text[at] = 'x';
        }
    }
}

TEST(NameScan, LettersAreCountedUpToSixteen)
{
    for (size_t size = 0; size < 20; size++) {
        std::string text(size, 'a');
        EXPECT_EQ(count_ascii_letters(text, 0), std::min<size_t>(size, 16));
        text += "- and something that is longer";
        EXPECT_EQ(count_ascii_letters(text, 0), std::min<size_t>(size, 16));
    }
}

}  // namespace

}  // namespace gate::guard
