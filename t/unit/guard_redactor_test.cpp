#include "guard/redactor.hpp"

#include "guard/collector.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

struct Outcome {
    Redacted     redacted;
    std::string  body;
    uint32_t     count = 0;
};

// Replaces every occurrence of the words in the buffer.
Outcome redact_words(std::string_view body, std::vector<std::string> words,
    std::string_view label = "[X]")
{
    Collected texts;
    EXPECT_FALSE(collect_json(body, &texts)) << body;

    std::vector<Redaction> redactions;
    for (const std::string& word : words) {
        for (size_t at = texts.buffer.find(word); at != std::string::npos;
             at = texts.buffer.find(word, at + 1))
        {
            redactions.push_back({{static_cast<uint32_t>(at),
                static_cast<uint32_t>(at + word.size())}, label});
        }
    }
    Outcome out;
    out.redacted = redact(body, texts, redactions, &out.body, &out.count);

    Collected again;
    if (out.redacted == Redacted::done) {
        EXPECT_FALSE(collect_json(out.body, &again)) << out.body;
    }
    return out;
}

std::string redacted(std::string_view body, std::vector<std::string> words,
    std::string_view label = "[X]")
{
    Outcome out = redact_words(body, std::move(words), label);
    EXPECT_EQ(out.redacted, Redacted::done);
    return out.body;
}

TEST(Redactor, OnlyTheMatchedBytesChange)
{
    EXPECT_EQ(redacted(R"({ "a" : "say foo now" , "b":1})", {"foo"}),
              R"({ "a" : "say [X] now" , "b":1})");
    EXPECT_EQ(redacted(R"(["foo","foo foo"])", {"foo"}),
              R"(["[X]","[X] [X]"])");
    EXPECT_EQ(redacted(R"(["fo\u006f\n","é\u0066ooé"])", {"foo"}),
              R"(["[X]\n","é[X]é"])");
}

TEST(Redactor, AMatchOverPartsHasItsLabelInTheFirst)
{
    EXPECT_EQ(redacted(R"({"content":[{"text":"to john@exa"},
        {"text":"mple.com!"}]})", {"john@example.com"}),
        R"({"content":[{"text":"to [X]"},
        {"text":"!"}]})");
    // found in the part and in the joined text: one place
    Outcome out = redact_words(
        R"({"content":[{"text":"foo"},{"text":"bar"}]})", {"foo"});
    EXPECT_EQ(out.body, R"({"content":[{"text":"[X]"},{"text":"bar"}]})");
    EXPECT_EQ(out.count, 1u);
}

TEST(Redactor, AMatchInsideNestedJsonIsTakenOutOfIt)
{
    EXPECT_EQ(redacted(R"(["{\"a\":\"x\\u0040y\"}"])", {"x@y"}),
              R"(["{\"a\":\"[X]\"}"])");
    EXPECT_EQ(redacted(R"(["{\"a\":\"x\\u0040y\"}"])", {"x@y"}, "\"L\""),
              R"(["{\"a\":\"\\\"L\\\"\"}"])");
    EXPECT_EQ(redacted(R"(["{\"a\":\"xy\\n\"}"])", {"xy"}),
              R"(["{\"a\":\"[X]\\n\"}"])");
}

TEST(Redactor, ALabelWithQuotesLeavesNestedJsonWhole)
{
    EXPECT_EQ(redacted(R"(["{\"a\":\"foo\"}"])", {"foo"}, R"("L")"),
              R"(["{\"a\":\"\\\"L\\\"\"}"])");
    EXPECT_EQ(redacted(R"(["[\"foo \\n\",\"foo\"]"])", {"foo"}, R"(a\b)"),
              R"(["[\"a\\\\b \\n\",\"a\\\\b\"]"])");
    EXPECT_EQ(redacted(R"(["foo","{foo"])", {"foo"}, R"("L")"),
              R"(["\"L\"","{\"L\""])");
}

// fault E42
TEST(Redactor, ALabelIsEscapedAsDeepAsTheJsonAroundItGoes)
{
    EXPECT_EQ(redacted(R"({"args":"{\"r\":\"{\\\"z\\\":\\\"foo\\\"}\"}"})",
                       {"foo"}, R"(a"b)"),
              R"({"args":"{\"r\":\"{\\\"z\\\":\\\"a\\\\\\\"b\\\"}\"}"})");
    // once in a text that has escapes, but is no JSON
    EXPECT_EQ(redacted(R"(["a\\n fo\\u006f"])", {"foo"}, R"(a"b)"),
              R"(["a\\n a\"b"])");
}

TEST(Redactor, OverlappingMatchesBecomeOne)
{
    Outcome out = redact_words(R"(["abcdef"])", {"abcd", "cdef", "bc"});
    EXPECT_EQ(out.body, R"(["[X]"])");
    EXPECT_EQ(out.count, 1u);
    // adjacent ones do not
    EXPECT_EQ(redacted(R"(["abcd"])", {"ab", "cd"}), R"(["[X][X]"])");
}

TEST(Redactor, ANumberBecomesAString)
{
    EXPECT_EQ(redacted(R"([4111111111111111])", {"41111"}), R"(["[X]"])");
    for (std::string spelling : {"4111111111111111.0", "-4111111111111111",
                                 "4.111111111111111e15", "4111111111E6"}) {
        EXPECT_EQ(redacted("[" + spelling + ",7]", {"41111"}),
                  R"(["[X]",7])");
    }
}

TEST(Redactor, ANameIsNotRewritten)
{
    EXPECT_EQ(redact_words(R"({"foo":1})", {"foo"}).redacted,
              Redacted::fixed);
}

// fault G28
TEST(Redactor, TheBodyDoesNotGrowWithoutBound)
{
    std::string many = "[\"";
    for (int i = 0; i < 50000; i++) {
        many += "x ";
    }
    many += "\"]";
    EXPECT_EQ(redact_words(many, {"x"}, "[R]").redacted, Redacted::done);
    EXPECT_EQ(redact_words(many, {"x"}, std::string(100, 'L')).redacted,
              Redacted::too_long);
}

// whatever is replaced, the rest of each text stays as it was
TEST(Redactor, RandomBodiesKeepAllTheRest)
{
    test::Random random(11);
    const std::string units[] = {"a", "é", "\\n", "\\u0041", "K", "K", " ",
                                 "\\\"", "\\ud83d\\ude00", "\\\\u004b"};

    for (int round = 0; round < 2000; round++) {
        std::string body = "[";
        for (size_t n = 1 + random.below(4); n > 0; n--) {
            body += body.size() > 1 ? "," : "";
            body += "{\"text\":\"";
            for (size_t m = random.below(8); m > 0; m--) {
                body += random.pick(units);
            }
            body += "\"}";
        }
        body += ']';

        Outcome out = redact_words(body, {"K"}, "L");
        ASSERT_EQ(out.redacted, Redacted::done);
        std::string expected;
        for (size_t i = 0; i < body.size(); ) {
            if (body.compare(i, 7, "\\\\u004b") == 0) {
                expected += 'L';
                i += 7;
            } else {
                expected += body[i] == 'K' ? 'L' : body[i];
                i++;
            }
        }
        ASSERT_EQ(out.body, expected) << body;
    }
}

}  // namespace

}  // namespace gate::guard
