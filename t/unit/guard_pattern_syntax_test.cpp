#include "guard/pattern/pattern_syntax.hpp"

#include "guard/pattern/pattern_check.hpp"

#include <gtest/gtest.h>

#include <re2/re2.h>

namespace gate::guard {

namespace {

struct Meaning {
    std::string_view  pattern;
    std::string_view  text;  // that RE2 must match whole
};

struct Wrong {
    std::string_view  pattern;
    size_t            offset;
    std::string_view  cause;  // a piece of it
};

std::string refusal(std::string_view pattern)
{
    CheckedPattern checked;
    auto error = check_pattern(pattern, &checked);
    return error ? std::to_string(error->offset) + " " + error->cause : "";
}

uint32_t width(std::string_view pattern)
{
    Translation translation;
    EXPECT_FALSE(translate(pattern, &translation)) << pattern;
    return translation.max_width;
}

std::string needle(std::string_view pattern)
{
    Translation translation;
    translate(pattern, &translation);
    return translation.needle;
}

TEST(PatternSyntax, WhatIsTakenMeansWhatWasWritten)
{
    constexpr Meaning cases[] = {
        {"abc", "abc"},
        {"a.c", "a\xc3\xa9" "c"},
        {"a\\.c", "a.c"},
        {"a\\/b", "a/b"},
        {"a/b", "a/b"},
        {"\\x41\\u0042\\u{43}\\x{44}", "ABCD"},
        {"\\u00e9", "\xc3\xa9"},
        {"\xc3\xa9", "\xc3\xa9"},
        {"\\ud83d\\ude00", "\xf0\x9f\x98\x80"},
        {"\\u{1F600}", "\xf0\x9f\x98\x80"},
        {"\\cA\\ca", "\x01\x01"},
        {"\\t\\n\\v\\f\\r\\a", "\t\n\v\f\r\a"},
        {"[^]", "\n"},
        {"[\\b]", "\b"},
        {"[a\\-z]", "-"},
        {"[-a]", "-"},
        {"[a-]", "-"},
        {"[\\w-]", "-"},
        {"[a[]", "["},
        {"[[:alpha:]_]+", "Ab_"},
        {"[^\\d]", "a"},
        {"\\D\\W\\S", "a-b"},
        {"(?<year>\\d{4})", "2024"},
        {"(?P<year>\\d{4})", "2024"},
        {"(?:a|b)c", "bc"},
        {"(a)(?i)b", "aB"},
        {"(?i:a)b", "Ab"},
        {"(?s).", "\n"},
        {"(?s-i:.)", "\n"},
        {"(?i)\xd0\xb2", "\xd0\x92"},
        {"a{2}", "aa"},
        {"a{2,}", "aaa"},
        {"a{2,3}?", "aaa"},
        {"a{,2}", "a{,2}"},
        {"a{x", "a{x"},
        {"{", "{"},
        {"a}b]", "a}b]"},
        {"\\p{Lu}\\pL\\P{L}", "AA1"},
        {"\\p{Script=Greek}", "\xce\xb1"},
        {"\\p{^Greek}", "a"},
        {"\\Aab\\z", "ab"},
        {"^a$", "a"},
        {"a+?b*?c??", "ab"},
        {"(a|)b", "b"},
        {"\\@\\#\\ \\_", "@# _"},
    };

    for (const Meaning& one : cases) {
        CheckedPattern checked;
        auto error = check_pattern(one.pattern, &checked);
        ASSERT_FALSE(error) << one.pattern << ": " << error->cause;
        EXPECT_TRUE(RE2::FullMatch(
            re2::StringPiece(one.text.data(), one.text.size()), *checked.re2))
            << one.pattern << " as " << checked.translation.re2;
    }
}

TEST(PatternSyntax, WhatIsRefusedHasItsOffsetAndItsCause)
{
    constexpr Wrong cases[] = {
        {"ab(?=c)", 2, "look-ahead cannot run in linear time"},
        {"ab(?!c)", 2, "look-ahead"},
        {"(?<=a)b", 0, "look-behind"},
        {"(?<!a)b", 0, "look-behind"},
        {"(a)\\1", 3, "back-reference"},
        {"(?<n>a)\\k<n>", 7, "back-reference"},
        {"(?P<n>a)(?P=n)", 8, "back-reference"},
        {"a(?>b)", 1, "atomic"},
        {"a++b", 1, "possessive"},
        {"ab*+c", 2, "possessive"},
        {"ab{2}+c", 2, "possessive"},
        {"(a)(?(1)b)", 3, "condition"},
        {"a(?R)", 1, "recursion"},
        {"a(?1)", 1, "recursion"},
        {"a(?&n)", 1, "recursion"},
        {"a(?|b)", 1, "branch reset"},
        {"a(?#b)", 1, "comment"},
        {"(*ACCEPT)a", 0, "verbs"},
        {"a{1001}", 1, "more than 1000"},
        {"a{0,1001}", 1, "more than 1000"},
        {"a{3,2}", 1, "not in order"},
        {"x(?:(?:a{100}){100})", 8, "multiply"},
        {"a**", 2, "nothing to repeat"},
        {"*a", 0, "nothing to repeat"},
        {"a|*", 2, "nothing to repeat"},
        {"^*a", 1, "nothing to repeat"},
        {"a(?i)*", 5, "nothing to repeat"},
        {"a(b", 1, "not closed"},
        {"a)b", 1, "closes no group"},
        {"a[b", 1, "not closed"},
        {"a[]", 1, "matches nothing"},
        {"a[z-b]", 2, "no order"},
        {"a[b-\\d]", 2, "no order"},
        {"a[[:nope:]]", 2, "no class"},
        {"a\\", 1, "backslash ends"},
        {"a\\q", 1, "\\q has no meaning"},
        {"a\\Z", 1, "\\Z has no meaning"},
        {"a\\C", 1, "\\C has no meaning"},
        {"a\\xZ1", 1, "hex digits"},
        {"a\\u12", 1, "hex digits"},
        {"a\\u{}", 1, "form"},
        {"a\\u{110000}", 1, "no character"},
        {"a\\u{d800}", 1, "no character"},
        {"a\\ud83d", 1, "surrogate"},
        {"a\\ud83d\\u0041", 1, "surrogate"},
        {"a\\01", 1, "octal"},
        {"a\\c1", 1, "needs a letter"},
        {"ab\\p{Nope}", 2, "no property"},
        {"a\\p", 1, "no name"},
        {"a\\p{L", 1, "no closing"},
        {"a(?x)b", 1, "flags are"},
        {"a(?)b", 1, "missing"},
        {"a(?i-)b", 1, "missing"},
        {"a(?", 1, "flags are"},
        {"x(?<a-b>c)", 1, "name of a group"},
        {"(?<a", 0, "closing >"},
        {"", 0, "empty"},
        {"a*", 0, "empty text"},
        {"a|", 0, "empty text"},
        {"^$", 0, "empty text"},
        {"\\b", 0, "empty text"},
        {"(a?)*b{0}", 0, "empty text"},
        {"a\xff", 1, "UTF-8"},
        {"a\xed\xa0\x80", 1, "UTF-8"},
        {"\\p{L}{200}\\p{L}{200}\\p{L}{200}", 0, "too large"},
    };

    for (const Wrong& one : cases) {
        std::string wrong = refusal(one.pattern);
        EXPECT_EQ(wrong.find(std::to_string(one.offset) + " "), 0u)
            << one.pattern << ": " << wrong;
        EXPECT_NE(wrong.find(one.cause), std::string::npos)
            << one.pattern << ": " << wrong;
    }
}

TEST(PatternSyntax, LengthAndDepthHaveALimit)
{
    EXPECT_EQ(refusal(std::string(4096, 'a')), "");
    EXPECT_NE(refusal(std::string(4097, 'a')), "");

    std::string deep(250, '(');
    EXPECT_EQ(refusal(deep + "a" + std::string(250, ')')), "");
    deep += '(';
    EXPECT_NE(refusal(deep + "a" + std::string(251, ')')), "");
}

TEST(PatternSyntax, TheWidthIsThatOfTheLongestMatch)
{
    EXPECT_EQ(width("abc"), 3u);
    EXPECT_EQ(width("a|bcd|ef"), 3u);
    EXPECT_EQ(width("a(b|cc){2,3}"), 7u);
    EXPECT_EQ(width("."), 4u);
    EXPECT_EQ(width("(?i)a"), 1u);
    EXPECT_EQ(width("(?i)k"), 4u);
    EXPECT_EQ(width("a?b"), 2u);
    EXPECT_EQ(width("\\bab$"), 2u);
    EXPECT_EQ(width("a+"), unbounded_width);
    EXPECT_EQ(width("(ab*){2}"), unbounded_width);
    EXPECT_EQ(width("a{2,}"), unbounded_width);
}

TEST(PatternSyntax, TheNeedleStandsInEveryMatch)
{
    EXPECT_EQ(needle("PROJ-\\d+"), "PROJ-");
    EXPECT_EQ(needle("ab?cde"), "cde");
    EXPECT_EQ(needle("ab+c"), "ab");
    EXPECT_EQ(needle("abc|d"), "");
    EXPECT_EQ(needle("a(bcd)?e"), "a");
    EXPECT_EQ(needle("(?i)abc"), "");
    EXPECT_EQ(needle("a(?i)bcd"), "a");
    EXPECT_EQ(needle("\\w+abc{0}d"), "ab");
    EXPECT_EQ(needle("\\bab\\bc"), "abc");
}

}  // namespace

}  // namespace gate::guard
