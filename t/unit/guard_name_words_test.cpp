#include "guard/people/name_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::guard {

namespace {

std::vector<std::string> run_of(std::string_view text)
{
    NameRun run = read_name_run(text, 0);
    std::vector<std::string> words;
    for (size_t i = 0; i < run.count; i++) {
        const NameWord& word = run.words[i];
        words.emplace_back(text.substr(word.start, word.end - word.start));
    }
    return words;
}

WordKind kind(std::string_view text)
{
    return read_name_word(text, 0).kind;
}

TEST(NameWords, ARunEndsAtWhatIsNoCapitalisedWord)
{
    using Run = std::vector<std::string>;
    EXPECT_EQ(run_of("Anna Bell went"), (Run{"Anna", "Bell"}));
    EXPECT_EQ(run_of("Anna, Bell"), Run{"Anna"});
    EXPECT_EQ(run_of("Anna  Bell"), Run{"Anna"});
    EXPECT_EQ(run_of("Anna\nBell"), Run{"Anna"});
    EXPECT_EQ(run_of("J. van der Meer"),
              (Run{"J", "van", "der", "Meer"}));
    EXPECT_EQ(run_of("Anna van there"), Run{"Anna"});
}

TEST(NameWords, ARunIsBoundedAndTheScanGoesOnBehindIt)
{
    std::string text;
    for (int i = 0; i < 40; i++) {
        text += "Anna ";
    }
    NameRun run = read_name_run(text, 0);
    EXPECT_EQ(run.count, max_run);
    EXPECT_EQ(run.next, max_run * 5 - 1);
}

TEST(NameWords, KindsOfWords)
{
    EXPECT_EQ(kind("Anna "), WordKind::name);
    EXPECT_EQ(kind("McDonald"), WordKind::name);
    EXPECT_EQ(kind("J."), WordKind::initial);
    EXPECT_EQ(kind("I am"), WordKind::other);
    EXPECT_EQ(kind("Mrs."), WordKind::honorific);
    EXPECT_EQ(kind("Dr"), WordKind::title);
    EXPECT_EQ(kind("Jr."), WordKind::suffix);
    EXPECT_EQ(kind("JavaScript"), WordKind::other);
    EXPECT_EQ(kind("Anna_x"), WordKind::other);
    EXPECT_EQ(kind("Anna2"), WordKind::other);
    EXPECT_EQ(kind("Anna(x)"), WordKind::other);
}

TEST(NameWords, AWordBeginsBehindWhatIsNoPartOfOne)
{
    for (std::string before : {"", " ", "\n", "(", "\"", "- ", "\u201c",
                               "中"}) {
        EXPECT_TRUE(is_word_start(before + "A", before.size())) << before;
    }
    for (std::string before : {"a", "1", "_", "@", "é", "::", "a.", "a-"}) {
        EXPECT_FALSE(is_word_start(before + "A", before.size())) << before;
    }
}

TEST(NameWords, APlainWordEndsWhereTheWordEnds)
{
    constexpr std::string_view behind[] = {
        "", "'", "'s", "'s ", "'s'", "'sx", "'s\u00e9", "'t", "-", "-x", " ",
        ".", "\u00e9", "\u2019s", "\u200b",
    };
    for (std::string_view rest : behind) {
        std::string text = "Alex" + std::string(rest);
        if (ends_plain_word(text, 4)) {
            EXPECT_EQ(read_name_word(text, 0).end, 4u) << text;
            // with a letter that is none of ASCII it is read byte by byte
            std::string slow = "\u00c1lex" + std::string(rest);
            EXPECT_EQ(read_name_word(slow, 0).end, 5u) << text;
        }
    }
    EXPECT_TRUE(ends_plain_word("Alex's ", 4));
    EXPECT_FALSE(ends_plain_word("Alex'sx", 4));
    EXPECT_FALSE(ends_plain_word("Alex-x", 4));
}

}  // namespace

}  // namespace gate::guard
