#include "json/sax.hpp"

#include "json_random.hpp"
#include "json_reference.hpp"
#include "linear.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::json {

namespace {

std::string cause_of(std::string_view text)
{
    std::string cause;
    test::dump_by_parse(text, &cause);
    return cause;
}

std::string nested(std::string_view open, size_t depth)
{
    std::string out;
    for (size_t i = 0; i < depth; i++) {
        out += open;
    }
    return out + '1' + std::string(depth, open == "[" ? ']' : '}');
}

TEST(Sax, TellsWhatItReadsInOrder)
{
    EXPECT_EQ(test::dump_by_parse(
                  " {\"a\":[1,-2.50e+1,\"\\u00e9\"],\"b\":{},\"c\":null} "),
              "{k1:a[#1;#-2.50e+1;s2:\xc3\xa9]k1:b{}k1:c#null;}");
    EXPECT_EQ(test::dump_by_parse("true"), "#true;");
    EXPECT_EQ(test::dump_by_parse("\"\""), "s0:");
}

TEST(Sax, AgreesWithTheReferenceOnRandomDocuments)
{
    test::Random random(8);

    for (int round = 0; round < 3000; round++) {
        std::string text = test::random_document(random);
        ASSERT_EQ(test::dump_by_parse(text), test::dump_by_reference(text))
            << text;
    }
}

TEST(Sax, AgreesWithTheReferenceOnHarmedDocuments)
{
    test::Random random(9);
    int accepted = 0;

    for (int round = 0; round < 12000; round++) {
        std::string text = test::harmed(test::random_document(random, 3),
                                        random);
        auto wanted = test::dump_by_reference(text);
        ASSERT_EQ(test::dump_by_parse(text), wanted) << text;
        accepted += wanted.has_value();
    }
    EXPECT_GT(accepted, 500);
}

// classes of JSONTestSuite, fault J05
TEST(Sax, WhatJsonAllowsIsAccepted)
{
    for (std::string_view text : {"[]", "{}", "0", "-0", "[1e0]", "[1E+2]",
             "[1e-2]", "[0e1]", "[123.456e78]", "[-1]", "[20.0]", "\"\"",
             "[\"\x7f\"]", "[\"\\u0001\"]", "[\"\\/\"]", "[\"//*\"]",
             "{\"\":0}", "{\"a\":{\"a\":{}}}", "[[],[[]]]", " [] ",
             "\t\r\n[\n]\n", "[\"\\uDBFF\\uDFFF\"]", "[\"\\uFFFF\"]",
             "[\"\xef\xbf\xbf\"]", "[\"\xf4\x8f\xbf\xbf\"]", "[null,1,\"1\"]",
             "[\"a\xe2\x80\xa8\"]", "[1.7976931348623157e999]",
             "\"\xef\xbb\xbf\"",
             "[100000000000000000000000000000000000000000]",
             "{\"min\":-1.0e+28,\"max\":1.0e+28}", "[true,false]"}) {
        EXPECT_TRUE(test::dump_by_parse(text).has_value()) << text;
        std::string wrapped = "{\"field\":" + std::string(text) + "}";
        EXPECT_TRUE(test::dump_by_parse(wrapped).has_value()) << text;
    }
}

TEST(Sax, WhatJsonForbidsIsRefused)
{
    for (std::string_view text : {"", " ", "[", "]", "{", "}", "[1,]", "[,1]",
             "[,]", "[1,,2]", "[1 2]", "[1:2]", "{\"a\"}", "{\"a\":}",
             "{\"a\" 1}", "{\"a\":1,}", "{,\"a\":1}", "{a:1}", "{'a':1}",
             "{1:1}", "{\"a\":1 \"b\":2}", "{null:1}", "{\"a\",1}", "[}", "{]",
             "[1}", "{\"a\":1]", "[]]", "{}}", "[][]", "{}x", "[]\"",
             "1 2", "\"a\" \"b\"", "tru", "truee", "True", "nul", "NULL",
             "fals", "undefined", "NaN", "Infinity", "-Infinity", "-NaN",
             "01", "-01", "00", "+1", ".5", "1.", "-", "-.5", "1.e1", "1e",
             "1e+", "1E-", "0x1", "1_000", "1,5", "--1", "1-", "0.1.2",
             "1 000", "1e1.5", "\"", "\"a", "a\"", "'a'", "\"\\", "\"\\\"",
             "\"\\a\"", "\"\\x41\"", "\"\\'\"", "\"\\u\"", "\"\\u00g0\"",
             "\"\\U0041\"", "\"\t\"", "\"\n\"", "\"\r\"", "\"\x1f\"",
             "[\"a\",\n4\n,1,", "/**/[]", "[]//", "[1]#", "[\f]", "[\v]",
             "\xef\xbb\xbf[]", "[\xc2\xa0]", "\"\xff\"", "\"\xc0\xaf\"",
             "\"\xe0\x80\xaf\"", "\"\xed\xa0\x80\"", "\"\xf8\x88\x80\x80\x80\"",
             "\"\xe9\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"",
             "\"\\ud800x\"", "\"\\u0000\"", "<a/>", "[a]", "[\\n]", "*", "&"}) {
        EXPECT_FALSE(test::dump_by_parse(text).has_value()) << text;
        EXPECT_NE(cause_of(text), "") << text;
        std::string wrapped = "{\"field\":" + std::string(text) + "}";
        EXPECT_FALSE(test::dump_by_parse(wrapped).has_value()) << text;
    }
}

TEST(Sax, ANulEndsNothing)
{
    using namespace std::string_view_literals;
    for (std::string_view text : {"{}\0"sv, "\0{}"sv, "{\0}"sv, "\"a\0b\""sv,
                                  "1\0"sv, "\0"sv, "{}\0{}"sv}) {
        EXPECT_FALSE(test::dump_by_parse(text).has_value());
    }
}

// fault J03
TEST(Sax, ADocumentCutAnywhereIsRefused)
{
    std::string text = "{\"messages\":[{\"role\":\"user\",\"content\":\"h\\n"
                       "\\ud83d\\ude00\xc3\xa9\"}],\"stream\":true,\"t\":-0.5e3"
                       ",\"n\":null}";
    ASSERT_TRUE(test::dump_by_parse(text).has_value());
    for (size_t size = 0; size < text.size(); size++) {
        EXPECT_FALSE(test::dump_by_parse(text.substr(0, size))) << size;
    }
}

// faults J06 and J07
TEST(Sax, AMemberThatStandsTwiceIsRefusedAfterUnescaping)
{
    for (std::string_view text : {"{\"a\":1,\"a\":1}",
             "{\"a\":1,\"\\u0061\":2}",
             "{\"messages\":1,\"\\u006dessages\":2}", "{\"\":1,\"\":2}",
             "{\"a\":{\"b\":1,\"c\":2,\"b\":3}}", "[{\"a\":1,\"a\":2}]",
             "{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}",
             "{\"a\":{\"a\":1},\"b\":2,\"a\":3}"}) {
        EXPECT_EQ(cause_of(text).rfind("duplicate member name at byte ", 0),
                  0u) << text << ": " << cause_of(text);
    }
}

TEST(Sax, TheSameNameInAnotherObjectIsNoDuplicate)
{
    for (std::string_view text : {"{\"a\":{\"a\":{\"a\":1}}}",
             "[{\"a\":1},{\"a\":1}]", "{\"a\":1,\"A\":1,\"a \":1}",
             "{\"a\":{\"b\":1},\"c\":{\"b\":1},\"b\":1}"}) {
        EXPECT_TRUE(test::dump_by_parse(text).has_value()) << text;
    }
}

// fault J09
TEST(Sax, TheDepthIsAtMost64)
{
    for (std::string_view open : {"[", "{\"a\":"}) {
        EXPECT_TRUE(test::dump_by_parse(nested(open, 64)).has_value());
        EXPECT_FALSE(test::dump_by_parse(nested(open, 65)).has_value());
        EXPECT_EQ(cause_of(nested(open, 65)).substr(0, 17),
                  "nested too deeply");
    }
    // depth is not length
    std::string wide = "[";
    for (int i = 0; i < 100; i++) {
        wide += "[[]],";
    }
    EXPECT_TRUE(test::dump_by_parse(wide + "[]]").has_value());
    EXPECT_FALSE(test::dump_by_parse(std::string(500000, '[')).has_value());
}

TEST(Sax, NumbersComeAsTheyAreSpelled)
{
    for (std::string_view text : {"1e400", "9223372036854775808", "-0",
             "18446744073709551616", "1e-400", "0.10", "1E+2"}) {
        EXPECT_EQ(test::dump_by_parse(text), "#" + std::string(text) + ";");
    }
}

TEST(Sax, TheCauseSaysWhere)
{
    EXPECT_EQ(cause_of("[\"\\ud800\"]"), "lone surrogate escape at byte 2");
    EXPECT_EQ(cause_of("[1,\x01]"), "control character at byte 3");
    EXPECT_EQ(cause_of("{}x").substr(0, 27), "not a JSON document at byte");
}

// Stops at the n-th event.
class Stopper final : public Handler {
public:
    explicit Stopper(int at) : left_(at) {}

