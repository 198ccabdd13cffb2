#include "guard/pattern/pattern_image.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(PatternImage, WhatIsWrittenIsRead)
{
    std::vector<Pattern> patterns = {{"a"}, {"b"}};
    CompiledPatterns compiled = {{{Engine::re2, {70000, 300}},
                                  {Engine::prefilter, {12, 16}}}, 5, "bytes"};
    CompiledPatterns read;

    std::string image = write_image(patterns, compiled);
    ASSERT_TRUE(read_image(image, patterns, &read));
    ASSERT_EQ(read.each.size(), 2u);
    for (size_t i = 0; i < 2; i++) {
        EXPECT_EQ(read.each[i].engine, compiled.each[i].engine);
        EXPECT_EQ(read.each[i].cost, compiled.each[i].cost);
    }
    EXPECT_EQ(read.scan_cost, 5u);
    EXPECT_EQ(read.database, "bytes");
}

TEST(PatternImage, TheNameTellsPatternsApart)
{
    std::string name = image_name({{"ab"}, {"c"}});
    EXPECT_EQ(name.size(), 64u);
    EXPECT_EQ(name, image_name({{"ab"}, {"c"}}));
    EXPECT_NE(name, image_name({{"a"}, {"bc"}}));
    EXPECT_NE(name, image_name({{"c"}, {"ab"}}));
    EXPECT_NE(name, image_name({{"abc"}}));
    EXPECT_NE(image_name({}), image_name({{""}}));
}

TEST(PatternImage, AnEngineThatIsNoneIsNotRead)
{
    std::vector<Pattern> patterns = {{"a"}};
    CompiledPatterns compiled = {{{static_cast<Engine>(3), {}}}, 0, ""};
    CompiledPatterns read;
    EXPECT_FALSE(read_image(write_image(patterns, compiled), patterns, &read));
}

}  // namespace

}  // namespace gate::guard
