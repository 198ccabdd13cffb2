#include "guard/pattern/needle_finder.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(NeedleFinder, TheLongestRunIsTheNeedle)
{
    NeedleFinder finder;
    for (char c : {'a', 'b'}) {
        finder.extend(static_cast<uint32_t>(c));
    }
    finder.interrupt();
    for (char c : {'c', 'd', 'e'}) {
        finder.extend(static_cast<uint32_t>(c));
    }
    finder.drop_last();
    finder.extend('f');
    EXPECT_EQ(finder.needle(), "cdf");

    finder.branch();
    EXPECT_EQ(finder.needle(), "");
}

TEST(NeedleFinder, OtherThanAsciiEndsARun)
{
    NeedleFinder finder;
    finder.extend('a');
    finder.extend(0xe9);
    finder.drop_last();
    finder.extend('b');
    EXPECT_EQ(finder.needle(), "a");
}

}  // namespace

}  // namespace gate::guard
