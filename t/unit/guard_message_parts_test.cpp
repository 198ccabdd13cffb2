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
    bool is_open = false;
    for (const Piece& piece : out.pieces) {
        if (piece.kind != Piece::Kind::copy) {
            is_open = false;
            continue;
        }
        bool is_next = is_open && piece.start != 0
                       && out.buffer[piece.start - 1] != '\n';
        if (!is_next) {
            texts.emplace_back();
        }
        texts.back() += out.buffer.substr(piece.start,
                                          piece.end - piece.start);
        is_open = true;
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
        {"content":[{"text":"b"},{"text":"c"}]},
        {"type":"function_call_output","output":[{"text":"d"},
            {"text":"e"}]},{"output":"f"},{"content":"g"}]})"),
        (Texts{"bc", "de"}));
    EXPECT_EQ(joined(R"({"input":[{"type":"input_text","text":"a"},
        {"content":[{"text":"b"}]},{"text":"c"}]})"), (Texts{"ac"}));
}

TEST(MessageParts, TextsOfTwoMessagesAreNotJoined)
{
    EXPECT_EQ(joined(R"({"messages":[{"content":"a"},{"content":"b"},
        {"content":[{"text":"c"}]},{"content":[{"text":"d"}]}]})"), Texts{});
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
    EXPECT_EQ(out.pieces.size(), 3u * 2 * 61);
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
    EXPECT_EQ(out.pieces.size(), 2u * 200001);
}

}  // namespace

}  // namespace gate::guard
