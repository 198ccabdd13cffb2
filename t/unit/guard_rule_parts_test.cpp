#include "guard/injection/rule_parts.hpp"

#include "guard/injection/rule_set.hpp"
#include "guard/injection/view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gate::guard {

namespace {

// "ignore|forget" of the literals of a set; {} around one at no word.
std::string joined(const Literals& literals)
{
    std::string out;
    for (const Literal& literal : literals) {
        out += (out.empty() ? "" : "|")
               + (literal.at_word ? literal.text : '{' + literal.text + '}');
    }
    return out;
}

Needs needs(std::string_view pattern)
{
    RuleParts parts = parts_of(pattern);
    EXPECT_EQ(parts.ways.size(), 1u) << pattern;
    return parts.ways.front();
}

TEST(RuleParts, TheWordsThatEachMatchHolds)
{
    EXPECT_EQ(joined(needs(R"(\bjailbroken\b)").literals), "jailbroken");
    EXPECT_EQ(joined(needs(R"(\bjailbr(?:oken|eak)s?\b)").literals),
              "jailbroken|jailbreak");
    // what may be missing is not looked for
    EXPECT_EQ(joined(needs(R"(\b(?:very )?jailbroken(?: zombies)?\b)")
                         .literals), "jailbroken");
}

TEST(RuleParts, WhatStandsBesideTheRarest)
{
    Needs parts = needs(R"(\b(?:ignore|forget) (?:all ){0,2}constraints\b)");
    EXPECT_EQ(joined(parts.literals), "constraints");
    EXPECT_EQ(joined(parts.before), "ignore |forget ");
    EXPECT_EQ(parts.before_reach, std::string("ignore all all constraints")
                                      .size());
    EXPECT_EQ(joined(parts.behind), "");
    EXPECT_EQ(parts.behind_reach, 0u);
}

TEST(RuleParts, AWordIsOneOnlyBehindABorder)
{
    EXPECT_EQ(joined(needs("jailbroken").literals), "{jailbroken}");
    EXPECT_EQ(joined(needs(R"([a-z]+broken)").literals), "{broken}");
    EXPECT_EQ(joined(needs(R"([a-z]+ broken)").literals), "broken");
    EXPECT_EQ(joined(needs(R"(\[(?:the )?broken)").literals), "broken");
}

TEST(RuleParts, AlternativesOfAWholePatternAreWaysOfTheirOwn)
{
    RuleParts parts = parts_of(R"(\b(?:jailbroken|two zombies)\b)");
    ASSERT_EQ(parts.ways.size(), 2u);
    EXPECT_EQ(joined(parts.ways[0].literals), "jailbroken");
    EXPECT_EQ(joined(parts.ways[1].literals), "two zombies");
}

TEST(RuleParts, TheWidestMatch)
{
    EXPECT_EQ(parts_of("abcd").width, 4u);
    EXPECT_EQ(parts_of("ab?c{2,5}").width, 7u);
    EXPECT_EQ(parts_of("(?:ab|cde)f").width, 4u);
    EXPECT_EQ(parts_of("a[b-z]+").width, 1 + widest_filler);
    EXPECT_EQ(parts_of("a(?: of| the)*").width, 1 + 4 * most_repeats);
    EXPECT_EQ(parts_of(R"(\babc\x00$)").width, 4u);
}

TEST(RuleParts, WhatNoRuleUsesIsNotUnderstood)
{
    for (const char* pattern : {"a.c", "^abc", "(abc)", "(?=abc)", "ab)c",
                                "(?:abc", "ab{2", "ab{x}", R"(ab\d)", "[abc",
                                "ab\\"}) {
        EXPECT_THROW(parts_of(pattern), std::invalid_argument) << pattern;
    }
}

TEST(RuleParts, EveryRuleSaysSomethingAndIsNarrowerThanAnExcerpt)
{
    for (size_t i = 0; i < rule_count(); i++) {
        RuleParts parts = parts_of(expanded_pattern(i));
        EXPECT_LE(parts.width, excerpt_reach) << rule_at(i).pattern;
        for (const Needs& way : parts.ways) {
            EXPECT_FALSE(way.literals.empty()) << rule_at(i).pattern;
            for (const Literals* set : {&way.literals, &way.before,
                                        &way.behind}) {
                for (const Literal& literal : *set) {
                    EXPECT_LE(literal.text.size(), longest_literal);
                    EXPECT_TRUE(!literal.at_word
                        || literal.text.size() >= shortest_at_word);
                }
            }
        }
    }
}

}  // namespace

}  // namespace gate::guard
