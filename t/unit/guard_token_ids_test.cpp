#include "guard/collector.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

bool has_token_ids(std::string_view body)
{
    Collected out;
    EXPECT_FALSE(collect_json(body, &out)) << body;
    return out.has_token_ids;
}

TEST(TokenIds, APromptOfNumbersIsFoundWhereADialectTakesOne)
{
    for (std::string_view body : {
             R"({"prompt":[9906,856]})", R"({"prompt":[[1],[2]]})",
             R"({"input":[[71,111],[104]]})", R"({"input":[5.0]})",
             R"({"context":[1]})", R"({"prompt_token_ids":[1]})",
             R"({"input_ids":[[1]]})", R"({"inputs":[1]})",
             R"({"prompt":["a",1]})", R"({"prompt":[{"n":1},2]})",
             R"({"prompt":{"prompt_token_ids":[1]}})",
             R"({"prompt":[{"a":{"token_ids":[1]}}]})",
             R"({"prompt":[{"token_ids":[]},2]})",
             R"([{"prompt":[1]}])", R"({"pr\u006fmpt":[1]})"})
    {
        EXPECT_TRUE(has_token_ids(body)) << body;
    }
}

TEST(TokenIds, NumbersElsewhereAreNone)
{
    for (std::string_view body : {
             R"({"stop_token_ids":[1],"logit_bias":{"5":1},"dimensions":5})",
             R"({"prompt":"a","max_tokens":5,"seed":[1]})",
             R"({"prompt":["a",{"n":[1]}],"x":[1]})",
             R"({"input":[{"type":"x","embedding":[0.1,0.2]}]})",
             R"({"messages":[{"content":[{"type":"tool_result","content":
                 [{"input":[1],"prompt":[2],"token_ids":[3]}]}]}]})",
             R"({"prompt":[],"input":[[]],"n":[1]})", R"({"prompt":5})",
             R"({"input":[{"token_ids":[1]}]})", "[[1]]", "1"})
    {
        EXPECT_FALSE(has_token_ids(body)) << body;
    }
}

}  // namespace

}  // namespace gate::guard
