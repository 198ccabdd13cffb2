#include "guard/message_turns.hpp"

#include "guard/collector.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

using Texts = std::vector<std::string>;

// What is inspected joined of these elements of "messages", in order.
Texts turns(std::string_view messages, std::string_view name = "messages")
{
    Collected out;
    std::string body = "{\"" + std::string(name) + "\":["
                       + std::string(messages) + "]}";
    EXPECT_FALSE(collect_json(body, &out)) << body;

    Texts texts;
    uint32_t end = 0;
    for (size_t i = 0; i < out.pieces.size(); i++) {
        const Piece& piece = out.pieces[i];
        if (piece.is_of_body()) {
            continue;
        }
        std::string_view gap = std::string_view(out.buffer)
                                   .substr(end, piece.start - end);
        if (texts.empty() || gap.find('\0') != gap.npos) {
            texts.emplace_back();
        } else {
            texts.back() += gap;
        }
        texts.back() += out.text_of(piece);
        end = piece.end();
    }
    return texts;
}

TEST(MessageTurns, ConsecutiveMessagesOfARoleAreJoinedBothWays)
{
    EXPECT_EQ(turns(R"({"role":"user","content":"a"},
        {"content":"b","role":"user"},{"role":"user","content":"c"})"),
        (Texts{"abc", "a\nb\nc"}));
    EXPECT_EQ(turns(R"({"role":"user","content":"a"},
        {"role":"assistant","content":"b"},{"role":"user","content":"c"},
        {"role":"user","content":"d"})"), (Texts{"cd", "c\nd"}));
    EXPECT_EQ(turns(R"({"role":"user","content":"a"},
        {"role":"user","content":"b"},{"role":"system","content":"c"},
        {"role":"system","content":"d"})"),
        (Texts{"ab", "a\nb", "cd", "c\nd"}));
}

TEST(MessageTurns, AMessageWithoutATextIsPassedOver)
{
    EXPECT_EQ(turns(R"({"role":"user","content":"a"},
        {"role":"assistant","content":""},{"role":"user","content":"b"})"),
        (Texts{"ab", "a\nb"}));
    // but not one that does something
    EXPECT_EQ(turns(R"({"role":"tool","content":"a"},
        {"role":"assistant","tool_calls":[{"function":{"name":"f"}}]},
        {"role":"tool","content":"b"})"), Texts{});
}

TEST(MessageTurns, PartsAreTextsOfTheirMessage)
{
    EXPECT_EQ(turns(R"({"role":"user","content":[{"text":"a"},{"text":"b"}]},
        {"role":"user","content":"c"})"), (Texts{"ab", "abc", "ab\nc"}));
    EXPECT_EQ(turns(R"({"role":"user","parts":[{"text":"a"}]},
        {"role":"user","parts":[{"text":"b"}]})", "contents"),
        (Texts{"ab", "a\nb"}));
    EXPECT_EQ(turns(R"({"role":"user","content":[{"text":"a"}]},
        {"role":"user","content":[{"text":"b"}]})", "input"),
        (Texts{"ab", "a\nb"}));
}

TEST(MessageTurns, WhatAModelHasThoughtIsATextOfTheTurn)
{
    EXPECT_EQ(turns(R"({"role":"assistant","reasoning_content":"a",
        "content":"b","refusal":null})"), (Texts{"ab", "a\nb"}));
}

TEST(MessageTurns, AMessageWithinAMessageIsNone)
{
    EXPECT_EQ(turns(R"({"role":"user","content":"a","x":{"messages":[
        {"role":"tool","content":"b"},{"role":"tool","content":"c"}]}})"),
        Texts{});
}

TEST(MessageTurns, OnlyWhatIsNearASeamIsJoined)
{
    std::string text(5 * turn_reach, 'x');
    Texts found = turns("{\"role\":\"user\",\"content\":\"" + text + "\"},"
                        "{\"role\":\"user\",\"content\":\"" + text + "\"}");
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].size(), 2 * turn_reach);
    EXPECT_EQ(found[1].size(), 2 * turn_reach + 1);
}

}  // namespace

}  // namespace gate::guard
