#include "guard/message_parts.hpp"

#include "guard/collector.hpp"
#include "linear.hpp"

#include <gtest/gtest.h>


namespace gate::guard {

namespace {

using Texts = std::vector<std::string>;

// What is judged joined, in order.
Texts joined(std::string_view body)
{
    Collected out;
    EXPECT_FALSE(collect_json(body, &out)) << body;

    Texts texts;
    for (size_t i = 0; i < out.pieces.size(); i++) {
        const Piece& piece = out.pieces[i];
        if (piece.is_of_body()) {
            continue;
        }
        bool is_next = i != 0 && out.pieces[i - 1].end() == piece.start;
        if (!is_next) {
            texts.emplace_back();
        }
        texts.back() += out.text_of(piece);
    }
    return texts;
}

TEST(MessageParts, TheResultOfAToolIsOneText)
{
    EXPECT_EQ(joined(R"({"messages":[{"content":[{"type":"tool_result",
        "content":[{"text":"a"},{"text":"b"}]}]}]})"), (Texts{"ab"}));
}

TEST(MessageParts, ResultsOfSeveralToolsAreOneText)
{
    EXPECT_EQ(joined(R"({"messages":[{"content":[
        {"content":[{"text":"a"}]},{"content":[{"text":"b"}]}]}]})"),
        (Texts{"ab"}));
    EXPECT_EQ(joined(R"({"messages":[{"content":[
        {"content":"a"},{"text":"b"}]}]})"), (Texts{"ab"}));
    EXPECT_EQ(joined(R"({"messages":[{"content":[{"type":"document",
        "source":{"type":"content","content":[{"text":"a"}]}},
        {"text":"b"}]}]})"), (Texts{"ab"}));
}

TEST(MessageParts, AnArrayIsJoinedByItselfAndWithItsMessage)
{
    EXPECT_EQ(joined(R"({"content":[{"text":"a"},
        {"content":[{"text":"b"},{"text":"c"}]},{"text":"d"}]})"),
        (Texts{"bc", "ad", "abcd"}));
}

TEST(MessageParts, ArraysOfArraysAreOneText)
{
    EXPECT_EQ(joined(R"({"input":[["a","b"],[["c"]],"d"]})"),
              (Texts{"ab", "abcd"}));
    EXPECT_EQ(joined(R"({"prompt":[[["a"]],[["b"]]]})"), (Texts{"ab"}));
}

TEST(MessageParts, EachElementOfTheInputIsAMessage)
{
    EXPECT_EQ(joined(R"({"input":[{"role":"user","content":[{"text":"a"}]},
        {"role":"system","content":[{"text":"b"},{"text":"c"}]},
        {"type":"function_call_output","output":[{"text":"d"},
            {"text":"e"}]},{"role":"user","content":"g"}]})"),
        (Texts{"bc", "de"}));
    EXPECT_EQ(joined(R"({"input":[{"type":"input_text","text":"a"},
        {"role":"user","content":[{"text":"b"}]},{"text":"c"}]})"),
        (Texts{"ac"}));
}

TEST(MessageParts, TextsOfTwoRolesAreNotJoined)
{
    EXPECT_EQ(joined(R"({"messages":[{"role":"user","content":"a"},
        {"role":"assistant","content":"b"},
        {"role":"user","content":[{"text":"c"}]},
        {"role":"assistant","content":[{"text":"d"}]}]})"), Texts{});
}

TEST(MessageParts, WhatAModelHasThoughtOrRefusedIsAPart)
{
    EXPECT_EQ(joined(R"({"role":"assistant","content":[
        {"type":"thinking","thinking":"a"},{"type":"text","text":"b"},
        {"type":"refusal","refusal":"c"},
        {"type":"text","text":{"value":"d","annotations":[]}}]})"),
        (Texts{"abcd"}));
    EXPECT_EQ(joined(R"([{"value":"a"},{"value":"b"},{"text":["c"]},
        {"thinking":"d"},{"a":{"value":"e"}}])"), Texts{});
}

TEST(MessageParts, TheInputOfAToolIsNoPart)
{
    EXPECT_EQ(joined(R"({"content":[{"text":"a"},{"type":"tool_use",
        "input":{"path":"b","content":"c","text":"d"}}]})"), Texts{});
}

TEST(MessageParts, ATextStandsInTheBufferThreeTimesAtMost)
{
    std::string deep = "\"a\",\"a\"";
    for (int i = 0; i < 60; i++) {
        deep = "[" + deep + "],\"a\",\"a\"";
    }
    Collected out;
    ASSERT_FALSE(collect_json("{\"content\":[" + deep + "]}", &out));
    size_t once = 2u * 61 * (1 + text_break.size());
    EXPECT_LE(out.buffer.size(), 3 * once);
}

TEST(MessageParts, ManyPartsUnderManyArraysAreLinear)
{
    auto parts_under_arrays = [](size_t count) {
        std::string parts = "\"a\"";
        for (size_t i = 0; i < count; i++) {
            parts += ",\"a\"";
        }
        return "{\"content\":" + std::string(60, '[') + parts
               + std::string(60, ']') + "}";
    };
    EXPECT_TRUE(test::is_linear(50000, parts_under_arrays,
        [](const std::string& body) {
            Collected out;
            EXPECT_FALSE(collect_json(body, &out));
        }));
    Collected out;
    ASSERT_FALSE(collect_json(parts_under_arrays(200000), &out));
    EXPECT_EQ(out.pieces.size(), 200001u + 1);  // and one run of them
}

}  // namespace

}  // namespace gate::guard
