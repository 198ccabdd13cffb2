#include "json/reader.hpp"

#include "json_random.hpp"
#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace gate::json {

namespace {

std::string unescaped(std::string_view inside)
{
    std::string out;
    unescape(out, inside);
    return out;
}

TEST(Reader, ReadsAnObjectMemberByMember)
{
    Reader in(" { \"a\" : 1 , \"\\u0062\":[true,null] ,\"c\":\"x\\ty\"} ");
    std::string_view name;
    std::string_view text;
    int64_t number = 0;
    bool flag = false;

    ASSERT_TRUE(in.enter_object());
    ASSERT_TRUE(in.next_member(&name));
    EXPECT_EQ(name, "a");
    ASSERT_TRUE(in.read_integer(&number));
    EXPECT_EQ(number, 1);
    ASSERT_TRUE(in.next_member(&name));
    EXPECT_EQ(name, "b");
    ASSERT_TRUE(in.enter_array());
    ASSERT_TRUE(in.next_element());
    ASSERT_TRUE(in.read_boolean(&flag));
    EXPECT_TRUE(flag);
    ASSERT_TRUE(in.next_element());
    ASSERT_TRUE(in.read_null());
    ASSERT_FALSE(in.next_element());
    ASSERT_TRUE(in.next_member(&name));
    ASSERT_TRUE(in.read_string(&text));
    EXPECT_EQ(text, "x\ty");
    ASSERT_FALSE(in.next_member(&name));
    EXPECT_FALSE(in.failed());
    EXPECT_TRUE(in.finished());
}

TEST(Reader, AgreesWithYajlOnRandomDocuments)
{
    test::Random random(5);

    for (int round = 0; round < 4000; round++) {
        std::string text = test::random_document(random);
        auto wanted = test::dump_by_yajl(text);
        ASSERT_TRUE(wanted.has_value()) << text;
        ASSERT_EQ(test::dump_by_reader(text), wanted) << text;
        ASSERT_TRUE(test::is_skipped(text)) << text;
    }
}

TEST(Reader, AgreesWithYajlOnHarmedDocuments)
{
    test::Random random(6);
    int accepted = 0;

    for (int round = 0; round < 12000; round++) {
        std::string text = test::harmed(test::random_document(random, 3),
                                        random);
        if (prescan(text)) {
            continue;
        }
        auto wanted = test::dump_by_yajl(text);
        ASSERT_EQ(test::dump_by_reader(text), wanted) << text;
        ASSERT_EQ(test::is_skipped(text), wanted.has_value()) << text;
        accepted += wanted.has_value();
    }
    EXPECT_GT(accepted, 500);
}

TEST(Reader, AgreesWithYajlOnAllShortTexts)
{
    constexpr std::string_view alphabet = "{}[],:\"a0-. ";

    for (size_t number = 0; number < 12 * 12 * 12 * 12; number++) {
        std::string text;
        for (size_t rest = number; rest > 0; rest /= 12) {
            text += alphabet[rest % 12];
        }
        if (!prescan(text)) {
            auto wanted = test::dump_by_yajl(text);
            ASSERT_EQ(test::dump_by_reader(text), wanted) << text;
            ASSERT_EQ(test::is_skipped(text), wanted.has_value()) << text;
        }
    }
}

TEST(Reader, SkipsToADepthOf64)
{
    for (std::string_view open : {"[", "{\"a\":"}) {
        std::string text;
        for (size_t depth = 1; depth <= 66; depth++) {
            text += open;
            char close = open == "[" ? ']' : '}';
            std::string whole = text + '1' + std::string(depth, close);
            EXPECT_EQ(test::is_skipped(whole), depth <= 64) << depth;
        }
    }
    std::string many(500000, '[');
    EXPECT_FALSE(test::is_skipped(many));
}

TEST(Reader, ADocumentCutAnywhereIsNotFinished)
{
    std::string text = "{\"a\":[1,-2.5e3,\"x\\n\"],\"b\":{\"c\":null}}";
    ASSERT_TRUE(test::dump_by_reader(text).has_value());
    for (size_t size = 0; size < text.size(); size++) {
        EXPECT_FALSE(test::dump_by_reader(text.substr(0, size))) << size;
        EXPECT_FALSE(test::is_skipped(text.substr(0, size))) << size;
    }
}

TEST(Reader, AnErrorIsFinal)
{
    Reader in("[1 2]");
    int64_t number = 0;
    std::string_view text;

    ASSERT_TRUE(in.enter_array());
    ASSERT_TRUE(in.next_element());
    ASSERT_TRUE(in.read_integer(&number));
    EXPECT_FALSE(in.next_element());
    EXPECT_TRUE(in.failed());
    EXPECT_EQ(in.peek(), '\0');
    EXPECT_FALSE(in.next_element());
    EXPECT_FALSE(in.read_integer(&number));
    EXPECT_FALSE(in.read_string(&text));
    EXPECT_FALSE(in.read_null());
    EXPECT_FALSE(in.enter_object());
    EXPECT_FALSE(in.next_member(&text));
    EXPECT_FALSE(in.skip());
    EXPECT_FALSE(in.finished());
}

TEST(Reader, AValueOfAnotherKindFails)
{
    std::string_view text;
    int64_t number;
    bool flag;

    for (std::string_view value : {"{}", "[]", "\"s\"", "1", "true", "null"}) {
        EXPECT_EQ(Reader(value).enter_object(), value == "{}");
        EXPECT_EQ(Reader(value).enter_array(), value == "[]");
        EXPECT_EQ(Reader(value).read_string(&text), value == "\"s\"");
        EXPECT_EQ(Reader(value).read_raw_string(&text), value == "\"s\"");
        EXPECT_EQ(Reader(value).read_integer(&number), value == "1");
        EXPECT_EQ(Reader(value).read_boolean(&flag), value == "true");
        EXPECT_EQ(Reader(value).read_null(), value == "null");
        EXPECT_EQ(Reader(value).peek(), value[0]);
    }
}

// fault J10: never a wrapped or clipped number
TEST(Reader, IntegersAreExactOrRefused)
{
    auto read = [](std::string_view text) -> std::string {
        int64_t value = 0;
        Reader in(text);
        return in.read_integer(&value) && in.finished()
               ? std::to_string(value) : "refused";
    };
    EXPECT_EQ(read("0"), "0");
    EXPECT_EQ(read("-0"), "0");
    EXPECT_EQ(read("-17"), "-17");
    EXPECT_EQ(read("999999999999999999"), "999999999999999999");
    EXPECT_EQ(read("-999999999999999999"), "-999999999999999999");
    for (std::string_view text : {"9223372036854775808", "1e2", "1.0", "1E400",
             "18446744073709551616", "01", "+1", "-", "", "1.", ".5", "0x1",
             "NaN", "1e-400", "--1", "1000000000000000000"}) {
        EXPECT_EQ(read(text), "refused") << text;
    }
}

TEST(Reader, AStringWithoutEscapeIsAViewOfTheText)
{
    std::string source = "[\"plain\",\"es\\ncaped\"]";
    Reader in(source);
    std::string_view text;

    in.enter_array();
    in.next_element();
    ASSERT_TRUE(in.read_string(&text));
    EXPECT_EQ(text.data(), source.data() + 2);
    in.next_element();
    ASSERT_TRUE(in.read_string(&text));
    EXPECT_EQ(text, "es\ncaped");
}

TEST(Reader, ARawStringStaysAsItIsSpelled)
{
    for (size_t size = 0; size < 30; size++) {
        for (std::string_view escape : {"\\\"", "\\\\", "\\u00e9", ""}) {
            std::string inside = std::string(size, 'a') + std::string(escape);
            std::string source = '"' + inside + "\" ,";
            Reader in(source);
            std::string_view text;
            ASSERT_TRUE(in.read_raw_string(&text));
            EXPECT_EQ(text, inside);
            EXPECT_EQ(in.peek(), ',');
        }
    }
}

TEST(Reader, SkipGivesTheTextOfTheValueAlone)
{
    Reader in(" [ {\"a\" : [ ] } , 1.5 ] ");
    std::string_view raw;

    in.enter_array();
    in.next_element();
    ASSERT_TRUE(in.skip(&raw));
    EXPECT_EQ(raw, "{\"a\" : [ ] }");
    in.next_element();
    ASSERT_TRUE(in.skip(&raw));
    EXPECT_EQ(raw, "1.5");
    EXPECT_FALSE(in.next_element());
    EXPECT_TRUE(in.finished());
}

TEST(Reader, UnescapesEachUnitAsTheReferenceDoes)
{
    for (unsigned unit = 1; unit < 0x10000; unit += unit < 0x900 ? 1 : 37) {
        if (unit >= 0xd800 && unit <= 0xdfff) {
            continue;
        }
        char text[8];
        std::snprintf(text, sizeof text, unit % 2 ? "\\u%04x" : "\\u%04X",
                      unit);
        EXPECT_EQ(unescaped(text), test::utf8_of(unit));
    }
    EXPECT_EQ(unescaped("\\\"\\\\\\/\\b\\f\\n\\r\\t"), "\"\\/\b\f\n\r\t");
}

TEST(Reader, UnescapesEachPairOfSurrogates)
{
    for (unsigned c = 0x10000; c <= 0x10ffff; c += 331) {
        char text[16];
        std::snprintf(text, sizeof text, "\\u%04x\\u%04x",
                      0xd800 + (c - 0x10000) / 1024,
                      0xdc00 + (c - 0x10000) % 1024);
        EXPECT_EQ(unescaped(text), test::utf8_of(c));
    }
}

// read_usage() starts a reader inside a prescanned text
TEST(Reader, NoTextMakesItReadOutOfBounds)
{
    test::Random random(7);

    for (std::string_view text : {"\"\\", "{\"\\", "[\"abcdefg\\", "\"\\u",
             "\"\\ud800", "\"\\ud800\\u\"", "\"\\u12\"", "\\", "\"a\\\""}) {
        // a copy of exact size, for the sanitizer
        std::vector<char> copy(text.begin(), text.end());
        std::string_view exact(copy.data(), copy.size());
        std::string out;
        Reader in(exact);
        test::walk(in, out, 0);
        unescape(out, exact);
        EXPECT_FALSE(Reader(exact).skip() && text.back() == '\\') << text;
    }
    for (int round = 0; round < 3000; round++) {
        std::string text = test::harmed(test::random_document(random, 2),
                                        random);
        std::vector<char> copy(text.begin(), text.end());
        std::string_view exact(copy.data(), copy.size());
        std::string out;
        unescape(out, exact.substr(random.below(exact.size() + 1)));
        Reader in(exact.substr(random.below(exact.size() + 1)));
        test::walk(in, out, 0);
    }
}

}  // namespace

}  // namespace gate::json
