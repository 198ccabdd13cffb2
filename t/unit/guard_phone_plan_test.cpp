#include "guard/pii/phone_plan.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(PhonePlan, ACountrysLengthsAreKnown)
{
    for (auto digits : {"14155550132", "4930123456", "33123456789",
                        "8613812345678", "67822123", "390669812345",
                        "80012345678"}) {
        EXPECT_TRUE(is_international(digits)) << digits;
    }
}

TEST(PhonePlan, OtherLengthsAndCodesAreRefused)
{
    for (auto digits : {"", "1", "49", "1415555013", "141555501322",
                        "3312345678", "99912345678", "11155550132",
                        "0123456789", "21012345678"}) {
        EXPECT_FALSE(is_international(digits)) << digits;
    }
}

TEST(PhonePlan, ATrunkZeroIsLetThrough)
{
    EXPECT_TRUE(is_international("4402079460958"));
    EXPECT_FALSE(is_international("44002079460958"));
}

}  // namespace

}  // namespace gate::guard
