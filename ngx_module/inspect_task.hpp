// The inspection of one body, on the event loop or on a thread.
#pragma once

#include "body.hpp"
#include "offload.hpp"

#include "base/result.hpp"
#include "guard/body_judge.hpp"

#include <optional>

namespace gate {

class InspectTask final : public Task {
public:
    using Answer = std::optional<Result<guard::Verdict>>;

    // Of the body of `r`, which the question is without. The policy and the
    // rules outlive the task.
    InspectTask(BodyParts parts, const guard::Question& question,
        const guard::Policy& policy, const guard::Rules& rules)
        : parts_(std::move(parts)), question_(question), policy_(policy),
          rules_(rules)
    {
    }

    const BodyParts& parts() const noexcept { return parts_; }

    // On the event loop: spends at most `work` of the work that the question
    // allows. None when it is not enough, or when there are bytes that only a
    // thread may read.
    Answer try_here(guard::BodyJudge* judge, uint64_t work);

    // What a thread has found; none when the body could not be read.
    Answer take_answer() noexcept { return std::move(answer_); }

private:
    void run() override;

    BodyParts             parts_;
    guard::Question       question_;
    const guard::Policy&  policy_;
    const guard::Rules&   rules_;
    Answer                answer_;
};

}  // namespace gate