    bool begin(Kind) override { return go_on(); }
    bool end(Kind) override { return go_on(); }
    bool member(std::string_view) override { return go_on(); }
    bool string(std::string_view) override { return go_on(); }
    bool literal(Kind, std::string_view) override { return go_on(); }

    int  after = 0;  // calls after the stop

private:
    bool go_on()
    {
        after += left_ <= 0;
        return --left_ > 0;
    }

    int  left_;
};

TEST(Sax, AHandlerCanStopAtEachEvent)
{
    std::string_view text = "{\"a\":[1,\"x\",true,null,{}]}";
    for (int at = 1; at <= 10; at++) {
        Stopper stopper(at);
        std::string cause;
        EXPECT_EQ(parse(text, stopper, &cause), Parsed::stopped) << at;
        EXPECT_EQ(stopper.after, 0) << at;
    }
    Stopper patient(100);
    std::string cause;
    EXPECT_EQ(parse(text, patient, &cause), Parsed::whole);
}

class Thrower final : public Handler {
public:
    bool begin(Kind) override { return true; }
    bool end(Kind) override { return true; }
    bool member(std::string_view) override { return true; }
    bool string(std::string_view) override { throw std::bad_alloc(); }
    bool literal(Kind, std::string_view) override { return true; }
};

TEST(Sax, NoMemoryInAHandlerIsThrownAgain)
{
    Thrower thrower;
    std::string cause;
    EXPECT_THROW(parse("[\"x\"]", thrower, &cause), std::bad_alloc);
}

// fault J26
TEST(Sax, ManyMembersAndElementsTakeLinearTime)
{
    auto members_of = [](size_t count) {
        std::string members = "{";
        for (size_t i = 0; i < count; i++) {
            members += "\"k" + std::to_string(i) + "\":0,";
        }
        return members + "\"z\":0}";
    };
    auto elements_of = [](size_t count) {
        std::string elements = "[1";
        for (size_t i = 0; i < count; i++) {
            elements += ",1";
        }
        return elements + ']';
    };
    auto read = [](const std::string& text) {
        EXPECT_TRUE(test::dump_by_parse(text).has_value());
    };
    EXPECT_TRUE(test::is_linear(15000, members_of, read));
    EXPECT_TRUE(test::is_linear(60000, elements_of, read));

    std::string members = members_of(60000);
    members.insert(members.size() - 1, ",\"k31\":1");
    EXPECT_EQ(cause_of(members).substr(0, 9), "duplicate");
}

}  // namespace

}  // namespace gate::json
