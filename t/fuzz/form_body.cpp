// Any form under two filters: its fields, written back, are the fields as JSON
// with the same redactions, and a form in which nothing is found stays as it
// came.
#include "fuzz.hpp"

#include "guard/body_judge.hpp"
#include "json_scan_dump.hpp"

namespace gate::fuzz {

namespace {

guard::Guardrail any_guardrail()
{
    guard::Guardrail guardrail;
    guardrail.name = "g";
    for (auto slug : {guard::Slug::email, guard::Slug::credit_card}) {
        guardrail.builtins[static_cast<size_t>(slug)] = {
            guard::Action::redact, guard::Rigor::usual};
    }
    return guardrail;
}

Result<guard::Verdict> judge(std::string_view body, guard::BodyForm form)
{
    static const guard::Guardrail guardrail = any_guardrail();
    static guard::BodyJudge judge;
    static const guard::Rules rules;
    guard::Question question;
    question.body = body;
    question.form = form;
    return judge.judge(question, {&guardrail}, rules);
}

void check(std::string_view form)
{
    guard::FormBody before;
    bool has_flaw = before.read(form).has_value();
    bool is_json = test::dump_by_scan(form).has_value();
    auto verdict = judge(form, guard::BodyForm::form);
    if (is_json || has_flaw) {
        demand(is_json || (!verdict && verdict.error().status == 400),
               "judged what is no form");
        return;
    }
    auto expected = judge(before.json(), guard::BodyForm::json);
    demand(verdict && expected, "a form that is not judged");
    demand(verdict->passed() == expected->passed()
               && verdict->is_rewritten == expected->is_rewritten
               && verdict->redactions == expected->redactions,
           "another verdict than of its fields");
    if (verdict->is_rewritten) {
        guard::FormBody after;
        demand(!after.read(verdict->body) && after.json() == expected->body,
               "written back as other fields");
    }
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    gate::fuzz::check(gate::fuzz::view(data, size));
    return 0;
}
