#include "guard/vectorscan.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// Whether it works depends on the library and the processor; what the sets
// find must not (guard_pattern_set_test.cpp).
TEST(Vectorscan, TheAnswerStaysTheSame)
{
    bool first = vectorscan_works();
    EXPECT_EQ(vectorscan_works(), first);
}

}  // namespace

}  // namespace gate::guard
