// The filters, made ready once, as a measurement calls them.
#pragma once

#include "guard/body_judge.hpp"

#include <memory>
#include <string>
#include <vector>

namespace gate::load {

class Engine {
public:
    // With the slugs that will be wanted and the custom patterns of one
    // guardrail. Null, with the cause, when something does not compile.
    static std::unique_ptr<Engine> make(guard::SlugSet slugs,
        const std::vector<std::string>& patterns, std::string* cause);

    // What the wanted slugs find in a buffer of texts; false when it could
    // not be judged.
    bool find(std::string_view buffer, guard::SlugSet wanted);
    // The same for the custom patterns.
    bool find_customs(std::string_view buffer);
    // A whole body, from its JSON to the verdict; all filters flag.
    bool judge(std::string_view body,
        uint64_t work_limit = guard::Work::unlimited);
    // The limit that a request has by default.
    static uint64_t default_limit(std::string_view body) noexcept;
    // Whether the last body cost more.
    bool is_over_limit() const noexcept { return is_over_limit_; }

    // Of all calls of find() and find_customs() since the last forget().
    size_t found() const noexcept { return findings_.size() + hits_.size(); }
    void forget() noexcept
    {
        findings_.clear();
        hits_.clear();
    }

private:
    guard::InjectionFilter::Made    injection_;
    guard::Guardrail                guardrail_;
    guard::Policy                   policy_;
    guard::Rules                    rules_;
    guard::BodyJudge                judge_;
    guard::Scratch                  scratch_;
    guard::Findings                 findings_;
    std::vector<guard::PatternHit>  hits_;
    bool                            is_over_limit_ = false;
};

}  // namespace gate::load
