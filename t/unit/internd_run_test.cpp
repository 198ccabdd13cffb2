#include "internd/run.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace gate::internd {

namespace {

// testing::Test has a Run of its own
using Subject = Run;

constexpr Millis at_once{0};
constexpr Millis soon{2000};

Json elicitation()
{
    return Json::parse(R"({"message": "Which?", "fields": [
        {"name": "color", "required": true, "options": ["red", "blue"]},
        {"name": "count", "type": "integer"}]})");
}

// A run and the thread of its model.
class RunTest : public testing::Test {
protected:
    Subject& make(Subject::Approval approval = Subject::Approval::manual)
    {
        rules_.approval = approval;
        rules_.questions = questions_;
        rules_.model = "m-0";
        run_ = std::make_unique<Subject>("run-1", "ses-1", rules_);
        return *run_;
    }

    void play(std::function<void(Subject&)> model)
    {
        thread_ = std::thread([this, model] { model(*run_); });
    }

    // The question the run stops at.
    Event question()
    {
        for (;;) {
            auto event = run_->next(soon);
            EXPECT_TRUE(event.has_value());
            if (!event || event->kind == Event::Kind::question) {
                return event.value_or(Event{Event::Kind::cut, {}, {}, {}, {},
                                            {}});
            }
        }
    }

    void TearDown() override
    {
        if (thread_.joinable()) {
            run_->cancel("test over");
            thread_.join();
        }
    }

    Subject::Rules                      rules_;
    std::shared_ptr<OpenQuestions>  questions_ =
        std::make_shared<OpenQuestions>(1);
    std::unique_ptr<Subject>            run_;
    std::thread                     thread_;
};

}  // namespace

TEST_F(RunTest, ATurnShowsItsEventsInOrderAndEnds)
{
    auto& run = make();
    EXPECT_EQ(run.await_opening(at_once), Subject::Opening::pending);
    EXPECT_TRUE(run.show(Event::Kind::content, "a"));
    run.report_model("m-1");
    EXPECT_TRUE(run.show(Event::Kind::reasoning, "b"));
    EXPECT_TRUE(run.complete("stop", Usage{1, 2, {}}));
    EXPECT_EQ(run.await_opening(at_once), Subject::Opening::open);

    EXPECT_EQ(run.next(at_once)->model, "m-0");
    EXPECT_EQ(run.next(at_once)->model, "m-1");
    auto last = run.next(at_once);
    EXPECT_TRUE(last->ends_response());
    EXPECT_EQ(last->usage->completion_tokens, 2);
    EXPECT_TRUE(run.is_ended());
    EXPECT_FALSE(run.show(Event::Kind::content, "late"));
}

TEST_F(RunTest, AFailureBeforeAnyOutputRefusesTheRequest)
{
    auto& run = make();
    run.fail({502, "turn_failed", "no"});
    EXPECT_EQ(run.await_opening(at_once), Subject::Opening::refused);
    EXPECT_EQ(run.refusal().code, 502);
}

TEST_F(RunTest, AFailureAfterOutputEndsTheStream)
{
    auto& run = make();
    run.open();
    run.fail({502, "turn_failed", "no"});
    EXPECT_EQ(run.await_opening(at_once), Subject::Opening::open);
    EXPECT_EQ(run.next(at_once)->failure->reason, "turn_failed");
}

TEST_F(RunTest, AnAnswerContinuesTheRunThatAsked)
{
    auto& run = make();
    play([](Subject& run) {
        auto verdict = run.permit("shell");
        run.show(Event::Kind::content,
                 verdict == Answer::Verdict::allow_once ? "ran" : "not run");
        run.complete("stop", {});
    });

    auto asked = question();
    EXPECT_EQ(Json::parse(asked.text)["operation"], "shell");
    EXPECT_EQ(run.answer("call_x", "allow_once"), Subject::Reply::not_pending);
    EXPECT_EQ(run.answer(asked.id, "Allow_once"), Subject::Reply::rejected);
    EXPECT_EQ(run.answer(asked.id, "allow_once"), Subject::Reply::accepted);
    EXPECT_EQ(run.answer(asked.id, "allow_once"), Subject::Reply::not_pending);
    EXPECT_EQ(run.next(soon)->text, "ran");
}

TEST_F(RunTest, AnAnswerBeforeTheQuestionWasShownFindsTheRunAttached)
{
    auto& run = make();
    play([](Subject& run) { run.permit("shell"); });
    while (run.describe()["pending"].is_null()) {
        std::this_thread::yield();
    }
    auto id = run.describe()["pending"].get<std::string>();
    EXPECT_EQ(run.answer(id, "allow_once"), Subject::Reply::attached);
}

TEST_F(RunTest, AllowAlwaysIsRememberedByTheRunForThatOperationOnly)
{
    auto& run = make();
    play([](Subject& run) {
        run.permit("shell");
        run.permit("shell");
        run.permit("shell_escalated");
    });
    auto first = question();
    run.answer(first.id, "allow_always");
    auto second = question();
    EXPECT_EQ(Json::parse(second.text)["operation"], "shell_escalated");
}

TEST_F(RunTest, SelfDriveAsksNothing)
{
    auto& run = make(Subject::Approval::self_drive);
    EXPECT_EQ(run.permit("shell"), Answer::Verdict::allow_once);
    EXPECT_FALSE(run.next(at_once).has_value());
}

