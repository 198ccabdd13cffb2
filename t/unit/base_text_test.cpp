#include "base/text.hpp"

#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

namespace gate::text {

namespace {

std::string bytes(std::initializer_list<unsigned> list)
{
    std::string out;
    for (unsigned byte : list) {
        out += static_cast<char>(byte);
    }
    return out;
}

void expect_as_reference(const std::string& in)
{
    size_t length = test::reference_utf8_length(in);
    ASSERT_EQ(utf8_length(in, 0), length) << testing::PrintToString(in);
}

TEST(Text, Utf8IsJudgedAsByTheReferenceForAllPairsOfBytes)
{
    for (unsigned lead = 0; lead < 256; lead++) {
        expect_as_reference(bytes({lead}));
        for (unsigned second = 0; second < 256; second++) {
            expect_as_reference(bytes({lead, second}));
            expect_as_reference(bytes({lead, second, 0x80}));
            expect_as_reference(bytes({lead, second, 0xbf, 0x80}));
        }
    }
}

TEST(Text, Utf8IsJudgedAsByTheReferenceForLongSequences)
{
    const unsigned ends[] = {0x00, 0x41, 0x7f, 0x80, 0xbf, 0xc0, 0xff};

    for (unsigned lead = 0xc0; lead < 256; lead++) {
        for (unsigned second = 0x70; second < 0xd0; second++) {
            for (unsigned third : ends) {
                expect_as_reference(bytes({lead, second, third}));
                for (unsigned fourth : ends) {
                    expect_as_reference(bytes({lead, second, third, fourth}));
                }
            }
        }
    }
}

TEST(Text, EveryCharacterIsOneCodePoint)
{
    for (unsigned c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 61) {
        if (c >= 0xd800 && c <= 0xdfff) {
            continue;
        }
        std::string one = test::utf8_of(c);
        ASSERT_TRUE(is_utf8(one)) << c;
        ASSERT_EQ(utf8_length(one, 0), one.size()) << c;
        ASSERT_EQ(count_code_points(one), 1u) << c;
    }
}

TEST(Text, BadBytesAreFoundAtEachPlaceOfALongText)
{
    for (size_t size = 1; size < 40; size++) {
        for (size_t at = 0; at < size; at++) {
            std::string in(size, 'a');
            EXPECT_TRUE(is_utf8(in));
            for (unsigned bad : {0x80u, 0xc1u, 0xffu, 0xe2u}) {
                in[at] = static_cast<char>(bad);
                ASSERT_FALSE(is_utf8(in)) << size << ' ' << at;
            }
        }
    }
}

TEST(Text, GoodCharactersPassAtEachPlaceOfALongText)
{
    for (size_t at = 0; at < 24; at++) {
        for (unsigned c : {0xe9u, 0x20acu, 0x1f600u}) {
            std::string in = std::string(at, 'a') + test::utf8_of(c);
            EXPECT_TRUE(is_utf8(in));
            EXPECT_TRUE(is_utf8(in + "bcdefghij"));
            EXPECT_EQ(count_code_points(in), at + 1);
            in.pop_back();
            EXPECT_FALSE(is_utf8(in));
            EXPECT_FALSE(is_utf8(in + "bcdefghij"));
        }
    }
    EXPECT_TRUE(is_utf8(""));
}

TEST(Text, ControlAndVisibleBytesAreTheOnesOfAscii)
{
    for (unsigned c = 0; c < 256; c++) {
        std::string in = bytes({'a', c, 'b'});
        EXPECT_EQ(has_control(in), c < 0x20 || c == 0x7f) << c;
        EXPECT_EQ(is_visible_ascii(in), c > 0x20 && c < 0x7f) << c;
    }
    EXPECT_FALSE(has_control(""));
    EXPECT_FALSE(is_visible_ascii(""));
}

TEST(Text, CaseIsIgnoredForAsciiLettersOnly)
{
    for (unsigned a = 0; a < 256; a++) {
        for (unsigned b = 0; b < 256; b++) {
            bool letters = (a | 0x20) == (b | 0x20) && (a | 0x20) >= 'a'
                           && (a | 0x20) <= 'z';
            ASSERT_EQ(equals_ignore_case(bytes({a}), bytes({b})),
                      a == b || letters) << a << ' ' << b;
        }
    }
    EXPECT_TRUE(equals_ignore_case("BeArEr", "bearer"));
    EXPECT_FALSE(equals_ignore_case("bearer", "bearer "));
}

TEST(Text, WhatIsEscapedStaysOnOneLineAndCanBeReadBack)
{
    for (unsigned c = 0; c < 256; c++) {
        std::string out = "<";
        append_escaped(out, bytes({c}));
        bool is_plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
        if (is_plain) {
            EXPECT_EQ(out, "<" + bytes({c}));
        } else {
            char wanted[8];
            std::snprintf(wanted, sizeof wanted, "<\\x%02x", c);
            EXPECT_EQ(out, wanted);
        }
    }
}

TEST(Text, AWordKnowsEachOfItsEightBytes)
{
    for (unsigned wanted = 0; wanted < 256; wanted++) {
        for (size_t at = 0; at < 8; at++) {
            char in[8];
            auto other = static_cast<char>(wanted ^ 1);
            std::fill(in, in + 8, other);
            auto c = static_cast<unsigned char>(wanted);
            EXPECT_EQ(Word::has(Word::load(in), c), 0u) << wanted;
            in[at] = static_cast<char>(wanted);
            EXPECT_NE(Word::has(Word::load(in), c), 0u) << wanted;
        }
    }
}

TEST(Text, AQuotedTextStaysOnOneLine)
{
    EXPECT_EQ(on_one_line("a\nb\r\x1b\x7f"), "a\\x0ab\\x0d\\x1b\\x7f");
    EXPECT_EQ(on_one_line("\\d \"\xc3\xa9\""), "\\d \"\xc3\xa9\"");
}

TEST(Text, AWordKnowsControlsAndBytesOutsideAscii)
{
    for (unsigned c = 0; c < 256; c++) {
        for (size_t at = 0; at < 8; at++) {
            char in[] = "abcdefgh";
            in[at] = static_cast<char>(c);
            uint64_t w = Word::load(in);
            EXPECT_EQ(Word::has_control(w) != 0, c < 0x20) << c;
            EXPECT_EQ(Word::has_non_ascii(w) != 0, c >= 0x80) << c;
        }
    }
}

}  // namespace

}  // namespace gate::text
