#include "guard/pattern/pattern_matcher.hpp"

#include "pattern_reference.hpp"

#include <gtest/gtest.h>

#include <re2/re2.h>

namespace gate::guard {

namespace {

TEST(EndSet, NextIsTheFirstNotBefore)
{
    EndSet ends;
    EXPECT_FALSE(ends.exists());
    ASSERT_TRUE(ends.make(200));
    EXPECT_EQ(ends.next(0), EndSet::none);

    for (size_t end : {1, 63, 64, 200}) {
        ends.add(end);
    }
    EXPECT_EQ(ends.next(0), 1u);
    EXPECT_EQ(ends.next(1), 1u);
    EXPECT_EQ(ends.next(2), 63u);
    EXPECT_EQ(ends.next(64), 64u);
    EXPECT_EQ(ends.next(65), 200u);
    EXPECT_EQ(ends.next(201), EndSet::none);
    EXPECT_EQ(ends.next(100000), EndSet::none);
}

TEST(ScanBudget, HitsAndWorkRunOut)
{
    Work work;
    ScanBudget few(2, &work);
    EXPECT_TRUE(few.take_hit());
    EXPECT_TRUE(few.take_hit());
    EXPECT_FALSE(few.take_hit());

    work.begin(1000);
    ScanBudget budget(1, &work);
    EXPECT_TRUE(budget.begin_search(1000));
    budget.end_search(10, 400);
    EXPECT_TRUE(budget.begin_search(600));
    EXPECT_FALSE(work.is_over());
    EXPECT_FALSE(budget.begin_search(601));
    EXPECT_TRUE(work.is_over());
    EXPECT_EQ(budget.searches(), 1u);
    EXPECT_EQ(budget.bytes_read(), 10u);
}

// As long as the true ends are among them, any others make no difference.
TEST(PatternMatcher, FalseEndsChangeNothing)
{
    test::Random random(2);
    size_t cases = 0;

    while (cases < 20000) {
        std::string pattern = test::random_pattern(random);
        auto matcher = PatternMatcher::make(pattern);
        if (!matcher) {
            continue;
        }
        test::Reference reference({{pattern}});
        for (size_t i = 0; i < 50; i++, cases++) {
            std::string text;
            while (text.size() < random.below(400)) {
                text += test::random_buffer(random);
            }
            std::replace(text.begin(), text.end(), '\0', 'a');

            test::Hits expected = reference.find(text, test::Search::whole);
            EndSet ends;
            ASSERT_TRUE(ends.make(text.size()));
            for (const PatternHit& hit : expected) {
                ends.add(hit.span.end);
            }
            for (size_t more = random.below(30); more > 0; more--) {
                ends.add(random.below(text.size() + 1));
            }
            Work work;
            ScanBudget budget(100000, &work);
            test::Hits hits;
            Span all = {0, static_cast<uint32_t>(text.size())};
            ASSERT_TRUE(matcher->find(text, all, &ends, 0, budget, &hits));
            ASSERT_EQ(test::difference({{pattern}}, hits, expected), "")
                << text;
        }
    }
}

TEST(PatternMatcher, AWindowSeesTheTextAroundIt)
{
    auto matcher = PatternMatcher::make("\\bab$");
    std::string text = "ab ab xab ab";
    EndSet ends;
    ends.make(text.size());
    for (size_t end : {2, 5, 9, 12}) {
        ends.add(end);
    }
    Work work;
    ScanBudget budget(10, &work);
    test::Hits hits;
    ASSERT_TRUE(matcher->find(text, {0, 12}, &ends, 0, budget, &hits));
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_EQ(hits[0].span.start, 10u);
}

TEST(PatternMatcher, ARefusedPatternHasNone)
{
    EXPECT_FALSE(PatternMatcher::make("a(?=b)"));
    EXPECT_FALSE(PatternMatcher::make(""));
}

}  // namespace

}  // namespace gate::guard
