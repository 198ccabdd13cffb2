#include "guard/finding.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(Finding, EachSlugHasItsWordAndItsLabel)
{
    SlugSet seen;
    for (size_t i = 0; i < slug_count; i++) {
        Slug slug = static_cast<Slug>(i);
        EXPECT_EQ(slug_named(name(slug)), slug);
        EXPECT_EQ(label(slug).front(), '[');
        EXPECT_FALSE(seen.has(slug));
        seen.add(slug);
    }
    EXPECT_EQ(name(Slug::prompt_injection), "regex-prompt-injection");
    EXPECT_EQ(label(Slug::credit_card), "[CREDIT_CARD]");
    EXPECT_FALSE(slug_named("e-mail"));
    EXPECT_FALSE(slug_named(""));
    EXPECT_TRUE(SlugSet::all().has(Slug::address));
}

}  // namespace

}  // namespace gate::guard
