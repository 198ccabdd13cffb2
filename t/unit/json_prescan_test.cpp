#include "json/prescan.hpp"

#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace gate::json {

namespace {

std::string in_quotes(std::string_view inside)
{
    return '"' + std::string(inside) + '"';
}

std::string bytes(std::initializer_list<unsigned> list)
{
    std::string out;
    for (unsigned byte : list) {
        out += static_cast<char>(byte);
    }
    return out;
}

std::string escape(unsigned unit)
{
    char out[8];
    std::snprintf(out, sizeof out, "\\u%04x", unit);
    return out;
}

std::string cause_of(std::string_view text)
{
    auto flaw = prescan(text);
    return flaw ? std::string(flaw->cause) : "";
}

TEST(Prescan, EachByteOutsideAStringIsJudged)
{
    for (unsigned c = 0; c < 256; c++) {
        bool good = (c >= 0x20 && c < 0x80 && c != '"') || c == '\n'
                    || c == '\t' || c == '\r';
        std::string text = "[" + bytes({c}) + "]";
        EXPECT_EQ(!prescan(text), good) << c;
        if (!good && c != '"') {
            EXPECT_EQ(prescan(text)->offset, 1u) << c;
        }
    }
}

TEST(Prescan, EachByteInAStringIsJudged)
{
    for (unsigned c = 0; c < 256; c++) {
        if (c == '"') {
            continue;  // ends it
        }
        bool good = c >= 0x20 && c < 0x80 && c != '\\';
        EXPECT_EQ(!prescan(in_quotes(bytes({c}))), good) << c;
    }
}

// fault J12
TEST(Prescan, AllPairsOfBytesInAStringAreUtf8OrNot)
{
    for (unsigned lead = 0x80; lead < 256; lead++) {
        for (unsigned second = 0x20; second < 256; second++) {
            if (second == '"' || second == '\\') {
                continue;
            }
            for (const std::string& one : {bytes({lead, second}),
                     bytes({lead, second, 0x80}),
                     bytes({lead, second, 0x80, 0x80})}) {
                ASSERT_EQ(prescan(in_quotes(one)) == std::nullopt,
                          test::dump_by_reference(in_quotes(one)).has_value())
                    << testing::PrintToString(one);
            }
        }
    }
    EXPECT_EQ(cause_of(in_quotes("\xc1\x80")), "not UTF-8");
    EXPECT_EQ(cause_of(in_quotes("\xf4\x90\x80\x80")), "not UTF-8");
}

TEST(Prescan, EachEscapeIsJudged)
{
    constexpr std::string_view good = "\"\\/bfnrt";

    for (unsigned c = 0; c < 256; c++) {
        std::string text = in_quotes(bytes({'\\', c}));
        bool is_good = good.find(static_cast<char>(c)) != good.npos;
        EXPECT_EQ(!prescan(text), is_good) << c;
    }
}

TEST(Prescan, EachUnitButNulAndSurrogatesStandsAlone)
{
    for (unsigned unit = 0; unit < 0x10000; unit++) {
        std::string cause = cause_of(in_quotes(escape(unit)));
        bool is_surrogate = unit >= 0xd800 && unit <= 0xdfff;
        ASSERT_EQ(cause, unit == 0 ? "NUL in a string"
                         : is_surrogate ? "lone surrogate escape" : "")
            << unit;
    }
}

// faults J13 and J14
TEST(Prescan, ASurrogateNeedsItsOtherHalfAtOnce)
{
    for (unsigned high = 0xd700; high < 0xe100; high += 0x40) {
        for (unsigned low = 0xd700; low < 0xe100; low += 0x3f) {
            std::string text = in_quotes(escape(high) + escape(low));
            ASSERT_EQ(!prescan(text),
                      test::dump_by_reference(text).has_value()) << text;
        }
    }
    EXPECT_EQ(cause_of("\"\\ud800\\u0040\""), "lone surrogate escape");
    EXPECT_EQ(cause_of("\"\\udc00\\ud800\""), "lone surrogate escape");
    EXPECT_EQ(cause_of("\"\\ud800 \\udc00\""), "lone surrogate escape");
    EXPECT_EQ(cause_of("\"\\ud800\\\\udc00\""), "lone surrogate escape");
    EXPECT_EQ(cause_of("\"\\ud83d\\ude00\""), "");
}

TEST(Prescan, FourHexDigitsOfEitherCaseFollowAU)
{
    for (unsigned c = 0; c < 256; c++) {
        for (size_t at = 2; at < 6; at++) {
            if (c == '"') {
                continue;
            }
            std::string text = "\\u1234";
            text[at] = static_cast<char>(c);
            bool good = c < 0x80 && std::isxdigit(static_cast<int>(c));
            EXPECT_EQ(!prescan(in_quotes(text)), good) << text;
        }
    }
    for (std::string_view text : {"\\u", "\\u1", "\\u12", "\\u123"}) {
        EXPECT_EQ(cause_of(in_quotes(text)), "invalid escape") << text;
    }
}

TEST(Prescan, ATextCutAnywhereInAStringIsRefused)
{
    std::string text = in_quotes("a\\n\\u00e9\xc3\xa9\\ud83d\\ude00"
                              "\xf0\x9f\x98\x80 plain text of some length");
    EXPECT_EQ(prescan(text), std::nullopt);
    for (size_t size = 1; size < text.size(); size++) {
        EXPECT_TRUE(prescan(text.substr(0, size)).has_value()) << size;
    }
    EXPECT_EQ(cause_of("\"abc"), "string without an end");
    EXPECT_EQ(prescan("\"abc")->offset, 4u);
}

TEST(Prescan, TheFlawIsFoundAtEachPlace)
{
    for (size_t at = 0; at < 40; at++) {
        for (std::string_view bad : {"\x01", "\xff", "\\x", "\\u0000",
                                     "\\ud800"}) {
            std::string text = in_quotes(std::string(at, 'a')
                                      + std::string(bad) + "bcdefghijkl");
            auto flaw = prescan(text);
            ASSERT_TRUE(flaw.has_value()) << text;
            EXPECT_EQ(flaw->offset, at + 1) << text;
        }
    }
}

TEST(Prescan, LeavesTheGrammarToTheParser)
{
    for (std::string_view text : {"", "{", "]", "nul", "01", "{}{}", "\\",
                                  "[1,]", "'"}) {
        EXPECT_EQ(prescan(text), std::nullopt) << text;
    }
}

// fault J17
TEST(Prescan, OtherEncodingsAreRefused)
{
    EXPECT_TRUE(prescan("\xef\xbb\xbf{}").has_value());
    EXPECT_TRUE(prescan(std::string("{\0}\0", 4)).has_value());
    EXPECT_TRUE(prescan(std::string("\xff\xfe{\0}\0", 6)).has_value());
    EXPECT_TRUE(prescan(std::string("\0\0\0{\0\0\0}", 8)).has_value());
    EXPECT_TRUE(prescan("{\xc2\xa0}").has_value());
}

}  // namespace

}  // namespace gate::json
