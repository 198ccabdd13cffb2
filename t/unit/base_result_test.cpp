#include "base/result.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace gate {

namespace {

Error refusal()
{
    return make_error(404, Reason::not_found, "Not here");
}

TEST(Result, HoldsAValueOrAnError)
{
    Result<std::string> good = std::string("abc");
    ASSERT_TRUE(bool(good));
    EXPECT_EQ(*good, "abc");
    EXPECT_EQ(good->size(), 3u);

    Result<std::string> bad = refusal();
    ASSERT_FALSE(bool(bad));
    EXPECT_EQ(bad.error().status, 404);
    EXPECT_EQ(bad.error().message, "Not here");
}

TEST(Result, ReadingTheValueOfARefusalThrows)
{
    Result<int> bad = refusal();
    EXPECT_THROW(static_cast<void>(*bad), std::bad_variant_access);
    Result<int> good = 1;
    EXPECT_THROW(static_cast<void>(good.error()), std::bad_variant_access);
}

TEST(Result, AValueThatCannotBeCopiedMovesThrough)
{
    Result<std::unique_ptr<int>> made = std::make_unique<int>(5);
    ASSERT_TRUE(bool(made));
    std::unique_ptr<int> taken = std::move(*made);
    EXPECT_EQ(*taken, 5);
}

TEST(Result, NothingCanSucceedToo)
{
    Result<void> good;
    EXPECT_TRUE(bool(good));
    Result<void> bad = refusal();
    ASSERT_FALSE(bool(bad));
    EXPECT_EQ(bad.error().reason, Reason::not_found);
}

}  // namespace

}  // namespace gate
