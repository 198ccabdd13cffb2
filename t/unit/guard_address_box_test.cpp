#include <gtest/gtest.h>

#include "guard/people/address_street.hpp"

namespace gate::guard {

namespace {

TEST(AddressBox, TheWordBeforeItTellsWhatItIs)
{
    EXPECT_EQ(read_box("P.O. Box 12", 0, 9).start, 0u);
    EXPECT_TRUE(read_box("P.O. Box 12", 0, 9).certain);
    EXPECT_TRUE(read_box("PSC 3, Box 12", 0, 11).certain);
    EXPECT_FALSE(read_box("a Box 12", 0, 6).certain);
    EXPECT_FALSE(read_box("P.O. Box 12", 5, 9).certain);
}

}  // namespace

}  // namespace gate::guard
