#include "guard/pattern_set.hpp"

#include "pattern_reference.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// 20,000 cases: 200 sets of up to 5 patterns, 100 buffers each.
TEST(PatternSet, RandomPatternsFindWhatRe2FindsInEachText)
{
    test::Random random(1);
    Scratch scratch;
    size_t sets = 0;

    while (sets < 200) {
        std::vector<Pattern> patterns;
        size_t count = 1 + random.below(5);
        while (patterns.size() < count) {
            CheckedPattern checked;
            std::string text = test::random_pattern(random);
            if (!check_pattern(text, &checked)) {
                patterns.push_back({text});
            }
        }
        auto set = test::build_set(patterns);
        ASSERT_TRUE(set);
        sets++;
        for (size_t i = 0; i < 100; i++) {
            std::string buffer = test::random_buffer(random);
            std::string wrong = test::compare(*set, buffer, scratch);
            ASSERT_EQ(wrong, "") << buffer;
        }
    }
}

}  // namespace

}  // namespace gate::guard
