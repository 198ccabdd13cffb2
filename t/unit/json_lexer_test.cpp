#include "json/lexer.hpp"

#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::json {

namespace {

// A copy without a byte behind it, for the sanitizer.
class Exact {
public:
    explicit Exact(std::string_view text) : bytes_(text.begin(), text.end()) {}

    std::string_view view() const { return {bytes_.data(), bytes_.size()}; }

private:
    std::vector<char>  bytes_;
};

struct Read {
    bool         good;
    std::string  raw;
    bool         has_escape;
    size_t       offset;  // of the flaw
};

Read read_string(std::string_view text, Simd simd)
{
    Exact exact(text);
    Lexer lexer(exact.view(), simd);
    RawString out{{}, false};
    bool good = lexer.peek() == '"' && lexer.string(&out);
    return {good, std::string(out.raw), out.has_escape, lexer.flaw().offset};
}

// By each version.
Read read_string(std::string_view text)
{
    Read read = read_string(text, best_simd());
    Read baseline = read_string(text, Simd::baseline);
    EXPECT_EQ(baseline.good, read.good) << text;
    EXPECT_EQ(baseline.raw, read.raw) << text;
    EXPECT_EQ(baseline.has_escape, read.has_escape) << text;
    EXPECT_EQ(baseline.offset, read.offset) << text;
    return read;
}

std::string in_quotes(std::string_view inside)
{
    return '"' + std::string(inside) + '"';
}

// The edges of blocks: whatever needs a look stands at each place of a string
// of each length.
TEST(Lexer, WhatNeedsALookIsSeenAtEachPlace)
{
    struct {
        std::string_view  bytes;
        bool              is_good;
        bool              is_escape;
    } constexpr cases[] = {
        {"\\\"", true, true},        {"\\\\", true, true},
        {"\\u00e9", true, true},     {"\\ud83d\\ude00", true, true},
        {"\xc3\xa9", true, false},   {"\xe2\x82\xac", true, false},
        {"\xf0\x9f\x98\x80", true, false}, {"!", true, false},
        {" ", true, false},          {"\x7f", true, false},
        {"\x01", false, false},      {"\x1f", false, false},
        {"\xff", false, false},      {"\xed\xa0\x80", false, false},
        {"\\x", false, true},        {"\\ud800", false, true},
        {"\xe2\x82", false, false},
    };

    for (const auto& one : cases) {
        for (size_t before = 0; before <= 140; before++) {
            for (size_t after : {0u, 1u, 5u, 16u, 70u}) {
                std::string inside(before, 'a');
                inside += one.bytes;
                inside.append(after, 'b');
                Read read = read_string(in_quotes(inside));

                ASSERT_EQ(read.good, one.is_good) << inside;
                if (one.is_good) {
                    ASSERT_EQ(read.raw, inside);
                    ASSERT_EQ(read.has_escape, one.is_escape) << inside;
                } else {
                    ASSERT_EQ(read.offset, before + 1) << inside;
                }
            }
        }
    }
}

TEST(Lexer, AStringEndsAtItsQuoteAtEachPlace)
{
    for (size_t size = 0; size <= 140; size++) {
        for (size_t after = 0; after <= 20; after++) {
            std::string inside(size, 'a');
            Read read = read_string(in_quotes(inside)
                                    + std::string(after, '"'));
            ASSERT_TRUE(read.good);
            ASSERT_EQ(read.raw, inside);
        }
        ASSERT_FALSE(read_string('"' + std::string(size, 'a')).good);
        ASSERT_EQ(read_string('"' + std::string(size, 'a')).offset, size + 1);
    }
}

// fault J12; with and without four bytes to load
TEST(Lexer, AllPairsOfBytesAreUtf8OrNot)
{
    auto bytes = [](std::initializer_list<unsigned> list) {
        std::string out;
        for (unsigned byte : list) {
            out += static_cast<char>(byte);
        }
        return out;
    };

    for (unsigned lead = 0x80; lead < 256; lead++) {
        for (unsigned second = 0x20; second < 256; second++) {
            if (second == '"' || second == '\\') {
                continue;
            }
            for (const std::string& one : {bytes({lead, second}),
                     bytes({lead, second, 0x80}), bytes({lead, second, 0xbf}),
                     bytes({lead, second, 0x80, 0x80}),
                     bytes({lead, second, 0xbf, 0xbf}),
                     bytes({lead, second, 0x80, 0x7f}),
                     bytes({lead, second, 0xc0, 0x80})}) {
                for (std::string_view end : {"", "abcd"}) {
                    std::string text = in_quotes(one + std::string(end));
                    ASSERT_EQ(read_string(text).good,
                              test::dump_by_reference(text).has_value())
                        << testing::PrintToString(text);
                }
            }
        }
    }
}

TEST(Lexer, TextOfManyScriptsIsPassed)
{
    for (std::string_view word : {"\xd0\xb0 \xd0\xb1\xd0\xb2, ",
             "\xe4\xb8\xad\xe6\x96\x87 a ", "\xf0\x9f\x98\x80\xc3\xa9x",
             "caf\xc3\xa9 na\xc3\xafve "}) {
        std::string inside;
        for (int i = 0; i < 30; i++) {
            inside += word;
            ASSERT_EQ(read_string(in_quotes(inside)).raw, inside);
            ASSERT_FALSE(read_string(in_quotes(inside + '\n')).good);
            ASSERT_FALSE(read_string('"' + inside).good);
        }
    }
}

TEST(Lexer, OnlyFourBytesAreWhiteSpace)
{
    for (int c = 0; c < 256; c++) {
        std::string text = {static_cast<char>(c), '1'};
        bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        EXPECT_EQ(Lexer(text).peek(), is_space ? '1' : text[0]) << c;
    }
    EXPECT_EQ(Lexer("").peek(), '\0');
    EXPECT_EQ(Lexer(" \n").peek(), '\0');
    EXPECT_TRUE(Lexer("").is_at_end());
}

TEST(Lexer, ANumberIsReadAsItIsSpelled)
{
    for (std::string_view text : {"0", "-0", "10", "1.50", "-1e400", "1E-2",
                                  "0.0e+00", "123456789012345678901234567890"})
    {
        for (std::string_view end : {"", ",", "]", " ", "x"}) {
            Exact exact(std::string(text) + std::string(end));
            Lexer lexer(exact.view());
            std::string_view spelling;
            EXPECT_TRUE(lexer.number(&spelling));
            EXPECT_EQ(spelling, text);
            EXPECT_EQ(lexer.is_at_end(), end.empty());
        }
    }
}

TEST(Lexer, WhatIsNoNumberIsRefused)
{
    for (std::string_view text : {"", "-", "01", "-00", "+1", ".5", "1.",
                                  "1.e1", "1e", "1e-", "1e+x", "a", "-a"}) {
        Exact exact(text);
        Lexer lexer(exact.view());
        std::string_view spelling;
        EXPECT_FALSE(lexer.number(&spelling)) << text;
        EXPECT_NE(lexer.flaw().cause, "") << text;
    }
}

TEST(Lexer, AWordIsReadAsAWhole)
{
    for (std::string_view text : {"", "t", "tru", "trUe", "True"}) {
        Exact exact(text);
        EXPECT_FALSE(Lexer(exact.view()).word("true")) << text;
    }
    EXPECT_TRUE(Lexer("true").word("true"));
    EXPECT_TRUE(Lexer("nullx").word("null"));
}

}  // namespace

}  // namespace gate::json
