#include "guard/body_judge.hpp"

#include "pattern_reference.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

struct Judged {
    bool      is_over = false;
    Action    action = Action::none;
    uint64_t  spent = 0;
};

Judged judge(const Guardrail& guardrail, std::string_view text,
    uint64_t limit)
{
    BodyJudge judge;
    std::string body = "{\"a\":\"" + std::string(text) + "\"}";
    Question question;
    question.body = body;
    question.work_limit = limit;

    auto verdict = judge.judge(question, {&guardrail}, Rules());
    EXPECT_TRUE(static_cast<bool>(verdict));
    return {verdict->is_over_limit, verdict->action, judge.spent()};
}

Guardrail guardrail_of(const std::string& pattern)
{
    Guardrail guardrail;
    guardrail.customs.push_back({pattern, "", Action::redact});
    guardrail.patterns = test::build_set({{pattern}});
    return guardrail;
}

TEST(BodyJudge, APhraseLetsWhatLiesInItPass)
{
    Guardrail guardrail = guardrail_of("\\d{4}");
    guardrail.allowed_texts = {"since 1984"};
    EXPECT_EQ(judge(guardrail, "since 1984", 1000000).action, Action::none);
    EXPECT_EQ(judge(guardrail, "until 1984", 1000000).action, Action::redact);
}

// Each place that is found is compared with each phrase, at each byte.
TEST(BodyJudge, PhrasesCostWork)
{
    Guardrail guardrail = guardrail_of("a");
    std::string text(60000, 'a');
    uint64_t before = judge(guardrail, text, Work::unlimited).spent;

    for (int i = 0; i < 100; i++) {
        guardrail.allowed_texts.push_back(std::string(2000, 'a') + "b");
    }
    Judged over = judge(guardrail, text, 2 * before);
    EXPECT_TRUE(over.is_over);
    EXPECT_EQ(over.action, Action::block);
    EXPECT_EQ(over.spent, judge(guardrail, text, 2 * before).spent);
}

}  // namespace

}  // namespace gate::guard
