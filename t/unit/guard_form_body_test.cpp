#include "guard/form_body.hpp"

#include "guard/body_judge.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

Result<Verdict> judge(std::string_view body, Slug slug,
    Action action = Action::redact)
{
    Guardrail guardrail;
    guardrail.name = "g";
    guardrail.builtins[static_cast<size_t>(slug)] = {action, Rigor::usual};
    Question question;
    question.body = body;
    question.form = BodyForm::form;
    return BodyJudge().judge(question, {&guardrail}, Rules());
}

TEST(FormBody, FieldsAreObjectsWithOneMember)
{
    FormBody form;
    for (auto [in, out] : {
             std::pair<std::string_view, std::string_view>
             {"a=b&c=d+e", R"([{"a":"b"},{"c":"d e"}])"},
             {"", "[]"}, {"a", R"([{"a":""}])"}, {"=b", R"([{"":"b"}])"},
             {"a=b=c&&a=%22%5c%0a", R"([{"a":"b=c"},{"":""},{"a":"\"\\\n"}])"},
             {"a=%C3%A9%4", "[{\"a\":\"\xc3\xa9%4\"}]"},
             {"a=%zz%", R"([{"a":"%zz%"}])"}, {"%61=1", R"([{"a":"1"}])"}})
    {
        EXPECT_FALSE(form.read(in));
        EXPECT_EQ(form.json(), out) << in;
    }
    EXPECT_TRUE(form.read("a=%00"));
    EXPECT_TRUE(form.read("a=%ff"));
    EXPECT_TRUE(form.read("a=%C3&b=%A9"));
}

TEST(FormBody, ARedactionIsEncodedAndNothingElseChanges)
{
    auto verdict = judge("q=card+4111%201111+1111+1111%21&%78=%6a&z",
                         Slug::credit_card);
    ASSERT_TRUE(verdict && verdict->passed());
    EXPECT_EQ(verdict->body, "q=card+%5BCREDIT_CARD%5D%21&%78=%6a&z");
    EXPECT_EQ(verdict->redactions, 1u);

    verdict = judge("a=x&b=%7B%22t%22%3A%22john%40example.com%22%7D",
                    Slug::email);
    EXPECT_EQ(verdict->body, "a=x&b=%7B%22t%22%3A%22%5BEMAIL%5D%22%7D");
    EXPECT_FALSE(judge("a=x+y&b=%41", Slug::email)->is_rewritten);

    // a name cannot be rewritten
    EXPECT_FALSE(judge("john%40example.com=1", Slug::email)->passed());
    EXPECT_EQ(judge("a=%ff", Slug::email).error().status, 400);
}

TEST(FormBody, JsonHasToPassAsBoth)
{
    EXPECT_TRUE(judge(R"({"a":"1+1=2 100%"})", Slug::email)->passed());
    auto verdict = judge(R"({"a":"john@example.com"})", Slug::email);
    EXPECT_EQ(verdict->body, R"({"a":"[EMAIL]"})");
    for (std::string_view body : {
             R"({"a":"ssn 078%2D05%2D1120"})", R"({"a":"ssn+078%2d05-1120"})",
             R"({"a":"ssn 078-05-1120, ssn+219%2D09-9999"})"})
    {
        EXPECT_FALSE(judge(body, Slug::ssn)->passed()) << body;
    }
    // what is no strict JSON is a form
    EXPECT_FALSE(judge(R"({"a":1,"a":"ssn+078%2D05-1120"})", Slug::ssn)
                     ->passed());
}

TEST(FormBody, WhatIsWrittenBackDecodesToWhatWasRedacted)
{
    constexpr std::string_view bits[] = {
        "a", "=", "&", "+", "%20", "%22", "%5C", "%26", "%3d", "%", "%0A",
        "john%40example.com", "john@example.com", "%C3%A9", "\xc3\xa9", "%7e",
    };
    test::Random random(1);
    for (int i = 0; i < 3000; i++) {
        std::string form;
        for (size_t n = random.below(12) + 1; n > 0; n--) {
            form += random.pick(bits);
        }
        auto verdict = judge(form, Slug::email);
        if (!verdict || !verdict->is_rewritten) {
            continue;
        }
        FormBody before, after;
        ASSERT_FALSE(before.read(form));
        ASSERT_FALSE(after.read(verdict->body)) << form;
        Guardrail guardrail;
        guardrail.name = "g";
        guardrail.builtins[0] = {Action::redact, Rigor::usual};
        Question question;
        question.body = before.json();
        auto json = BodyJudge().judge(question, {&guardrail}, Rules());
        EXPECT_EQ(after.json(), json->body) << form;
    }
}

}  // namespace

}  // namespace gate::guard
