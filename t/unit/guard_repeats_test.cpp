#include "guard/repeats.hpp"

#include "guard/body_judge.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// The verdict of one guardrail that does this with e-mail addresses.
Verdict judge_emails(std::string_view body, Action action = Action::flag)
{
    Guardrail guardrail;
    guardrail.name = "test";
    guardrail.builtins[static_cast<size_t>(Slug::email)].action = action;
    Question question;
    question.body = body;
    BodyJudge judge;
    auto verdict = judge.judge(question, {&guardrail}, Rules{});
    EXPECT_TRUE(bool(verdict)) << body;
    return verdict ? *verdict : Verdict{};
}

uint32_t emails_in(std::string_view body)
{
    Verdict verdict = judge_emails(body);
    return verdict.counts.empty() ? 0 : verdict.counts[0].count;
}

// fault E44
TEST(Repeats, WhatIsFoundInATextAndInItsCopiesCountsOnce)
{
    EXPECT_EQ(emails_in(R"(["a@example.com b@example.com"])"), 2u);
    // decoded
    EXPECT_EQ(emails_in(R"(["x\\ny a@example.com"])"), 1u);
    EXPECT_EQ(emails_in(R"(["x\\\\ny a@example.com b@example.com"])"), 2u);
    EXPECT_EQ(emails_in(R"(["a\\u0040example.com c@example.com"])"), 2u);
    // joined
    EXPECT_EQ(emails_in(R"({"content":["a@example.com ","b@example.com"]})"),
              2u);
    EXPECT_EQ(emails_in(R"({"content":["a@exam","ple.com c@example.com"]})"),
              2u);
    EXPECT_EQ(emails_in(R"({"messages":[
        {"role":"user","content":"to a@example.com and b@exa"},
        {"role":"user","content":"mple.com"}]})"), 2u);
}

TEST(Repeats, AMatchOverMessagesIsRedactedInBoth)
{
    EXPECT_EQ(judge_emails(R"({"messages":[
        {"role":"user","content":"to john@exa"},
        {"role":"user","content":"mple.com!"}]})", Action::redact).body,
        R"({"messages":[
        {"role":"user","content":"to [EMAIL]"},
        {"role":"user","content":"!"}]})");
}

TEST(Repeats, NothingIsFoundNearACutAlone)
{
    // in a decoded window, too
    std::string body = "[\"" + std::string(3000, 'x') + " ";
    for (int i = 0; i < 400; i++) {
        body += "a@b.example ";
    }
    body += std::string(600, 'x') + "\\\\n\"]";
    EXPECT_EQ(emails_in(body), 400u);
}

}  // namespace

}  // namespace gate::guard
