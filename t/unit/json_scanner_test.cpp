#include "json/scanner.hpp"

#include "json_random.hpp"
#include "json_reference.hpp"
#include "json_scan_dump.hpp"
#include "linear.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::json {

namespace {

using namespace std::string_view_literals;

std::string cause_of(std::string_view text)
{
    Flaw flaw{0, {}};
    test::dump_by_scan(text, &flaw);
    return flaw.cause.empty() ? "" : std::string(flaw.cause) + " at "
                                     + std::to_string(flaw.offset);
}

std::string nested(std::string_view open, size_t depth)
{
    std::string out;
    for (size_t i = 0; i < depth; i++) {
        out += open;
    }
    return out + '1' + std::string(depth, open == "[" ? ']' : '}');
}

// Lets all pass and keeps nothing.
struct Counter {
    bool begin(Kind) { return true; }
    bool end(Kind) { return true; }
    bool member(RawString) { return true; }
    bool string(RawString) { return true; }
    bool literal(Kind, std::string_view) { return true; }
};

// Whether so many pieces between two others are read in linear time.
template <class Piece>
bool is_linear(size_t count, std::string open, Piece piece, std::string close,
    Parsed wanted)
{
    auto make = [&](size_t size) {
        std::string text = open;
        for (size_t i = 0; i < size; i++) {
            text += piece(i);
        }
        return text + close;
    };
    return test::is_linear(count, make, [wanted](const std::string& text) {
        Counter counter;
        Flaw flaw{0, {}};
        EXPECT_EQ(scan(text, counter, &flaw), wanted);
    });
}

constexpr std::string_view chat =
    "{\"messages\":[{\"role\":\"user\",\"content\":\"h\\n\\ud83d\\ude00\xc3\xa9"
    " and a text that is longer than one block\"}, {\"a\":{}, \"b\":[ ] }],"
    "\"stream\":true,\"t\":-0.5e3,\"n\":null,\"f\":false}";

void expect_agreement(const std::string& text)
{
    auto wanted = test::dump_by_parse(text);
    ASSERT_EQ(test::dump_by_scan(text), wanted) << text;
    ASSERT_EQ(test::dump_by_reference(text), wanted) << text;
}

TEST(Scanner, TellsWhatItReadsInOrder)
{
    EXPECT_EQ(test::dump_by_scan(
                  " {\"a\":[1,-2.50e+1,\"\\u00e9\"],\"b\":{},\"c\":null} "),
              "{k1:a[#1;#-2.50e+1;s2:\xc3\xa9]k1:b{}k1:c#null;}");
    EXPECT_EQ(test::dump_by_scan("true"), "#true;");
    EXPECT_EQ(test::dump_by_scan("\"\""), "s0:");
    EXPECT_EQ(test::dump_by_scan(" [ [ ] , [ ] ] "), "[[][]]");
}

TEST(Scanner, StringsAreViewsIntoTheText)
{
    struct : Counter {
        bool string(RawString in)
        {
            seen = in;
            return true;
        }
        RawString  seen{};
    } last;
    Flaw flaw{0, {}};

    std::string text = "[\"plain\",\"a\\nb\"]";
    ASSERT_EQ(scan(text, last, &flaw), Parsed::whole);
    EXPECT_EQ(last.seen.raw.data(), text.data() + 10);
    EXPECT_EQ(last.seen.raw, "a\\nb");
    EXPECT_TRUE(last.seen.has_escape);
}

// classes of JSONTestSuite, fault J05
TEST(Scanner, WhatJsonAllowsIsAccepted)
{
    for (std::string_view text : {"[]", "{}", "0", "-0", "[1e0]", "[1E+2]",
             "[1e-2]", "[0e1]", "[123.456e78]", "[-1]", "[20.0]", "\"\"",
             "[\"\x7f\"]", "[\"\\u0001\"]", "[\"\\/\"]", "[\"//*\"]",
             "[\"\\uFFFF\"]", "[\"\xef\xbf\xbf\"]", "[\"\xf4\x8f\xbf\xbf\"]",
             "[\"\\uDBFF\\uDFFF\"]", "\n\t\r [1]\r\n", "[1,[2,{\"\":[]}]]",
             "{\"a\":{\"a\":{\"a\":1}}}", "[{\"a\":1},{\"a\":1}]",
             "[1e400,18446744073709551616,-0.0,1e-400]",
             "[null,true,false]", "{\"a\":1,\"A\":2,\"\":3}"}) {
        EXPECT_EQ(cause_of(text), "") << text;
        EXPECT_EQ(test::dump_by_scan(text), test::dump_by_reference(text));
    }
}

// classes of JSONTestSuite, faults J01, J04, J05, J10 to J19
TEST(Scanner, WhatJsonDoesNotAllowIsRefused)
{
    for (std::string_view text : {""sv, " "sv, "\n"sv, "["sv, "]"sv, "{"sv,
             "}"sv, "[}"sv, "{]"sv, "[1}"sv, "{\"a\":1]"sv, "[1,]"sv, "[,1]"sv,
             "[1,,2]"sv, "[1 2]"sv, "{,}"sv, "{\"a\":1,}"sv, "{\"a\"}"sv,
             "{\"a\",1}"sv, "{\"a\":}"sv, "{:1}"sv, "{1:1}"sv, "{a:1}"sv,
             "{\"a\":1 \"b\":2}"sv, "{\"a\"::1}"sv, "{}{}"sv, "[]]"sv, "1 2"sv,
             "{}x"sv, "\"a\"\"b\""sv, "nul"sv, "nulL"sv, "True"sv,
             "truefalse"sv, "tru"sv, "NaN"sv, "Infinity"sv, "-Infinity"sv,
             "01"sv, "-01"sv,
             "+1"sv, ".5"sv, "1."sv, "1.e1"sv, "1e"sv, "1e+"sv, "0x1"sv, "-"sv,
             "--1"sv, "1e1.5"sv, "1_0"sv, "'a'"sv, "[1]//"sv, "/**/[1]"sv,
             "[1]#"sv, "\f[]"sv, "[\v]"sv, "[\xc2\xa0]"sv, "\xef\xbb\xbf[]"sv,
             "[]\0"sv, "\0[]"sv, "[\0]"sv, "\"a\0b\""sv, "\"\x01\""sv,
             "\"\x1f\""sv, "\"\n\""sv, "\"\t\""sv, "\"\\x\""sv, "\"\\\""sv,
             "\"\\u12\""sv, "\"\\u12g4\""sv, "\"\\U0041\""sv, "\"\\u0000\""sv,
             "\"\\ud800\""sv, "\"\\udc00\""sv, "\"\\udc00\\ud800\""sv,
             "\"\\ud800\\u0040\""sv, "\"\\ud800\\\\udc00\""sv,
             "\"\xc1\x80\""sv, "\"\xe0\x81\x80\""sv, "\"\xed\xa0\x80\""sv,
             "\"\xf4\x90\x80\x80\""sv, "\"\xf5\x80\x80\x80\""sv, "\"\xff\""sv,
             "\"\xf0\x8f\xbf\xbf\""sv, "\"\xe2\x82\""sv, "\"\xe2\x82"sv,
             "\"\x80\""sv, "\""sv, "[\"a"sv, "{\"a"sv, "\xff"sv,
             "\xff\xfe[\0]\0"sv, "\0[\0]"sv}) {
        EXPECT_NE(cause_of(text), "") << text;
        std::string wrapped = "{\"field\":[0," + std::string(text) + "]}";
        if (text.find_first_of(",]") == text.npos && text.size() > 1) {
            EXPECT_FALSE(test::dump_by_scan(wrapped)) << wrapped;
        }
    }
}

// fault J03
TEST(Scanner, ADocumentCutAnywhereIsRefused)
{
    ASSERT_TRUE(test::dump_by_scan(chat));
    for (std::string_view text : {chat,
                                  "[\"\\u00e9\\\\\", 0.5e+7, {\"a\":[]}]"sv,
                                  "[[[[1,2],{}]]]"sv, "\"text\""sv,
                                  "{\"\xe2\x82\xac\":{\"\\n\":\"\\n\"}}"sv}) {
        for (size_t size = 0; size < text.size(); size++) {
            EXPECT_FALSE(test::dump_by_scan(text.substr(0, size))) << size;
        }
    }
}

TEST(Scanner, EachByteChangedToEachOtherIsJudgedAsByTheOracle)
{
    std::string text(chat);
    for (char& c : text) {
        char kept = c;
        for (int other = 0; other < 256; other++) {
            c = static_cast<char>(other);
            ASSERT_EQ(test::dump_by_scan(text), test::dump_by_parse(text))
                << text;
        }
        c = kept;
    }
}

TEST(Scanner, AgreesWithTheOracleOnRandomDocuments)
{
    test::Random random(21);

    for (int round = 0; round < 3000; round++) {
        expect_agreement(test::random_document(random));
    }
}

TEST(Scanner, AgreesWithTheOracleOnHarmedDocuments)
{
    test::Random random(22);
    int accepted = 0;

    for (int round = 0; round < 12000; round++) {
        std::string text = test::harmed(test::random_document(random, 3),
                                        random);
        expect_agreement(text);
        accepted += test::dump_by_scan(text).has_value();
    }
    EXPECT_GT(accepted, 500);
}

// faults J06 and J07
TEST(Scanner, AMemberThatStandsTwiceIsRefusedAfterUnescaping)
{
    for (std::string_view text : {"{\"a\":1,\"a\":1}",
             "{\"a\":1,\"\\u0061\":2}", "{\"\\u0061\":1,\"a\":2}",
             "{\"\\u0061\":1,\"\\u0061\":2}",
             "{\"messages\":1,\"\\u006dessages\":2}", "{\"\":1,\"\":2}",
             "{\"a\":{\"b\":1,\"c\":2,\"b\":3}}", "[{\"a\":1,\"a\":2}]",
             "{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}",
             "{\"a\":{\"a\":1},\"b\":2,\"a\":3}",
             "{\"\\u0061\":{\"\\u0062\":1},\"\\u0062\":2,\"a\":3}"}) {
        EXPECT_EQ(cause_of(text).rfind("duplicate member name at ", 0), 0u)
            << text << ": " << cause_of(text);
    }
    EXPECT_EQ(cause_of("{\"\\u0061\":{\"\\u0061\":1},\"\\u0062\":1}"), "");
    EXPECT_EQ(cause_of("{\"a\\n\":1,\"a\\\\n\":1}"), "");
}

// fault J09
TEST(Scanner, TheDepthIsAtMost64)
{
    for (std::string_view open : {"[", "{\"a\":"}) {
        EXPECT_EQ(cause_of(nested(open, 64)), "");
        EXPECT_EQ(cause_of(nested(open, 65)),
                  "nested too deeply at " + std::to_string(64 * open.size()));
    }
    // depth is not length
    std::string wide = "[";
    for (int i = 0; i < 100; i++) {
        wide += "[{}],";
    }
    EXPECT_EQ(cause_of(wide + "[]]"), "");
    // what the innermost of 64 is, all around it know
    std::string mixed;
    for (int i = 0; i < 64; i++) {
        mixed += i % 3 == 0 ? "{\"a\":" : "[";
    }
    mixed += '1';
    for (int i = 63; i >= 0; i--) {
        mixed += i % 3 == 0 ? '}' : ']';
    }
    EXPECT_EQ(cause_of(mixed), "");
    mixed.back() = ']';
    EXPECT_NE(cause_of(mixed), "");
}

TEST(Scanner, TheCauseSaysWhere)
{
    EXPECT_EQ(cause_of("[\"\\ud800\"]"), "lone surrogate escape at 2");
    EXPECT_EQ(cause_of("[1,\x01]"), "not a JSON value at 3");
    EXPECT_EQ(cause_of("{}x"), "text after the document at 2");
    EXPECT_EQ(cause_of("{\"a\" 1}"), "not a colon at 5");
    EXPECT_EQ(cause_of("[1 1]"), "not a comma or a closing bracket at 3");
    EXPECT_EQ(cause_of("[1.x]"), "not a JSON number at 1");
    EXPECT_EQ(cause_of(""), "not a JSON value at 0");
}

// Stops at the n-th event.
class Stopper {
public:
    explicit Stopper(int at) : left_(at) {}

