#include "json/writer.hpp"

#include "base/text.hpp"
#include "json/prescan.hpp"
#include "json_random.hpp"
#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::json {

namespace {

std::string written(std::string_view text)
{
    std::string out;
    append_string(out, text);
    return out;
}

std::string read_back(std::string_view json)
{
    Reader in(json);
    std::string_view text;
    EXPECT_TRUE(in.read_string(&text) && in.finished()) << json;
    return std::string(text);
}

TEST(Writer, PlainTextStaysAsItIs)
{
    EXPECT_EQ(written(""), "\"\"");
    EXPECT_EQ(written("plain text, longer than eight bytes"),
              "\"plain text, longer than eight bytes\"");
    std::string out = "x:";
    append_string(out, "y");
    EXPECT_EQ(out, "x:\"y\"");
}

TEST(Writer, WhatMustBeEscapedIsEscaped)
{
    EXPECT_EQ(written("a\"b\\c"), "\"a\\\"b\\\\c\"");
    EXPECT_EQ(written("\n\r\t\b\f\x1f"),
              "\"\\n\\r\\t\\u0008\\u000c\\u001f\"");
    EXPECT_EQ(written(std::string(1, '\0')), "\"\\u0000\"");
    EXPECT_EQ(written("\x7f"), "\"\x7f\"");
}

// fault O03
TEST(Writer, TheTextIsSafeInsideAScript)
{
    EXPECT_EQ(written("</script>"), "\"<\\/script>\"");
    EXPECT_EQ(written("a/b </ //"), "\"a/b <\\/ //\"");
    EXPECT_EQ(written("/<"), "\"/<\"");
    EXPECT_EQ(written("\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa7"),
              "\"\\u2028\\u2029\xe2\x80\xa7\"");
}

TEST(Writer, IllFormedBytesBecomeTheReplacementCharacter)
{
    const std::string mark = "\xef\xbf\xbd";
    EXPECT_EQ(written("\xff"), "\"" + mark + "\"");
    EXPECT_EQ(written("\xc1\x80"), "\"" + mark + mark + "\"");
    EXPECT_EQ(written("\xed\xa0\x80"), "\"" + mark + mark + mark + "\"");
    EXPECT_EQ(written("a\xe2\x82"), "\"a" + mark + mark + "\"");
    EXPECT_EQ(written("\xe2\x82z"), "\"" + mark + mark + "z\"");
}

TEST(Writer, EachByteAtEachPlaceGivesStrictJson)
{
    for (unsigned c = 0; c < 256; c++) {
        for (size_t at = 0; at < 20; at++) {
            std::string text(20, '<');
            text[at] = static_cast<char>(c);
            std::string out = written(text);
            if (c > 0) {
                ASSERT_FALSE(prescan(out)) << c;
            }
            if (c < 0x80) {
                ASSERT_EQ(read_back(out), text) << c;
            }
        }
    }
}

TEST(Writer, GoodTextComesBackThroughTheReader)
{
    test::Random random(10);
    static constexpr std::string_view parts[] = {
        "a", "\"", "\\", "/", "</", "\n", "\x01", "\x7f", "\xc3\xa9",
        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xf0\x9f\x98\x80", "\\u0041", "{}",
        "abcdefghijklmnop", "\xef\xbf\xbd",
    };

    for (int round = 0; round < 5000; round++) {
        std::string text;
        for (size_t count = random.below(8); count > 0; count--) {
            text += random.pick(parts);
        }
        std::string out = written(text);
        ASSERT_FALSE(prescan(out)) << out;
        ASSERT_EQ(read_back(out), text) << out;
    }
}

TEST(Writer, AnyBytesGiveValidUtf8)
{
    test::Random random(11);

    for (int round = 0; round < 5000; round++) {
        std::string text;
        for (size_t count = random.below(24); count > 0; count--) {
            text += static_cast<char>(1 + random.below(255));
        }
        std::string out = written(text);
        ASSERT_TRUE(text::is_utf8(out));
        ASSERT_FALSE(prescan(out));
        ASSERT_EQ(out.find("</"), out.npos);
        if (text::is_utf8(text)) {
            ASSERT_EQ(read_back(out), text);
        }
    }
}

}  // namespace

}  // namespace gate::json
