// Judges one request body by a policy.
//
// Collects its texts, asks the lists and the filters, and says what is to be
// done: let it through as it is, let a rewritten body through, or refuse. Any
// failure on the way is an error that refuses too: nothing goes on unjudged
// (fault G30).
#pragma once

#include "base/result.hpp"
#include "guard/catalog.hpp"
#include "guard/collected.hpp"
#include "guard/form_body.hpp"
#include "guard/injection/injection.hpp"
#include "guard/pattern/pattern_set.hpp"
#include "guard/redactor.hpp"
#include "guard/routing.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/verdict.hpp"

#include <string_view>
#include <vector>

namespace gate::guard {

enum class Media : uint8_t { pass, block };

// Prompts of numbers, which no filter can read.
enum class TokenIdRule : uint8_t { refuse, pass };

enum class BodyForm : uint8_t {
    json,
    text,  // judged as JSON if it is JSON
    form,  // URL-encoded fields; as JSON, too, if it is JSON
};

// What all policies of a configuration share; outlives the requests.
struct Rules {
    const InjectionFilter*  injection = nullptr;  // needed where it is used
    Catalog                 catalog;
    Vendors                 vendors;
};

struct Question {
    std::string_view  body;
    std::string_view  own;  // a string of the gate's own in it; empty: none
    BodyForm          form = BodyForm::json;
    Media             media = Media::pass;
    TokenIdRule       token_ids = TokenIdRule::refuse;
    uint64_t          work_limit = Work::unlimited;  // units, see Work
};

// One a thread: it keeps its buffers between requests.
class BodyJudge {
public:
    // A verdict, or why there is none: 400 for a body that is not strict JSON
    // (invalid_body), 413 for one that is too long, 500. A body that costs
    // more than the limit is a verdict that blocks, with is_over_limit. The
    // verdict's views live as long as the policy. Throws only std::bad_alloc.
    Result<Verdict> judge(const Question& question, const Policy& policy,
        const Rules& rules);

    // Gives back what a large body took.
    void forget();

    // The work that the last body has cost.
    uint64_t spent() noexcept { return scratch_.work().spent(); }

private:
    struct Found {
        Span      span;
        uint32_t  guardrail;
        uint16_t  filter;
        Action    action;
    };

    // Whether what a filter wants to redact is refused instead.
    enum class Rewrite : uint8_t { may, may_not };

    Result<Verdict> judge_texts(const Question& question,
        const Policy& policy, const Rules& rules, Rewrite how);
    Result<Verdict> judge_form(const Question& question,
        const Policy& policy, const Rules& rules);
    Result<Verdict> judge_fields(const Question& question,
        const Policy& policy, const Rules& rules, Rewrite how);
    Result<void> collect(const Question& question);
    bool run_builtins(const Policy& policy, const Rules& rules);
    bool run_customs(const Policy& policy);
    static Found found_by(const Guardrail& guardrail, uint32_t index,
        const PatternHit& hit) noexcept;
    static std::string_view label_of(const Policy& policy,
        const Found& found) noexcept;
    void add(const Policy& policy, uint32_t guardrail, Found found);
    std::vector<bool> repeats(std::string_view body) const;
    void weigh(const Policy& policy, std::string_view body,
        Verdict* verdict) const;
    void rewrite(const Question& question, const Policy& policy,
        const Narrowing& narrowing, Rewrite how, Verdict* verdict);

    Collected                texts_;
    Scratch                  scratch_;
    Findings                 findings_;
    std::vector<PatternHit>  hits_;
    std::vector<Found>       found_;
    std::vector<Replaced>    replaced_;
    FormBody                 form_;
};

}  // namespace gate::guard
