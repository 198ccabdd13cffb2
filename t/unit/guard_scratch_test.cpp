#include "guard/pattern/scratch.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(Scratch, ItGrowsToFitAndIsNeverLost)
{
    Scratch scratch;
    EXPECT_EQ(scratch.get(), nullptr);
    EXPECT_FALSE(scratch.fit(nullptr, 1));

    if (hs_valid_platform() != HS_SUCCESS) {
        GTEST_SKIP() << "no processor for Vectorscan";
    }
    hs_database_t* database = nullptr;
    hs_compile_error_t* error = nullptr;
    ASSERT_EQ(hs_compile("abc", 0, HS_MODE_BLOCK, nullptr, &database, &error),
              HS_SUCCESS);
    EXPECT_TRUE(scratch.fit(database, 2));
    EXPECT_NE(scratch.get(), nullptr);
    EXPECT_TRUE(scratch.fit(database, 2));
    hs_free_database(database);
}

}  // namespace

}  // namespace gate::guard
