#include "json/lines.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace gate::json {

namespace {

using Lines = std::vector<std::pair<uint32_t, std::string>>;

Lines lines_of(std::string_view text)
{
    Lines out;
    auto error = for_each_line(text,
        [&out](uint32_t number, std::string_view line) -> std::string {
            out.emplace_back(number, line);
            return "";
        });
    EXPECT_FALSE(error.has_value());
    return out;
}

std::string skip_all(std::string_view, Reader& in)
{
    in.skip();
    return "";
}

TEST(Lines, LinesWithContentComeWithTheirNumbers)
{
    EXPECT_EQ(lines_of("a\n\nb\r\n# c\n  d"),
              (Lines{{1, "a"}, {3, "b"}, {5, "  d"}}));
    EXPECT_EQ(lines_of("a"), (Lines{{1, "a"}}));
    EXPECT_EQ(lines_of("a\n"), (Lines{{1, "a"}}));
    EXPECT_EQ(lines_of("\n\na"), (Lines{{3, "a"}}));
}

TEST(Lines, BlankLinesAndCommentsArePassedOver)
{
    EXPECT_EQ(lines_of(""), Lines{});
    EXPECT_EQ(lines_of("\n \n\t\n\r\n#\n \t# x\n"), Lines{});
    EXPECT_EQ(lines_of("a # b"), (Lines{{1, "a # b"}}));
}

TEST(Lines, TheFirstWrongLineEndsTheReading)
{
    int calls = 0;
    auto error = for_each_line("a\nb\nc\n",
        [&calls](uint32_t number, std::string_view) -> std::string {
            calls++;
            return number == 2 ? "no" : "";
        });
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->line, 2u);
    EXPECT_EQ(error->message, "no");
    EXPECT_EQ(calls, 2);
}

TEST(Lines, AnObjectLineGivesItsMembers)
{
    std::string names;
    EXPECT_EQ(read_object_line(" {\"a\":1, \"\\u0062\" : [2] } ",
        [&names](std::string_view name, Reader& in) -> std::string {
            names += name;
            in.skip();
            return "";
        }), "");
    EXPECT_EQ(names, "ab");
    EXPECT_EQ(read_object_line("{}", skip_all), "");
}

TEST(Lines, AWrongMemberIsNamed)
{
    auto refuse = [](std::string_view name, Reader& in) -> std::string {
        in.skip();
        return name == "b" ? "is not good" : "";
    };
    EXPECT_EQ(read_object_line("{\"a\":1,\"b\":2}", refuse),
              "\"b\" is not good");
}

TEST(Lines, AMemberThatStandsTwiceIsRefusedHoweverManyThereAre)
{
    EXPECT_EQ(read_object_line("{\"a\":1,\"\\u0061\":2}", skip_all),
              "member \"a\" stands twice");

    std::string many = "{\"x\":0";
    for (int i = 0; i < 40; i++) {
        many += ",\"k" + std::to_string(i) + "\":0";
    }
    EXPECT_EQ(read_object_line(many + "}", skip_all), "");
    EXPECT_EQ(read_object_line(many + ",\"x\":1}", skip_all),
              "member \"x\" stands twice");
}

TEST(Lines, OnlyOneWholeObjectIsALine)
{
    const std::string no_object = "not a JSON object; write one {…} a line";
    for (std::string_view line : {"[]", "1", "\"a\"", "x", "null"}) {
        EXPECT_EQ(read_object_line(line, skip_all), no_object) << line;
    }
    for (std::string_view line : {"{", "{\"a\"", "{\"a\":", "{\"a\":1",
             "{\"a\":1,", "{\"a\":1,}", "{} {}", "{}x", "{\"a\" 1}",
             "{\"a\":1 \"b\":2}", "{\"a\":01}"}) {
        EXPECT_EQ(read_object_line(line, skip_all),
                  "not one whole JSON object") << line;
    }
}

TEST(Lines, BytesThatAreNotStrictAreNamedByColumn)
{
    EXPECT_EQ(read_object_line("{\"a\":\"\xff\"}", skip_all),
              "not UTF-8 at column 7");
    EXPECT_EQ(read_object_line("\xef\xbb\xbf{}", skip_all),
              "not ASCII outside a string at column 1");
    EXPECT_EQ(read_object_line("{\"a\":\"\\ud800\"}", skip_all),
              "lone surrogate escape at column 7");
}

// fault O01
TEST(Lines, AMessageStaysOnOneLineWhateverTheNameIs)
{
    auto refuse = [](std::string_view, Reader& in) -> std::string {
        in.skip();
        return "is unknown";
    };
    EXPECT_EQ(read_object_line("{\"a\\n\\u001b[1m\":1}", refuse),
              "\"a\\x0a\\x1b[1m\" is unknown");
    EXPECT_EQ(read_object_line("{\"\\n\":1,\"\\n\":1}", skip_all),
              "member \"\\x0a\" stands twice");
}

TEST(Lines, AStringValueIsNeitherEmptyNorHoldsControls)
{
    auto read = [](std::string_view json, std::string* out) {
        Reader in(json);
        return expect_string(in, out);
    };
    const std::string bad = "must not be empty or hold control characters";
    std::string out;
    EXPECT_EQ(read("\"a\\u00e9\"", &out), "");
    EXPECT_EQ(out, "a\xc3\xa9");
    EXPECT_EQ(read("\"\"", &out), bad);
    EXPECT_EQ(read("\"a\\n\"", &out), bad);
    EXPECT_EQ(read("\"\x7f\"", &out), bad);
    for (std::string_view json : {"1", "null", "{}", "[\"a\"]", "true", ""}) {
        EXPECT_EQ(read(json, &out), "must be a string") << json;
    }
}

TEST(Lines, NullStandsForAnAbsentString)
{
    std::string out = "before";
    Reader null("null");
    EXPECT_EQ(expect_string_or_null(null, &out), "");
    EXPECT_EQ(out, "");
    Reader text("\"x\"");
    EXPECT_EQ(expect_string_or_null(text, &out), "");
    EXPECT_EQ(out, "x");
    Reader number("5");
    EXPECT_EQ(expect_string_or_null(number, &out),
              "must be a string or null");
    Reader cut("nul");
    EXPECT_NE(expect_string_or_null(cut, &out), "");
}

TEST(Lines, ABooleanIsTrueOrFalse)
{
    bool out = false;
    Reader yes("true");
    EXPECT_EQ(expect_boolean(yes, &out), "");
    EXPECT_TRUE(out);
    Reader no("false");
    EXPECT_EQ(expect_boolean(no, &out), "");
    EXPECT_FALSE(out);
    for (std::string_view json : {"\"true\"", "1", "null", "tru", "fals"}) {
        Reader in(json);
        EXPECT_EQ(expect_boolean(in, &out), "must be true or false") << json;
    }
}

}  // namespace

}  // namespace gate::json