TEST_F(RunTest, TheDeadlineCancelsAndRejectedAnswersDoNotExtendIt)
{
    rules_.interaction_deadline = Millis{60};
    auto& run = make();
    play([](Subject& run) { run.permit("shell"); });
    auto asked = question();
    auto started = std::chrono::steady_clock::now();

    while (run.answer(asked.id, "no") == Subject::Reply::rejected) {
        std::this_thread::sleep_for(Millis{5});
    }
    EXPECT_LT(std::chrono::steady_clock::now() - started, soon);
    EXPECT_EQ(run.answer(asked.id, "allow_once"), Subject::Reply::not_pending);
    thread_.join();
    EXPECT_EQ(run.describe()["ended_reason"], "interaction_deadline");
}

TEST_F(RunTest, CancelEndsTheRunWithRunEnded)
{
    auto& run = make();
    play([](Subject& run) { run.permit("shell"); });
    auto asked = question();
    EXPECT_EQ(run.answer(asked.id, "cancel"), Subject::Reply::accepted);
    auto last = run.next(soon);
    EXPECT_EQ(last->failure->code, 410);
    EXPECT_EQ(last->failure->reason, "run_ended");
}

TEST_F(RunTest, OutputOfAPauseIsReplayedUpToTheLimit)
{
    for (size_t bytes : {4096, 4097}) {
        rules_.replay_limit = 4096;
        auto& run = make();
        run.work_while_paused(bytes);
        play([](Subject& run) { run.permit("shell"); });
        auto asked = question();
        std::this_thread::sleep_for(Millis{50});

        if (bytes > rules_.replay_limit) {
            EXPECT_EQ(run.answer(asked.id, "allow_once"),
                      Subject::Reply::overrun);
            EXPECT_TRUE(run.is_ended());
        } else {
            EXPECT_EQ(run.answer(asked.id, "allow_once"),
                      Subject::Reply::accepted);
            EXPECT_EQ(run.next(soon)->text.size(), 1024U);
        }
        TearDown();
    }
}

TEST_F(RunTest, OneQuestionTooManyIsBusyAndAnEndedRunFreesItsPlace)
{
    EXPECT_TRUE(questions_->take());
    auto& refused = make();
    EXPECT_EQ(refused.permit("shell"), Answer::Verdict::ended);
    EXPECT_EQ(refused.refusal().reason, "busy");
    questions_->give_back();

    auto& run = make();
    play([](Subject& run) { run.permit("shell"); });
    question();
    EXPECT_FALSE(questions_->take());
    run.cancel("over");
    EXPECT_TRUE(questions_->take());
}

TEST_F(RunTest, AClientThatLeavesWhileStreamingCancels)
{
    auto& run = make();
    run.open();
    run.client_gone();
    EXPECT_EQ(run.describe()["ended_reason"], "client_gone");
}

TEST_F(RunTest, AClientThatLeavesAfterTheQuestionLeavesItPending)
{
    auto& run = make();
    play([](Subject& run) {
        run.permit("shell");
        run.permit("more");
    });
    auto first = question();
    run.answer(first.id, "allow_once");
    auto second = question();

    // a connection that breaks late, over a question answered elsewhere
    run.client_gone(first.id);
    EXPECT_FALSE(run.is_ended());
    run.client_gone(second.id);
    EXPECT_TRUE(run.is_ended());
}

TEST_F(RunTest, SteeringIsTakenOnlyWhileStreamingAndNeverLost)
{
    auto& run = make();
    run.set_steering(Subject::Steering::refused);
    EXPECT_FALSE(run.steer("x"));
    run.set_steering(Subject::Steering::taken);
    EXPECT_TRUE(run.steer("y"));
    EXPECT_EQ(run.wait(soon), Subject::Wait::steered);
    EXPECT_FALSE(run.complete("stop", {}));
    EXPECT_EQ(run.take_steering(), "y");
    EXPECT_TRUE(run.complete("stop", {}));
    EXPECT_FALSE(run.steer("z"));
}

TEST_F(RunTest, AModelWaitsForASlowReader)
{
    auto& run = make();
    play([](Subject& run) {
        while (run.show(Event::Kind::content, std::string(65536, 'x'))) {
        }
    });
    std::this_thread::sleep_for(Millis{50});
    size_t queued = 0;
    run.cancel("enough");
    while (run.next(at_once)->kind == Event::Kind::content) {
        queued++;
    }
    EXPECT_LE(queued, 5U);
}

TEST(Question, AnElicitationTakesWhatItsFieldsAllow)
{
    auto question = Question::elicitation(elicitation()).value();
    auto accepts = [&](const char* text) {
        return question.judge(text).has_value();
    };

    EXPECT_TRUE(accepts(
        R"({"action": "accept", "content": {"color": "red"}})"));
    EXPECT_TRUE(accepts(
        R"({"action": "accept", "content": {"color": "red", "count": 2}})"));
    EXPECT_TRUE(accepts(R"({"action": "decline"})"));
    EXPECT_TRUE(accepts(R"({"action": "cancel"})"));
    for (const char* wrong : {
             "", "accept", "[]", "{}", R"({"action": 1})",
             R"({"action": "accept"})",
             R"({"action": "accept", "content": []})",
             R"({"action": "accept", "content": {}})",
             R"({"action": "accept", "content": {"color": null}})",
             R"({"action": "accept", "content": {"color": "green"}})",
             R"({"action": "accept", "content": {"color": 1}})",
             R"({"action": "accept",
                 "content": {"color": "red", "count": "2"}})",
         }) {
        EXPECT_FALSE(accepts(wrong)) << wrong;
    }
}

TEST(Question, ADescriptionNeedsAMessageAndNamedFields)
{
    EXPECT_FALSE(Question::elicitation(Json::parse("{}")));
    EXPECT_FALSE(Question::elicitation(Json::parse(
        R"({"message": "x", "fields": [{"type": "string"}]})")));
    EXPECT_TRUE(Question::elicitation(Json::parse(R"({"message": "x"})")));
}

}  // namespace gate::internd
