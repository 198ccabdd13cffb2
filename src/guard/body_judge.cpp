#include "guard/body_judge.hpp"

#include "guard/builtins.hpp"
#include "guard/collector.hpp"
#include "guard/repeats.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// kept between requests
constexpr size_t spare_findings = 1024;

template <class T>
void reset(std::vector<T>& list)
{
    list.clear();
    if (list.capacity() > spare_findings) {
        std::vector<T>().swap(list);
    }
}

Error not_judged()
{
    return make_error(500, Reason::internal_error,
                      "The request could not be judged");
}

Verdict over_limit()
{
    Verdict verdict;

    verdict.is_over_limit = true;
    verdict.action = Action::block;
    verdict.refusal.emplace();
    verdict.refusal->filter = filter_name(limit_filter);
    return verdict;
}

// Whether the place lies inside a phrase that the guardrail lets pass. A
// search costs at worst a comparison of the phrase at each byte.
bool is_allowed(const Guardrail& guardrail, std::string_view buffer,
    const Span& span, Work* work) noexcept
{
    constexpr uint64_t compared_at_once = 32;
    size_t size = span.end - span.start;

    for (const std::string& phrase : guardrail.allowed_texts) {
        if (phrase.size() < size) {
            continue;
        }
        size_t reach = phrase.size() - size;
        size_t from = span.start > reach ? span.start - reach : 0;
        size_t to = std::min(buffer.size(), span.end + reach);
        uint64_t comparisons = 2 + phrase.size() / compared_at_once;
        if (!work->spend((to - from) * comparisons)) {
            return false;
        }
        if (buffer.substr(from, to - from).find(phrase) != buffer.npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

Result<Verdict> BodyJudge::judge(const Question& question, const Policy& policy,
    const Rules& rules)
{
    scratch_.work().begin(question.work_limit);
    return question.form == BodyForm::form
           ? judge_form(question, policy, rules)
           : judge_texts(question, policy, rules, Rewrite::may);
}

// A server may read a form's type and JSON in the body, as clients send it, or
// take it for a form: JSON has to pass as both.
Result<Verdict> BodyJudge::judge_form(const Question& question,
    const Policy& policy, const Rules& rules)
{
    size_t first = question.body.find_first_not_of(" \t\r\n");
    bool may_be_json = first != question.body.npos
        && (question.body[first] == '{' || question.body[first] == '[');
    if (!may_be_json || question.body.size() > max_judged_body
        || collect_json(question.body, &texts_))
    {
        return judge_fields(question, policy, rules, Rewrite::may);
    }

    Question as_json = question;
    as_json.form = BodyForm::json;
    Result<Verdict> verdict = judge_texts(as_json, policy, rules,
                                          Rewrite::may);
    if (!verdict || !verdict->passed()) {
        return verdict;
    }
    Question as_form = question;
    as_form.body = verdict->is_rewritten ? std::string_view(verdict->body)
                                         : question.body;
    if (as_form.body.find_first_of("%+") == question.body.npos) {
        return verdict;
    }
    Result<Verdict> other = judge_fields(as_form, policy, rules,
                                         Rewrite::may_not);
    return other && other->passed() ? verdict : other;
}

Result<Verdict> BodyJudge::judge_fields(const Question& question,
    const Policy& policy, const Rules& rules, Rewrite how)
{
    auto flaw = form_.read(question.body);
    if (flaw) {
        return make_error(400, Reason::invalid_body,
                          "The body is not a form that can be judged: "
                          + std::string(flaw->cause) + " at byte "
                          + std::to_string(flaw->offset));
    }

    Question fields = question;
    fields.body = form_.json();
    fields.form = BodyForm::json;
    Result<Verdict> verdict = judge_texts(fields, policy, rules, how);
    if (verdict && verdict->is_rewritten) {
        verdict->body = form_.write(question.body, replaced_);
    }
    return verdict;
}

Result<Verdict> BodyJudge::judge_texts(const Question& question,
    const Policy& policy, const Rules& rules, Rewrite how)
{
    Result<void> collected = collect(question);
    if (!collected) {
        return collected.error();
    }

    Verdict verdict;
    verdict.media = texts_.media;
    verdict.refusal = judge_models(policy, texts_, rules.catalog);
    Narrowing narrowing = narrow(policy, texts_, rules.catalog,
                                 rules.vendors, question.body,
                                 &verdict.refusal);
    if (verdict.refusal) {
        verdict.action = Action::block;
        return verdict;
    }

    reset(found_);
    if (!run_builtins(policy, rules) || !run_customs(policy)) {
        return scratch_.work().is_over() ? Result<Verdict>(over_limit())
                                         : not_judged();
    }
    weigh(policy, question.body, &verdict);

    if (texts_.media != 0 && question.media == Media::block) {
        verdict.action = Action::block;
        verdict.refusal.emplace();
        verdict.refusal->filter = filter_name(media_filter);
    }
    if (verdict.passed()) {
        rewrite(question, policy, narrowing, how, &verdict);
    }
    return verdict;
}

void BodyJudge::forget()
{
    texts_.clear();
    reset(findings_);
    reset(hits_);
    reset(found_);
    reset(replaced_);
    form_.forget();
}

Result<void> BodyJudge::collect(const Question& question)
{
    if (question.body.size() > max_judged_body) {
        return make_error(413, Reason::payload_too_large,
                          "Body too large to be judged");
    }

    auto flaw = collect_json(question.body, &texts_, question.own);
    if (flaw && question.form == BodyForm::text) {
        flaw = collect_text(question.body, &texts_);
    }
    if (flaw) {
        return make_error(400, Reason::invalid_body,
                          "The body is not valid JSON: "
                          + std::string(flaw->cause) + " at byte "
                          + std::to_string(flaw->offset));
    }
    if (texts_.has_token_ids && question.token_ids == TokenIdRule::refuse) {
        return make_error(400, Reason::invalid_body,
                          "Token ids in place of a text cannot be inspected;"
                          " send the text, or the operator allows them with"
                          " \"gate_token_ids pass\"");
    }
    return {};
}

bool BodyJudge::run_builtins(const Policy& policy, const Rules& rules)
{
    PiiOptions options;
    for (size_t i = 0; i < slug_count; i++) {
        Slug slug = static_cast<Slug>(i);
        Strongest filter = strongest(policy, slug);
        if (filter.action == Action::none) {
            continue;
        }
        options.wanted.add(slug);
        if (slug == Slug::phone) {
            options.phone = filter.rigor;
        } else if (slug == Slug::credit_card) {
            options.credit_card = filter.rigor;
        }
    }
    if (options.wanted.empty()) {
        return true;
    }

    reset(findings_);
    if (!find_builtins(texts_.buffer, options, rules.injection, scratch_,
                       &findings_))
    {
        return false;
    }
    for (const Finding& finding : findings_) {
        auto filter = static_cast<uint16_t>(finding.slug);
        for (uint32_t i = 0; i < policy.size(); i++) {
            Action action = policy[i]->builtins[filter].action;
            if (action != Action::none) {
                add(policy, i, {finding.span, i, filter, action});
            }
        }
    }
    return !scratch_.work().is_over();
}

BodyJudge::Found BodyJudge::found_by(const Guardrail& guardrail,
    uint32_t index, const PatternHit& hit) noexcept
{
    const CustomFilter& custom = guardrail.customs[hit.pattern];
    Found found;

    found.span = hit.span;
    found.filter = static_cast<uint16_t>(first_custom + hit.pattern);
    found.guardrail = index;
    found.action = custom.action;
    return found;
}

std::string_view BodyJudge::label_of(const Policy& policy,
    const Found& found) noexcept
{
    if (found.filter < first_custom) {
        return label(static_cast<Slug>(found.filter));
    }
    const Guardrail& guardrail = *policy[found.guardrail];
    const auto& custom = guardrail.customs[found.filter - first_custom];
    return custom.label.empty() ? default_label
                                : std::string_view(custom.label);
}

bool BodyJudge::run_customs(const Policy& policy)
{
    for (uint32_t i = 0; i < policy.size(); i++) {
        const Guardrail& guardrail = *policy[i];
        if (guardrail.customs.empty()) {
            continue;
        }

        reset(hits_);
        bool is_whole = guardrail.patterns != nullptr
            && guardrail.patterns->find(texts_.buffer, scratch_, &hits_);
        if (!is_whole && hits_.size() < max_pattern_hits) {
            return false;
        }
        for (const PatternHit& hit : hits_) {
            add(policy, i, found_by(guardrail, i, hit));
        }
        if (!is_whole) {
            // so many that the rest was not looked at (fault G28)
            Found last = found_by(guardrail, i, hits_.back());
            last.action = Action::block;
            found_.push_back(last);
        }
    }
    return !scratch_.work().is_over();
}

void BodyJudge::add(const Policy& policy, uint32_t guardrail, Found found)
{
    if (!texts_.is_near_cut(found.span)
        && !is_allowed(*policy[guardrail], texts_.buffer, found.span,
                       &scratch_.work()))
    {
        found_.push_back(found);
    }
}

// Which findings are of the same bytes as another one, in a copy.
std::vector<bool> BodyJudge::repeats(std::string_view body) const
{
    if (found_.size() < 2) {
        return {};
    }
    std::vector<Sighting> sightings;
    sightings.reserve(found_.size());
    for (const Found& found : found_) {
        sightings.push_back({found.span,
                             found.guardrail << 16 | found.filter});
    }
    return find_repeats(texts_, body, sightings);
}

// Counts, and the refusal of the first guardrail and filter that blocks.
void BodyJudge::weigh(const Policy& policy, std::string_view body,
    Verdict* verdict) const
{
    const Found* blocking = nullptr;
    std::vector<bool> is_repeat = repeats(body);
    is_repeat.resize(found_.size());

    for (size_t i = 0; i < found_.size(); i++) {
        const Found& found = found_[i];
        auto is_it = [&](const FilterCount& count) {
            return count.guardrail == found.guardrail
                   && count.filter == found.filter;
        };
        auto& counts = verdict->counts;
        auto count = std::find_if(counts.begin(), counts.end(), is_it);
        if (count == counts.end()) {
            counts.push_back({found.guardrail, found.filter, found.action,
                              0});
            count = counts.end() - 1;
        }
        count->count += is_repeat[i] ? 0 : 1;

        verdict->action = std::max(verdict->action, found.action);
        bool is_first = blocking == nullptr
            || found.guardrail < blocking->guardrail
            || (found.guardrail == blocking->guardrail
                && found.filter < blocking->filter);
        if (found.action == Action::block && is_first) {
            blocking = &found;
        }
    }

    if (blocking != nullptr) {
        Refusal& refusal = verdict->refusal.emplace();
        refusal.guardrail = policy[blocking->guardrail]->name;
        refusal.filter = filter_name(blocking->filter);
        refusal.label = label_of(policy, *blocking);
    }
}

void BodyJudge::rewrite(const Question& question, const Policy& policy,
    const Narrowing& narrowing, Rewrite how, Verdict* verdict)
{
    std::vector<Redaction> redactions;
    const Found* first = nullptr;

    for (const Found& found : found_) {
        if (found.action == Action::redact) {
            first = first != nullptr ? first : &found;
            redactions.push_back({found.span, label_of(policy, found)});
        }
    }

    if (first != nullptr) {
        replaced_.clear();
        Redacted done = how == Rewrite::may_not ? Redacted::fixed
            : redact(question.body, texts_, redactions,
                     &verdict->body, &verdict->redactions, &replaced_);
        if (done != Redacted::done) {
            // what cannot be taken out does not go on
            Refusal& refusal = verdict->refusal.emplace();
            refusal.guardrail = policy[first->guardrail]->name;
            refusal.filter = filter_name(first->filter);
            refusal.label = label_of(policy, *first);
            verdict->action = Action::block;
            verdict->body.clear();
            return;
        }
        verdict->is_rewritten = true;
    }
    if (narrowing.is_wanted()) {
        verdict->body = write_provider(
            verdict->is_rewritten ? std::string_view(verdict->body)
                                  : question.body,
            texts_, narrowing);
        verdict->is_rewritten = true;
    }
}

}  // namespace gate::guard