    bool begin(Kind) { return go_on(); }
    bool end(Kind) { return go_on(); }
    bool member(RawString) { return go_on(); }
    bool string(RawString) { return go_on(); }
    bool literal(Kind, std::string_view) { return go_on(); }

    int  after = 0;  // calls after the stop

private:
    bool go_on()
    {
        after += left_ <= 0;
        return --left_ > 0;
    }

    int  left_;
};

TEST(Scanner, AHandlerCanStopAtEachEvent)
{
    std::string_view text = "{\"a\":[1,\"x\",true,null,{}]}";
    Flaw flaw{0, {}};

    for (int at = 1; at <= 11; at++) {
        Stopper stopper(at);
        EXPECT_EQ(scan(text, stopper, &flaw), Parsed::stopped) << at;
        EXPECT_EQ(stopper.after, 0) << at;
    }
    Stopper patient(12);
    EXPECT_EQ(scan(text, patient, &flaw), Parsed::whole);
}

// faults J09 and J26
TEST(Scanner, HostileTextsTakeLinearTime)
{
    auto same = [](std::string_view text) {
        return [text](size_t) { return std::string(text); };
    };
    EXPECT_TRUE(is_linear(100000, "", same("["), "", Parsed::invalid));
    EXPECT_TRUE(is_linear(100000, "", same(" "), "", Parsed::invalid));
    EXPECT_TRUE(is_linear(25000, "[1", same(",1,\"\""), "]", Parsed::whole));
    EXPECT_TRUE(is_linear(25000, "[1", same(",{\"a\":{}}"), "]",
                          Parsed::whole));

    auto member = [](size_t i) { return "\"k" + std::to_string(i) + "\":0,"; };
    auto escaped = [](size_t i) {
        return "\"\\u006b" + std::to_string(i) + "\":0,";
    };
    EXPECT_TRUE(is_linear(25000, "{", member, "\"z\":0}", Parsed::whole));
    EXPECT_TRUE(is_linear(25000, "{", escaped, "\"z\":0}", Parsed::whole));
    EXPECT_TRUE(is_linear(25000, "{", escaped, "\"k31\":0}", Parsed::invalid));
}

}  // namespace

}  // namespace gate::json
