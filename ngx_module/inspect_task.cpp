#include "inspect_task.hpp"

#include <algorithm>
#include <memory>

namespace gate {

namespace {

// One a thread: it takes 400 us to fit itself to the injection rules.
guard::BodyJudge& judge_of_thread()
{
    static thread_local std::unique_ptr<guard::BodyJudge> judge;
    if (judge == nullptr) {
        judge = std::make_unique<guard::BodyJudge>();
    }
    return *judge;
}

// Gives back what the body took, whatever comes of it.
struct Forget {
    explicit Forget(guard::BodyJudge& used) noexcept : judge(used) {}
    ~Forget() { judge.forget(); }
    Forget(const Forget&) = delete;
    Forget& operator=(const Forget&) = delete;

    guard::BodyJudge&  judge;
};

}  // namespace

InspectTask::Answer InspectTask::try_here(guard::BodyJudge* judge,
    uint64_t work)
{
    std::string scratch;
    guard::Question question = question_;

    if (parts_.has_file() || !parts_.read(&scratch, &question.body)) {
        return std::nullopt;
    }
    question.work_limit = std::min(work, question_.work_limit);

    Result<guard::Verdict> answer = judge->judge(question, policy_, rules_);
    if (answer && answer->is_over_limit
        && question.work_limit < question_.work_limit)
    {
        return std::nullopt;
    }
    return answer;
}

void InspectTask::run()
{
    std::string scratch;
    if (!parts_.read(&scratch, &question_.body)) {
        return;
    }

    guard::BodyJudge& judge = judge_of_thread();
    Forget afterwards(judge);
    answer_ = judge.judge(question_, policy_, rules_);
}

}  // namespace gate
