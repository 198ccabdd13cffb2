#include "guard.hpp"
#include "enforce.hpp"
#include "headers.hpp"
#include "wait.hpp"
#include "worker.hpp"
#include "zone.hpp"

#include "base/media_type.hpp"
#include "guard/placement.hpp"
#include "json/reader.hpp"

namespace gate {

namespace {

// An empty body says nothing that could be judged; but one that came, in
// chunks or HTTP/2 frames, announced as JSON and is none, is refused (J01).
bool needs_body(ngx_http_request_t* r) noexcept
{
    size_t count;
    return r == r->main && !r->discard_body && announces_body(r)
           && find_header(r, "content-type", &count) != nullptr;
}

// The directive that refuses by this filter; empty: a guardrail does.
std::string_view directive_of(std::string_view filter) noexcept
{
    if (filter == guard::filter_name(guard::media_filter)) {
        return media_guardrail;
    }
    return filter == guard::filter_name(guard::limit_filter)
           ? limit_guardrail : std::string_view();
}

void take_counts(const Judgement& judgement, const guard::Verdict& verdict,
    GuardState* state)
{
    const guard::FilterCount* strongest = nullptr;

    for (const guard::FilterCount& count : verdict.counts) {
        const guard::Guardrail& guardrail = *judgement.policy[count.guardrail];
        std::string_view filter = guard::filter_name(count.filter);

        count_hit(guardrail.name, filter, count.action, count.count);
        if (strongest == nullptr || count.action > strongest->action) {
            strongest = &count;
        }
        if (judgement.location->guard.trace) {
            state->trace += state->trace.empty() ? "" : ", ";
            state->trace += guardrail.name;
            state->trace += ';';
            state->trace += filter;
            state->trace += ';';
            state->trace += std::to_string(count.count);
        }
    }
    if (strongest != nullptr) {
        state->guardrail = judgement.policy[strongest->guardrail]->name;
        state->filter = guard::filter_name(strongest->filter);
    }
    if (verdict.refusal) {
        state->guardrail = verdict.refusal->guardrail;
        state->filter = verdict.refusal->filter;
        if (std::string_view row = directive_of(state->filter);
            !row.empty())
        {
            // no guardrail refused it, but the directive
            count_hit(row, state->filter, guard::Action::block, 1);
        } else if (verdict.counts.empty()) {
            count_hit(state->guardrail, name(verdict.refusal->reason),
                      guard::Action::block, 1);
        }
    }
    state->action = verdict.action;
    state->redactions = verdict.redactions;
}

// Whether a rewritten chat still has the session that its headers name.
bool keeps_session(std::string_view body, std::string_view session)
{
    json::Reader in(body);
    std::string_view name;

    if (in.enter_object()) {
        while (in.next_member(&name)) {
            bool is_it = name == "session_id";
            std::string_view value;
            if (is_it && in.read_string(&value)) {
                return value == session;
            }
            in.skip();
        }
    }
    return true;
}

ngx_int_t apply_verdict(ngx_http_request_t* r, RequestState* state,
    const Judgement& judgement, Result<guard::Verdict>& answer)
{
    if (!answer) {
        return enforce(r, Rule::guardrail, answer.error());
    }

    guard::Verdict& verdict = *answer;
    take_counts(judgement, verdict, state->guard.get());
    state->guard->is_monitored = is_monitored(*loc_conf(r),
                                               Rule::guardrail);

    if (verdict.refusal) {
        return enforce(r, Rule::guardrail, error_of(*verdict.refusal));
    }
    if (verdict.is_rewritten && state->chat != nullptr
        && !keeps_session(verdict.body, state->chat->session_id))
    {
        guard::Refusal refusal;  // it also stands in a header
        refusal.guardrail = state->guard->guardrail;
        refusal.filter = state->guard->filter;
        return enforce(r, Rule::guardrail, error_of(refusal));
    }
    if (verdict.is_rewritten && !state->guard->is_monitored
        && replace_body(r, verdict.body) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    return NGX_DECLINED;
}

// What a body is announced as decides how it is read, where other than JSON is
// taken at all.
guard::BodyForm form_of(ngx_http_request_t* r) noexcept
{
    size_t count;
    ngx_table_elt_t* type = find_header(r, "content-type", &count);

    if (loc_conf(r)->guard.plain_text == plain_text_refuse
        || (type != nullptr && is_json_type(ngx::view(type->value))))
    {
        return guard::BodyForm::json;
    }
    return type != nullptr && is_form_type(ngx::view(type->value))
           ? guard::BodyForm::form : guard::BodyForm::text;
}

guard::Question question_of(ngx_http_request_t* r,
    const RequestState& state, size_t body_size) noexcept
{
    const GuardLoc& conf = loc_conf(r)->guard;
    guard::Question question;

    question.work_limit = guard::work_limit(body_size, conf.work_per_byte);

    if (state.chat != nullptr && !state.chat->client_gave_session) {
        question.own = state.chat->session_id;
    }

    question.form = form_of(r);
    question.media = conf.media == media_block ? guard::Media::block
                                               : guard::Media::pass;
    question.token_ids = conf.token_ids == token_ids_pass
                         ? guard::TokenIdRule::pass
                         : guard::TokenIdRule::refuse;
    return question;
}

// Only what was let through is not judged again; a refusal has ended the
// request, and the judgement with it.
ngx_int_t apply(RequestState* state, Judgement* judgement,
    InspectTask::Answer answer)
{
    if (!answer) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }
    ngx_int_t rc = apply_verdict(judgement->r, state, *judgement, *answer);

    if (rc == NGX_DECLINED) {
        judgement->step = Judgement::Step::passed;
    }
    return rc;
}

ngx_int_t not_inspected(ngx_http_request_t* r, const Error& error)
{
    return enforce(r, Rule::guardrail, error, retry_of(error));
}

ngx_int_t judge_on_thread(Judgement* judgement)
{
    Offloaded posted = wait_on_thread(judgement->r, judgement->task.get());

    if (auto failure = failure_of(posted)) {
        return not_inspected(judgement->r, *failure);
    }
    judgement->step = Judgement::Step::running;
    return NGX_AGAIN;
}

ngx_int_t begin_judgement(RequestState* state, Judgement* judgement,
    BodyParts parts)
{
    ngx_http_request_t* r = judgement->r;
    size_t size = parts.size();
    auto task = std::make_unique<InspectTask>(
        std::move(parts), question_of(r, *state, size), judgement->policy,
        main_conf(r)->guard.rules);

    if (guard::inspect_on(judgement->policy, size)
        == guard::InspectOn::loop)
    {
        auto answer = task->try_here(&worker()->judge, guard::loop_work);
        if (answer) {
            return apply(state, judgement, std::move(answer));
        }
    }
    judgement->task = std::move(task);
    return judge_on_thread(judgement);
}

ngx_int_t end_judgement(RequestState* state, Judgement* judgement)
{
    if (judgement->task->is_pending()) {
        return NGX_AGAIN;
    }

    // what it holds of the body is not kept for the life of the request
    std::unique_ptr<InspectTask> task = std::move(judgement->task);
    judgement->step = Judgement::Step::idle;
    if (judgement->r->connection->error) {
        return NGX_HTTP_CLIENT_CLOSED_REQUEST;
    }
    if (auto failure = failure_of(*task)) {
        return not_inspected(judgement->r, *failure);
    }
    return apply(state, judgement, task->take_answer());
}

// The policy of the location, then that of the key.
guard::Policy policy_of(ngx_http_request_t* r, const RequestState& state)
{
    const auto& of_keys = main_conf(r)->guard.of_keys;
    guard::Policy policy;

    if (loc_conf(r)->guard.policy != nullptr) {
        policy = *loc_conf(r)->guard.policy;
    }
    auto own = state.key != nullptr ? of_keys.find(state.key)
                                    : of_keys.end();
    if (own != of_keys.end()) {
        policy.insert(policy.end(), own->second.begin(), own->second.end());
    }
    return policy;
}

// That of this request in this location, made when it is new.
Judgement* judgement_of(ngx_http_request_t* r, RequestState* state)
{
    if (state->guard == nullptr) {
        state->guard = std::make_unique<GuardState>();
    }
    auto& judgements = state->guard->judgements;
    for (Judgement& judgement : judgements) {
        if (judgement.r == r && judgement.location == loc_conf(r)
            && judgement.body == r->request_body)
        {
            return &judgement;
        }
    }

    Judgement& judgement = judgements.emplace_back();
    judgement.r = r;
    judgement.location = loc_conf(r);
    judgement.body = r->request_body;
    judgement.policy = policy_of(r, *state);
    return &judgement;
}

// Whether a thread reads this body for another request: subrequests can share
// their main request's, and it must not be rewritten meanwhile.
bool is_being_read(const GuardState& state, const Judgement& own) noexcept
{
    for (const Judgement& other : state.judgements) {
        if (&other != &own && other.body == own.body
            && other.step == Judgement::Step::running)
        {
            return true;
        }
    }
    return false;
}

}  // namespace

bool has_policy(ngx_http_request_t* r, const RequestState& state) noexcept
{
    const auto& of_keys = main_conf(r)->guard.of_keys;

    return loc_conf(r)->guard.policy != nullptr
           || (state.key != nullptr && !of_keys.empty()
               && of_keys.find(state.key) != of_keys.end());
}

ngx_int_t guard_body(ngx_http_request_t* r, RequestState* state)
{
    Judgement* judgement = judgement_of(r, state);

    switch (judgement->step) {
    case Judgement::Step::passed:
        return NGX_DECLINED;
    case Judgement::Step::running:
        return end_judgement(state, judgement);
    case Judgement::Step::idle:
        break;
    }

    BodyParts parts(r);
    if (parts.size() == 0 && !needs_body(r)) {
        return NGX_DECLINED;
    }
    if (is_being_read(*state->guard, *judgement)) {
        return not_inspected(r, *failure_of(Offloaded::busy));
    }
    return begin_judgement(state, judgement, std::move(parts));
}

}  // namespace gate
