#include "guard/pattern/pattern_image.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

TEST(PatternImage, WhatIsWrittenIsRead)
{
    std::vector<Pattern> patterns = {{"a"}, {"b"}};
    CompiledPatterns compiled = {{Engine::re2, Engine::prefilter}, "bytes"};
    CompiledPatterns read;

    std::string image = write_image(patterns, compiled);
    ASSERT_TRUE(read_image(image, patterns, &read));
    EXPECT_EQ(read.engines, compiled.engines);
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
    CompiledPatterns compiled = {{static_cast<Engine>(3)}, ""};
    CompiledPatterns read;
    EXPECT_FALSE(read_image(write_image(patterns, compiled), patterns, &read));
}

}  // namespace

}  // namespace gate::guard
