#include "guard/pattern/pattern_build.hpp"

#include <gtest/gtest.h>

#include <hs/hs.h>

namespace gate::guard {

namespace {

TEST(PatternBuild, EachPatternIsAnnouncedAndThenAllOfThem)
{
    std::vector<uint32_t> seen;
    std::string image;
    auto reached = [&seen](uint32_t number) { seen.push_back(number); };

    EXPECT_FALSE(build_patterns({{"a"}, {"b"}}, Filter::none, reached,
                                &image));
    EXPECT_EQ(seen, (std::vector<uint32_t>{0, 1, 2}));

    seen.clear();
    auto fault = build_patterns({{"a"}, {"(b"}, {"c"}}, Filter::none, reached,
                                &image);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->pattern, 1u);
    EXPECT_EQ(seen, (std::vector<uint32_t>{0, 1}));
}

TEST(PatternBuild, EachPatternHasTheFirstEngineThatTakesIt)
{
    if (hs_valid_platform() != HS_SUCCESS) {
        GTEST_SKIP() << "no processor for Vectorscan";
    }
    std::vector<Pattern> patterns = {{"abc"}, {"a.{500}c"}, {"ab\\n^cd"}};
    std::string image;
    CompiledPatterns compiled;

    ASSERT_FALSE(build_patterns(patterns, Filter::vectorscan,
                                [](uint32_t) {}, &image));
    ASSERT_TRUE(read_image(image, patterns, &compiled));
    EXPECT_EQ(compiled.each[0].engine, Engine::vectorscan);
    EXPECT_EQ(compiled.each[1].engine, Engine::prefilter);
    EXPECT_FALSE(compiled.database.empty());

    ASSERT_FALSE(build_patterns(patterns, Filter::none, [](uint32_t) {},
                                &image));
    ASSERT_TRUE(read_image(image, patterns, &compiled));
    EXPECT_EQ(compiled.each[0].engine, Engine::re2);
    EXPECT_TRUE(compiled.database.empty());
}

}  // namespace

}  // namespace gate::guard
