#include "guard/pattern/vectorscan.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// Whether it works depends on the library and the processor; what the sets
// find must not (guard_pattern_set_test.cpp).
TEST(Vectorscan, TheAnswerStaysTheSame)
{
    Filter first = usable_filter();
    EXPECT_EQ(usable_filter(), first);
}

}  // namespace

}  // namespace gate::guard
