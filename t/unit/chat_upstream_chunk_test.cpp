#include "chat/upstream_chunk.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::chat {

namespace {

TEST(UpstreamChunk, ReadsEachMember)
{
    auto chunk = read_chunk(
        "{\"id\":\"c\",\"object\":\"x\",\"created\":17,\"model\":\"m\","
        "\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
        "\"content\":\"a\\n\",\"reasoning\":\"r\"},\"finish_reason\":"
        "\"stop\"}],\"usage\":{\"prompt_tokens\":1},\"session_id\":\"s\"}");
    ASSERT_TRUE(chunk.has_value());
    EXPECT_EQ(chunk->id, "c");
    EXPECT_EQ(chunk->created, 17);
    EXPECT_EQ(chunk->model, "m");
    EXPECT_TRUE(chunk->has_role);
    EXPECT_EQ(chunk->content, "a\\n");  // as it was spelled
    EXPECT_EQ(chunk->reasoning, "r");
    EXPECT_EQ(chunk->finish_reason, "stop");
    EXPECT_EQ(chunk->usage, "{\"prompt_tokens\":1}");
    EXPECT_EQ(chunk->session_id, "s");
    EXPECT_FALSE(chunk->error.has_value());
}

TEST(UpstreamChunk, NullsAreAsIfAbsent)
{
    auto chunk = read_chunk(
        "{\"id\":null,\"created\":null,\"model\":null,\"error\":null,"
        "\"usage\":null,\"session_id\":null,\"choices\":[{\"delta\":"
        "{\"role\":null,\"content\":null,\"reasoning\":null,\"tool_calls\":"
        "null,\"function_call\":null},\"finish_reason\":null}]}");
    ASSERT_TRUE(chunk.has_value());
    EXPECT_EQ(chunk->id, "");
    EXPECT_FALSE(chunk->created.has_value());
    EXPECT_FALSE(chunk->has_role);
    EXPECT_FALSE(chunk->has_function_call);
    EXPECT_FALSE(chunk->error.has_value());
    EXPECT_FALSE(chunk->usage.has_value());
    EXPECT_EQ(chunk->content, "");
    EXPECT_TRUE(read_chunk("{\"choices\":[{\"delta\":null}]}").has_value());
}

TEST(UpstreamChunk, TheOtherSpellingOfReasoningIsReadToo)
{
    EXPECT_EQ(read_chunk("{\"choices\":[{\"delta\":{\"reasoning_content\":"
                         "\"r\"}}]}")->reasoning, "r");
}

TEST(UpstreamChunk, ToolCallsComeInOrder)
{
    auto chunk = read_chunk(
        "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"a\","
        "\"type\":\"function\",\"function\":{\"name\":\"n\",\"arguments\":"
        "\"{\\\"k\\\"\"}},{\"function\":{\"name\":null,\"arguments\":\"}\"}},"
        "{\"id\":null,\"function\":null}]}}]}");
    ASSERT_TRUE(chunk.has_value());
    ASSERT_EQ(chunk->tool_calls.size(), 3u);
    EXPECT_EQ(chunk->tool_calls[0].index, 1);
    EXPECT_EQ(chunk->tool_calls[0].id, "a");
    EXPECT_EQ(chunk->tool_calls[0].name, "n");
    EXPECT_EQ(chunk->tool_calls[0].arguments, "{\\\"k\\\"");
    EXPECT_EQ(chunk->tool_calls[1].index, 0);
    EXPECT_EQ(chunk->tool_calls[1].arguments, "}");
    EXPECT_EQ(chunk->tool_calls[2].name, "");
}

TEST(UpstreamChunk, OnlyTheFirstChoiceIsRead)
{
    auto chunk = read_chunk("{\"choices\":[{\"delta\":{\"content\":\"a\"}},"
        "{\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}");
    ASSERT_TRUE(chunk.has_value());
    EXPECT_EQ(chunk->content, "a");
    EXPECT_EQ(chunk->finish_reason, "");
    EXPECT_TRUE(read_chunk("{\"choices\":[]}").has_value());
}

TEST(UpstreamChunk, AnOldFunctionCallIsSeen)
{
    EXPECT_TRUE(read_chunk("{\"choices\":[{\"delta\":{\"function_call\":"
                           "{\"name\":\"f\"}}}]}")->has_function_call);
}

TEST(UpstreamChunk, AnErrorAloneIsAChunk)
{
    auto chunk = read_chunk("{\"error\":{\"code\":410,\"message\":\"m\","
        "\"metadata\":{\"reason\":\"run_ended\",\"retryable\":true,"
        "\"x\":[1]}}}");
    ASSERT_TRUE(chunk.has_value());
    ASSERT_TRUE(chunk->error.has_value());
    EXPECT_EQ(chunk->error->reason, "run_ended");
    EXPECT_TRUE(chunk->error->retryable);

    for (std::string_view error : {"{}", "\"boom\"", "5", "[]", "true",
             "{\"metadata\":null}", "{\"metadata\":{\"reason\":5,"
             "\"retryable\":\"yes\"}}"}) {
        auto other = read_chunk("{\"error\":" + std::string(error) + "}");
        ASSERT_TRUE(other && other->error) << error;
        EXPECT_EQ(other->error->reason, "") << error;
        EXPECT_FALSE(other->error->retryable) << error;
    }
}

// fault U20
TEST(UpstreamChunk, AnotherShapeIsNoChunk)
{
    for (std::string_view data : {"", "x", "[]", "5", "\"a\"", "null", "{}",
             "{\"id\":\"c\"}", "{\"usage\":{}}", "{\"choices\":{}}",
             "{\"choices\":null}", "{\"choices\":[1]}", "{\"choices\":[[]]}",
             "{\"choices\":[{\"delta\":1}]}", "{\"choices\":[{\"delta\":[]}]}",
             "{\"choices\":[{\"delta\":{\"content\":5}}]}",
             "{\"choices\":[{\"delta\":{\"content\":[]}}]}",
             "{\"choices\":[{\"delta\":{\"reasoning\":{}}}]}",
             "{\"choices\":[{\"delta\":{\"tool_calls\":{}}}]}",
             "{\"choices\":[{\"delta\":{\"tool_calls\":[1]}}]}",
             "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":\"0\"}]}}]}",
             "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"function\":1}]}}]}",
             "{\"choices\":[{\"finish_reason\":5}]}",
             "{\"choices\":[],\"created\":\"now\"}",
             "{\"choices\":[],\"created\":1.5}",
             "{\"choices\":[]}x", "{\"choices\":[]}{}", "{\"choices\":[],}",
             "{\"choices\":[]", "{\"choices\":[{]}", "{\"choices\":[}",
             "{\"choices\":[],\"x\":\"\xff\"}", "{\"choices\":[],\"x\":01}",
             "{\"choices\":[],\"x\":\"\\ud800\"}", "\xef\xbb\xbf{}"}) {
        EXPECT_FALSE(read_chunk(data).has_value()) << data;
    }
}

TEST(UpstreamChunk, UnknownMembersArePassedOver)
{
    auto chunk = read_chunk(
        "{\"x\":{\"choices\":[]},\"choices\":[{\"x\":[{}],\"delta\":{\"x\":1,"
        "\"content\":\"a\"},\"logprobs\":null}],\"id\":5,\"model\":[],"
        "\"usage\":7,\"session_id\":{}}");
    ASSERT_TRUE(chunk.has_value());
    EXPECT_EQ(chunk->content, "a");
    EXPECT_EQ(chunk->id, "");
    EXPECT_FALSE(chunk->usage.has_value());
}

TEST(UpstreamChunk, AChunkCutAnywhereIsNone)
{
    std::string data = "{\"id\":\"c\",\"choices\":[{\"delta\":{\"content\":"
                       "\"a\\u00e9\"}}],\"usage\":{\"a\":[1,2]},\"error\":"
                       "{\"metadata\":{\"reason\":\"x\"}}}";
    ASSERT_TRUE(read_chunk(data).has_value());
    for (size_t size = 0; size < data.size(); size++) {
        EXPECT_FALSE(read_chunk(data.substr(0, size))) << size;
    }
}

TEST(UpstreamChunk, TheErrorOfARefusalIsFoundInItsBody)
{
    auto error = read_error_body("{\"x\":1,\"error\":{\"metadata\":"
                                 "{\"reason\":\"busy\",\"retryable\":true}}}");
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->reason, "busy");
    EXPECT_TRUE(error->retryable);

    for (std::string_view body : {"", "{}", "[]", "<html>", "{\"error\":",
             "{\"error\":{}}x", "{\"error\":{\"metadata\":{\"reason\":\"a\"}}",
             "{\"error\":{\"x\":\"\xff\"}}"}) {
        EXPECT_FALSE(read_error_body(body).has_value()) << body;
    }
    EXPECT_EQ(read_error_body("{\"error\":\"x\"}")->reason, "");
}

}  // namespace

}  // namespace gate::chat
