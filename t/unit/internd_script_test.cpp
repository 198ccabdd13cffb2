#include "internd/models/model.hpp"

#include <gtest/gtest.h>

namespace gate::internd {

using Verb = Step::Verb;

TEST(Script, PlainLinesBetweenDirectivesAreEchoedTogether)
{
    auto script = parse_script("one\ntwo\n!say x\n\nthree");
    ASSERT_TRUE(script.error.empty());
    ASSERT_EQ(script.steps.size(), 3U);
    EXPECT_EQ(script.steps[0].verb, Verb::echo);
    EXPECT_EQ(script.steps[0].text, "one\ntwo");
    EXPECT_EQ(script.steps[1].text, "x");
    EXPECT_EQ(script.steps[2].text, "three");
}

TEST(Script, OnlyABangBeforeASmallLetterIsADirective)
{
    for (const char* text : {"!", "!!", "! say", "!Say x", "a !say x"}) {
        auto script = parse_script(text);
        ASSERT_EQ(script.steps.size(), 1U) << text;
        EXPECT_EQ(script.steps[0].verb, Verb::echo) << text;
    }
    EXPECT_TRUE(parse_script(" \n ").steps.empty());
}

TEST(Script, ArgumentsAreRead)
{
    auto step = [](const char* text) {
        auto script = parse_script(text);
        EXPECT_EQ(script.steps.size(), 1U) << text << ": " << script.error;
        return script.steps.at(0);
    };

    EXPECT_EQ(step("!say a\\n\\t\\\\n\\x41\\q\\x4").text, "a\n\t\\nA\\q\\x4");
    EXPECT_EQ(step("!shell! echo a b").verb, Verb::shell_escalated);
    EXPECT_EQ(step("!shell  echo  a ").text, "echo  a");
    EXPECT_EQ(step("!tokens 3 every 5ms").time, Millis{5});
    EXPECT_EQ(step("!tokens 3").time, Millis{0});
    EXPECT_EQ(step("!bytes 2k event 1m").second, 1024 * 1024);
    EXPECT_EQ(step("!usage 1 2 0.5").cost, 0.5);
    EXPECT_EQ(step("!usage none").verb, Verb::no_usage);
    EXPECT_EQ(step("!error run_ended").count, 502);
    EXPECT_EQ(step("!error run_ended 410").count, 410);
    EXPECT_EQ(step("!fail 503 busy").text, "busy");
    EXPECT_EQ(step("!no-done").text, "done");
    EXPECT_EQ(step("!cut mid-rst\r").text, "mid-rst");
    EXPECT_EQ(step("!ask {\"message\": \"a\\nb\"}").verb, Verb::ask);
}

TEST(Script, AWrongDirectiveIsNamedByItsLine)
{
    for (const char* wrong : {
             "!nosuch", "!say", "!delay", "!delay x", "!delay 1d", "!tokens",
             "!tokens -1", "!tokens 3 every", "!tokens 3 each 5ms", "!hang 1",
             "!cut", "!cut fi", "!cut fin|rst", "!fail 200 x", "!fail x 500",
             "!steerable maybe", "!usage 1", "!usage 1 2 x", "!ask {}",
             "!ask x", "!error", "!background", "!bytes 9999999999",
         }) {
        auto script = parse_script(std::string("fine\n") + wrong);
        EXPECT_NE(script.error.find("line 2"), std::string::npos) << wrong;
    }
}

TEST(Script, TimesAndCountsHaveUnits)
{
    EXPECT_EQ(parse_time("200ms"), Millis{200});
    EXPECT_EQ(parse_time("5"), Millis{5000});
    EXPECT_EQ(parse_time("5m"), Millis{300000});
    EXPECT_EQ(parse_time("1h"), Millis{3600000});
    EXPECT_EQ(parse_count("16k"), 16384);
    for (const char* wrong : {"", "ms", "-1s", "1 s", "1ks", "1.5s", "+1"}) {
        EXPECT_FALSE(parse_time(wrong)) << wrong;
    }
    for (const char* wrong : {"", "k", "-1", "1kk", "99999999999999999999"}) {
        EXPECT_FALSE(parse_count(wrong)) << wrong;
    }
}

TEST(Script, TheHelpNamesEveryDirective)
{
    auto help = script_help();
    for (const char* name : {"!say TEXT", "!tokens N [every TIME]", "!hang",
                             "!shell! TEXT", "!steerable on|off"}) {
        EXPECT_NE(help.find(name), std::string::npos) << name;
    }
}

}  // namespace gate::internd
