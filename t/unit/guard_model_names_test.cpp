#include "guard/collector.hpp"
#include "guard/routing.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

using Names = std::vector<std::string>;

Collected collected(std::string_view body)
{
    Collected out;
    EXPECT_FALSE(collect_json(body, &out)) << body;
    return out;
}

bool is_allowed(std::string_view body)
{
    Guardrail guardrail;
    guardrail.allowed_models = {"openai/*"};
    return !judge_models({&guardrail}, collected(body), Catalog());
}

TEST(ModelNames, AlternativesStandInListsInObjectsAndInMaps)
{
    for (std::string_view body : {
             R"({"models":["a","b"]})", R"({"fallbacks":["a","b"]})",
             R"({"fallbacks":[{"model":"a"},{"model":"b","stop":["c"]}]})",
             R"({"fallbacks":[{"x":["a"]},{"y":["b"]}]})",
             R"({"route":"a","fallback_models":"b"})",
             R"({"route":{"models":["a","b"]}})",
             R"({"route":[{"to":{"model":"a"}},"b"]})",
             R"({"Model":"a","MODELS":["b"]})",
             R"({"f\u0061llbacks":["a"],"Route":"b"})"})
    {
        EXPECT_EQ(collected(body).models, (Names{"a", "b"})) << body;
        EXPECT_TRUE(collected(body).models_are_strings) << body;
    }
    // and nowhere else
    for (std::string_view body : {
             R"({"messages":[{"models":["a"],"model":"b"}]})",
             R"([{"models":["a"]}])", R"({"metadata":{"fallbacks":["a"]}})",
             R"({"models":null,"fallbacks":[],"route":"fallback"})"})
    {
        EXPECT_EQ(collected(body).models, Names()) << body;
        EXPECT_TRUE(collected(body).models_are_strings) << body;
    }
}

TEST(ModelNames, AListOfAnythingElseCannotBeCompared)
{
    for (std::string_view body : {
             R"({"models":[1]})", R"({"models":[["a"]]})",
             R"({"models":["a",{"b":"c"}]})", R"({"fallbacks":[{}]})",
             R"({"fallbacks":true})", R"({"models":[null]})",
             R"({"route":{"to":"a"}})"})
    {
        EXPECT_FALSE(collected(body).models_are_strings) << body;
    }
}

TEST(ModelNames, AnAlternativeIsJudgedLikeTheModel)
{
    for (std::string_view body : {
             R"({"model":"openai/a"})",
             R"({"model":"openai/a","models":["openai/b"]})",
             R"({"model":"openai/a","fallbacks":[{"model":"openai/b"}]})",
             R"({"model":"openai/a","route":"fallback"})",
             R"({"model":"openai/a@2024-01-01:free"})"})
    {
        EXPECT_TRUE(is_allowed(body)) << body;
    }
    for (std::string_view body : {
             R"({"model":"openai/a,evil/b"})", R"({"model":"openai/a;b"})",
             R"({"model":"openai/../evil/b"})", R"({"model":"openai/./b"})",
             R"({"model":"openai//evil/b"})", R"({"model":"openai/a/"})",
             R"({"model":"openai/%2e%2e/evil/b"})",
             R"({"model":"openai/a?b"})", R"({"model":"openai/..\\evil"})",
             R"({"model":"openai/a","fallbacks":["evil/b"]})",
             R"({"model":"openai/a","fallbacks":"evil/b"})",
             R"({"model":"openai/a","fallbacks":[{"model":"evil/b"}]})",
             R"({"model":"openai/a","fallbacks":[{"openai/a":["evil/b"]}]})",
             R"({"model":"openai/a","models":"evil/b"})",
             R"({"model":"openai/a","route":"evil/b"})",
             R"({"model":"openai/a","Model":"evil/b"})",
             R"({"model":"openai/a","fallbacks":[{"url":"evil"}]})"})
    {
        EXPECT_FALSE(is_allowed(body)) << body;
    }
}

}  // namespace

}  // namespace gate::guard
