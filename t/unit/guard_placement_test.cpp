#include "guard/placement.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

Guardrail with(std::initializer_list<Slug> slugs)
{
    Guardrail guardrail;
    for (Slug slug : slugs) {
        guardrail.builtins[static_cast<size_t>(slug)].action = Action::block;
    }
    return guardrail;
}

size_t longest_on_loop(const Policy& policy)
{
    size_t size = 0;
    while (inspect_on(policy, size + 1024) == InspectOn::loop) {
        size += 1024;
    }
    return size;
}

}  // namespace

TEST(Placement, AnEmptyBodyIsInspectedOnTheLoop)
{
    EXPECT_EQ(inspect_on({}, 0), InspectOn::loop);
}

TEST(Placement, TheCostDecidesAndNotTheSizeAlone)
{
    Guardrail lists;
    Guardrail pii = with({Slug::email});
    Guardrail all = with({Slug::email, Slug::prompt_injection});
    Guardrail custom = with({Slug::email});
    custom.customs.emplace_back();

    EXPECT_GT(longest_on_loop({&lists}), longest_on_loop({&pii}));
    EXPECT_GT(longest_on_loop({&pii}), longest_on_loop({&all}));
    EXPECT_GT(longest_on_loop({&pii}), longest_on_loop({&custom}));
    EXPECT_GE(longest_on_loop({&all}), 32u * 1024);
    EXPECT_LE(longest_on_loop({&lists}), 256u * 1024);
}

TEST(Placement, GuardrailsAddUpWhereTheirPatternsDo)
{
    Guardrail custom;
    custom.customs.emplace_back();
    Guardrail pii = with({Slug::email});

    EXPECT_GT(work_per_byte({&pii, &custom, &custom}),
              work_per_byte({&pii, &custom}));
    EXPECT_EQ(work_per_byte({&pii, &pii}), work_per_byte({&pii}));
}

TEST(Placement, WhatFitsTheLoopIsNotChargedMoreThanItMaySpend)
{
    Guardrail all;
    for (auto& filter : all.builtins) {
        filter.action = Action::block;
    }
    Policy policy{&all};

    EXPECT_LE(longest_on_loop(policy) * work_per_byte(policy), loop_work);
}

TEST(Placement, TheLimitGrowsWithTheBodyAndNeverOverflows)
{
    EXPECT_EQ(work_limit(1000, 0), Work::unlimited);
    EXPECT_EQ(work_limit(0, 100), least_work);
    EXPECT_EQ(work_limit(1000, 100), least_work + 100'000);
    EXPECT_EQ(work_limit(SIZE_MAX - 1, 100), Work::unlimited);
    EXPECT_GT(work_limit(200'000'000, 1'000'000), 200'000'000u);
}

}  // namespace gate::guard
