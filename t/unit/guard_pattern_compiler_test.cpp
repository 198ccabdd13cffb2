#include "guard/pattern/pattern_compiler.hpp"

#include "guard/pattern/pattern_set.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace gate::guard {

namespace {

std::optional<PatternFault> compile(const std::vector<Pattern>& patterns,
    std::string* image, CompileLimits limits = {})
{
    return compile_patterns(patterns, Filter::vectorscan, limits, image);
}

TEST(PatternCompiler, TheImageOfTheChildCanBeLoaded)
{
    std::vector<Pattern> patterns = {{"PROJ-\\d+"}, {"secret[a-z]{3}"}};
    std::string image;

    ASSERT_FALSE(compile(patterns, &image));
    auto set = PatternSet::load(patterns, image);
    ASSERT_TRUE(set);

    Scratch scratch;
    std::vector<PatternHit> hits;
    ASSERT_TRUE(set->find("see PROJ-1 and secretive", scratch, &hits));
    EXPECT_EQ(hits.size(), 2u);
}

TEST(PatternCompiler, ARefusalNamesThePatternAndTheOffset)
{
    std::string image;
    auto fault = compile({{"good"}, {"ab(?=c)"}, {"also good"}}, &image);

    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->pattern, 1u);
    EXPECT_EQ(fault->error.offset, 2u);
    EXPECT_NE(fault->error.cause.find("look-ahead"), std::string::npos);
    EXPECT_TRUE(image.empty());
}

// Patterns that take Vectorscan many seconds or hundreds of megabytes.
TEST(PatternCompiler, AHostilePatternCostsAChildAndNoMore)
{
    constexpr std::string_view hostile[] = {
        "[^\\n]{0,1000}x.{0,1000}y",
        "[^\\n]{0,300}x.{0,200}y",
        "a.{500}c",
        "(?:.{0,30}a){9}",
        "(?:a{0,60}|b{0,60}|c{0,60}|d{0,60}|e{0,60}|f{0,60}){1,16}z",
        "(?:.{0,100}a){9}",
        "\\w{1,200}@\\w{1,200}",
        "(a+)+$",
        "(x+x+)+y",
        "[ab]*a[ab]{20}c",
        "(?:a{1,30}){1,30}b",
    };

    for (std::string_view pattern : hostile) {
        std::string image;
        CompileLimits limits;
        limits.cpu_s = 1;
        auto fault = compile({{"good"}, {std::string(pattern)}}, &image,
                             limits);
        if (fault) {
            EXPECT_GE(fault->pattern, 1u) << pattern;
        } else {
            EXPECT_TRUE(PatternSet::load({{"good"}, {std::string(pattern)}},
                                         image));
        }
    }
}

TEST(PatternCompiler, TimeHasACauseOfItsOwn)
{
    std::string image;
    CompileLimits brief;
    brief.wall_ms = 100;
    auto fault = compile({{"good"}, {"a.{500}c"}}, &image, brief);
    ASSERT_TRUE(fault);
    EXPECT_EQ(fault->pattern, 1u);
    EXPECT_EQ(fault->error.cause, "takes too long to compile");
}

#if !defined(__SANITIZE_ADDRESS__)
// In a new process, whose heap holds nothing that could be used again.
TEST(PatternCompilerDeathTest, MemoryHasACauseOfItsOwn)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT({
        std::string image;
        CompileLimits small;
        small.memory_bytes = 1 << 20;
        auto fault = compile({{"a.{500}c"}}, &image, small);
        std::fprintf(stderr, "%s", fault ? fault->error.cause.c_str() : "");
        std::exit(0);
    }, testing::ExitedWithCode(0), "needs too much memory to compile");
}
#endif

}  // namespace

}  // namespace gate::guard
