#include "guard/people/address_street.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(AddressCue, CuesBefore)
{
    EXPECT_TRUE(has_address_cue("I live at ", 10));
    EXPECT_TRUE(has_address_cue("Address: \"", 10));
    EXPECT_FALSE(has_address_cue("I look at ", 10));
    EXPECT_FALSE(has_address_cue("", 0));
    EXPECT_TRUE(has_address_cue("I LIVE AT ", 10));
}

}  // namespace

}  // namespace gate::guard
