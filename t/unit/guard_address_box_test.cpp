#include <gtest/gtest.h>

#include "guard/people/address_street.hpp"

namespace gate::guard {

namespace {

Street box_in(std::string_view text, size_t from, size_t digit)
{
    TokenReader in(text);
    return read_box(in, from, digit);
}

TEST(AddressBox, TheWordBeforeItTellsWhatItIs)
{
    EXPECT_EQ(box_in("P.O. Box 12", 0, 9).start, 0u);
    EXPECT_TRUE(box_in("P.O. Box 12", 0, 9).certain);
    EXPECT_TRUE(box_in("PSC 3, Box 12", 0, 11).certain);
    EXPECT_FALSE(box_in("a Box 12", 0, 6).certain);
    EXPECT_FALSE(box_in("P.O. Box/'a' 12", 0, 13).certain);
    EXPECT_FALSE(box_in("P.O. Box 12", 5, 9).certain);
}

}  // namespace

}  // namespace gate::guard
