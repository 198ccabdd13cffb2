#include "guard/pattern/pattern_set.hpp"

#include "pattern_reference.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace gate::guard {

namespace {

std::vector<Pattern> random_patterns(test::Random& random)
{
    std::vector<Pattern> patterns;
    size_t count = 1 + random.below(5);

    while (patterns.size() < count) {
        CheckedPattern checked;
        std::string text = test::random_pattern(random);
        if (!check_pattern(text, &checked)) {
            patterns.push_back({text});
        }
    }
    return patterns;
}

// "pattern:start-end" of each hit
std::string found(const std::vector<Pattern>& patterns,
    std::string_view buffer, Filter filter = usable_filter())
{
    auto set = test::build_set(patterns, filter);
    Scratch scratch;
    std::vector<PatternHit> hits;
    std::string out;

    if (!set || !set->find(buffer, scratch, &hits)) {
        return "not judged";
    }
    for (const PatternHit& hit : hits) {
        out += std::to_string(hit.pattern) + ":"
               + std::to_string(hit.span.start) + "-"
               + std::to_string(hit.span.end) + " ";
    }
    return out;
}

// 20,000 cases: 200 sets of up to 5 patterns, 100 buffers each.
TEST(PatternSet, RandomPatternsFindWhatRe2FindsInEachText)
{
    test::Random random(1);
    Scratch scratch;

    for (size_t sets = 0; sets < 200; sets++) {
        std::vector<Pattern> patterns = random_patterns(random);
        auto set = test::build_set(patterns);
        ASSERT_TRUE(set);
        test::Reference reference(patterns);

        for (size_t i = 0; i < 100; i++) {
            std::string buffer = test::random_buffer(random);
            std::string wrong = test::compare(*set, reference, buffer,
                                              scratch);
            ASSERT_EQ(wrong, "") << buffer;
        }
    }
}

// The literal matcher is right on every processor.
TEST(PatternSet, VectorscanAndRe2AloneFindTheSame)
{
    std::vector<Pattern> patterns = {{"PROJ-\\d+"}, {"\\bsecret\\b.{0,9}"},
                                     {"^begin"}, {"the end$"}};
    std::string text("begin PROJ-17 a secret word PROJ- the end");
    text += text_break;
    text += "PROJ-1 then begin the end of secrets";

    std::string expected = "0:6-13 0:44-50 1:16-31 2:0-5 3:34-41 ";
    EXPECT_EQ(found(patterns, text, Filter::none), expected);
    EXPECT_EQ(found(patterns, text, Filter::vectorscan), expected);
    text += text_break;
    EXPECT_EQ(found(patterns, text, Filter::none), expected);
    EXPECT_EQ(found(patterns, text, Filter::vectorscan), expected);
}

TEST(PatternSet, NothingIsFoundOverTheBorderOfAText)
{
    std::string text("ab");
    text += text_break;
    text += "cd";
    EXPECT_EQ(found({{"b[^]*c"}}, text), "");
    EXPECT_EQ(found({{"b\\s"}}, text), "");
    EXPECT_EQ(found({{"^cd$"}}, text), "0:5-7 ");
    EXPECT_EQ(found({{"\\Acd\\z"}}, text), "0:5-7 ");
    EXPECT_EQ(found({{"[^]+"}}, text), "0:0-2 0:5-7 ");
}

TEST(PatternSet, ASetOfNothingFindsNothing)
{
    EXPECT_EQ(found({}, "text"), "");
    EXPECT_EQ(found({{"a"}}, ""), "");
}

TEST(PatternSet, ManyMatchesStayLinear)
{
    std::string text;
    while (text.size() < 1 << 20) {
        text += "PROJ-12345, and so on ";
    }
    auto set = test::build_set({{"PROJ-\\d+"}}, Filter::vectorscan);
    Scratch scratch;
    std::vector<PatternHit> hits;

    ASSERT_TRUE(set->find(text, scratch, &hits));
    EXPECT_EQ(hits.size(), text.size() / 22);
}

TEST(PatternSet, TooManyHitsAreNotJudged)
{
    std::string text(max_pattern_hits, 'a');
    EXPECT_NE(found({{"a"}}, text), "not judged");
    EXPECT_EQ(found({{"a"}}, text + "a"), "not judged");
}

TEST(PatternSet, TooMuchWorkIsNotJudged)
{
    // each a looks for a z to the end of the text; a match at every byte; an
    // automaton of a thousand states
    for (std::string_view pattern : {"a.*z|aaaa", "a", "a{1,1000}"}) {
        auto set = test::build_set({{std::string(pattern)}});
        ASSERT_TRUE(set);
        std::string text(300000, 'a');
        Scratch scratch;
        std::vector<PatternHit> hits;
        uint64_t spent[2];

        for (uint64_t& units : spent) {
            scratch.work().begin(20 * text.size() / 10);
            EXPECT_FALSE(set->find(text, scratch, &hits)) << pattern;
            EXPECT_TRUE(scratch.work().is_over());
            units = scratch.work().spent();
        }
        // it is work that is counted, not time
        EXPECT_EQ(spent[0], spent[1]);
    }
}

TEST(PatternSet, WhatIsNotFoundCostsLittle)
{
    auto set = test::build_set({{"ACME-\\d{6}"}, {"sk-[a-z0-9]{20,200}"},
                                {"x{1,1000}"}});
    std::string text;
    while (text.size() < 100000) {
        text += "The quick brown dog jumps over lazy cats. ";
    }
    Scratch scratch;
    std::vector<PatternHit> hits;
    scratch.work().begin(20 * text.size());
    EXPECT_TRUE(set->find(text, scratch, &hits));
    EXPECT_FALSE(scratch.work().is_over());
}

// One short match in a text costs little, however far another might reach.
TEST(PatternSet, OnlyBytesThatCanMatchAreSearched)
{
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "a sanitizer changes what is measured";
#endif
    auto set = test::build_set({{"[A-Za-z0-9+/]{8,1000}"}});
    std::string text;
    while (text.size() < 100000) {
        text += "a word of 12345678 and so on, ";
    }
    Scratch scratch;
    std::vector<PatternHit> hits;
    ASSERT_TRUE(set->find(text, scratch, &hits));
    EXPECT_EQ(hits.size(), text.size() / 30);
    EXPECT_LT(scratch.work().spent(), 100 * text.size());
}

TEST(PatternSet, TheCostStaysWithTheImage)
{
    std::vector<Pattern> patterns = {{"x{1,1000}"}, {"ACME-\\d{6}"}};
    std::string image;
    ASSERT_FALSE(build_patterns(patterns, usable_filter(), [](uint32_t) {},
                                &image));
    auto one = PatternSet::load(patterns, image);
    auto other = PatternSet::load(patterns, image);
    for (size_t i = 0; i < 2; i++) {
        EXPECT_EQ(one->cost_per_byte(i), other->cost_per_byte(i));
    }
    EXPECT_GT(one->cost_per_byte(0), 20 * one->cost_per_byte(1));
    EXPECT_GE(one->cost_per_byte(), one->cost_per_byte(0));
}

TEST(PatternSet, AHostilePatternIsLinearInTheText)
{
    for (std::string_view pattern : {"(a+)+$", "(x+x+)+y", "(.*a){20}b",
             "(a|a)*c$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$",
             "(?:a{1,30}){1,30}b", "(\\w+\\s?)*:", "[ab]*a[ab]{20}c"})
    {
        std::string text(65536, 'a');
        EXPECT_NE(found({{std::string(pattern)}}, text), "not judged")
            << pattern;
    }
}

TEST(PatternSet, AnImageOfOtherPatternsIsNotLoaded)
{
    std::string image;
    ASSERT_FALSE(build_patterns({{"a"}}, usable_filter(), [](uint32_t) {},
                                &image));
    EXPECT_TRUE(PatternSet::load({{"a"}}, image));
    EXPECT_FALSE(PatternSet::load({{"b"}}, image));
    EXPECT_FALSE(PatternSet::load({{"a"}, {"b"}}, image));
    EXPECT_FALSE(PatternSet::load({}, image));
    EXPECT_FALSE(PatternSet::load({{"a"}}, ""));
}

TEST(PatternSet, ThreadsShareOneSet)
{
    auto set = test::build_set({{"a+"}, {"b+"}});
    std::vector<std::thread> threads;
    size_t counts[4] = {};

    for (size_t& count : counts) {
        threads.emplace_back([&set, &count] {
            Scratch scratch;
            std::vector<PatternHit> hits;
            set->find("aabbaabb", scratch, &hits);
            count = hits.size();
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (size_t count : counts) {
        EXPECT_EQ(count, 4u);
    }
}

}  // namespace

}  // namespace gate::guard
