// Any body under any mix of filters: the verdict is that of what the filters
// find, a redaction is strict JSON of the same structure in which nothing
// outside of the places found has changed, and neither hangs on how strings
// are spelled. Byte 0 chooses the question and whether the rest is the body or
// what it is made of, byte 1 the policy. Not checked is JSON inside of a
// string: a label with a quote can break it.
#include "assembled_body.hpp"
#include "fuzz.hpp"

#include "guard/body_judge.hpp"
#include "guard/builtins.hpp"
#include "guard/collector.hpp"
#include "json_scan_dump.hpp"
#include "pattern_reference.hpp"
#include "redaction_reference.hpp"
#include "respelled.hpp"

#include <map>

namespace gate::fuzz {

namespace {

using guard::Action;

// the second label has to be escaped, the third pattern tears escapes apart
constexpr struct {
    const char*  pattern;
    const char*  label;
} customs[] = {
    {"KEY-\\d+", "[KEY]"},
    {"(?i)\\bs3cret\\w*( \xc3\xa9+)?", "\"[CODE]\\\""},
    {"[\"\\\\]{2}", ""},
};

constexpr std::string_view own_text = "ses-1 own@example.com";

// Of a guardrail.
using Filter = std::pair<uint32_t, uint16_t>;

struct Place {
    guard::Span       span;
    Filter            filter;
    Action            action;
    std::string_view  label;
};

// By filter: places and the action.
using Counts = std::map<Filter, std::pair<uint32_t, Action>>;

struct Expected {
    std::vector<Place>  places;
    Action              action = Action::none;
};

std::shared_ptr<const guard::PatternSet> pattern_set()
{
    static const auto* made = [] {
        std::vector<guard::Pattern> patterns;
        for (const auto& custom : customs) {
            patterns.push_back({custom.pattern});
        }
        auto* kept = new std::shared_ptr<const guard::PatternSet>;
        *kept = test::build_set(patterns);
        return kept;
    }();
    demand(*made != nullptr, "the patterns do not compile");
    return *made;
}

Action any_action(test::Random& random)
{
    constexpr Action actions[] = {Action::none, Action::redact, Action::redact,
                                  Action::redact, Action::flag};
    return random.one_in(32) ? Action::block : random.pick(actions);
}

guard::Guardrail any_guardrail(test::Random& random, const char* name)
{
    constexpr auto injection =
        static_cast<size_t>(guard::Slug::prompt_injection);
    guard::Guardrail guardrail;

    guardrail.name = name;
    for (size_t slug = 0; slug < guard::slug_count; slug++) {
        if (slug != injection) {
            auto rigor = static_cast<guard::Rigor>(random.below(3));
            guardrail.builtins[slug] = {any_action(random), rigor};
        }
    }
    if (!random.one_in(3)) {
        guardrail.patterns = pattern_set();
        for (const auto& custom : customs) {
            guardrail.customs.push_back({custom.pattern, custom.label,
                                         any_action(random)});
        }
    }
    return guardrail;
}

// One case: a policy and all that is asked of it.
class Case {
public:
    Case(uint8_t question, uint8_t policy)
    {
        test::Random random(policy);
        guardrails_.push_back(any_guardrail(random, "first"));
        guardrails_.push_back(any_guardrail(random, "second"));
        policy_.push_back(&guardrails_[0]);
        if ((question & 1) != 0) {
            policy_.push_back(&guardrails_[1]);
        }
        question_.form = (question & 2) != 0 ? guard::BodyForm::text
                                             : guard::BodyForm::json;
        question_.media = (question & 4) != 0 ? guard::Media::block
                                              : guard::Media::pass;
        question_.own = (question & 8) != 0 ? own_text : std::string_view();
        respell_seed_ = question / 16;
    }

    void check(std::string_view body)
    {
        bool is_json = test::dump_by_parse(body).has_value();
        auto verdict = judge(body);
        guard::Collected texts;

        if (!collect(body, is_json, &texts)) {
            demand(!verdict && verdict.error().status == 400
                       && verdict.error().reason == Reason::invalid_body,
                   "judged what has no texts");
            return;
        }
        demand(bool(verdict), "a sound body is not judged");
        Expected expected = find(texts);
        check_verdict(*verdict, texts, expected, body);
        if (verdict->is_rewritten) {
            check_body(body, verdict->body, is_json);
            check_again(verdict->body, is_json, texts);
        }
        // a payload is one by its spelling
        if (is_json && verdict->media == 0) {
            check_respelled(body, *verdict);
        }
    }

private:
    Result<guard::Verdict> judge(std::string_view body) const
    {
        static guard::BodyJudge judge;
        static const guard::Rules rules;
        guard::Question question = question_;
        question.body = body;
        return judge.judge(question, policy_, rules);
    }

    // False for a body that is to be refused.
    bool collect(std::string_view body, bool is_json,
        guard::Collected* texts) const
    {
        if (is_json) {
            demand(!guard::collect_json(body, texts, question_.own),
                   "strict JSON is not collected");
            return true;
        }
        demand(guard::collect_json(body, texts).has_value(),
               "collected what is no strict JSON");
        return question_.form == guard::BodyForm::text
               && !guard::collect_text(body, texts);
    }

    Expected find(const guard::Collected& texts) const
    {
        static guard::Scratch scratch;
        Expected out;
        guard::PiiOptions options;

        for (size_t i = 0; i < guard::slug_count; i++) {
            auto slug = static_cast<guard::Slug>(i);
            guard::Strongest filter = guard::strongest(policy_, slug);
            if (filter.action != Action::none) {
                options.wanted.add(slug);
            }
            if (slug == guard::Slug::phone) {
                options.phone = filter.rigor;
            } else if (slug == guard::Slug::credit_card) {
                options.credit_card = filter.rigor;
            }
        }
        guard::Findings findings;
        demand(guard::find_builtins(texts.buffer, options, nullptr, scratch,
                                    &findings), "not judged");

        for (uint32_t i = 0; i < policy_.size(); i++) {
            for (const guard::Finding& one : findings) {
                auto filter = static_cast<uint16_t>(one.slug);
                add(&out, texts, {one.span, {i, filter},
                                  policy_[i]->builtins[filter].action,
                                  guard::label(one.slug)});
            }
            if (policy_[i]->patterns == nullptr) {
                continue;
            }
            test::Hits hits;
            demand(policy_[i]->patterns->find(texts.buffer, scratch, &hits),
                   "not judged");
            for (const guard::PatternHit& hit : hits) {
                const auto& custom = policy_[i]->customs[hit.pattern];
                auto filter = guard::first_custom + hit.pattern;
                add(&out, texts,
                    {hit.span, {i, static_cast<uint16_t>(filter)},
                     custom.action,
                     custom.label.empty() ? guard::default_label
                                          : custom.label});
            }
        }
        return out;
    }

    static void add(Expected* out, const guard::Collected& texts, Place place)
    {
        // a filter that another guardrail wants finds nothing for this one,
        // but a pattern without an action is looked for and counted
        if (place.action == Action::none
            && place.filter.second < guard::first_custom)
        {
            return;
        }
        if (!texts.is_near_cut(place.span)) {
            out->places.push_back(place);
            out->action = std::max(out->action, place.action);
        }
    }

    // What is found in the same bytes of the body counts once.
    static Counts counts_of(const std::vector<Place>& places,
        const test::RedactionReference& reference)
    {
        std::map<Filter, std::vector<guard::Span>> reaches;
        Counts counts;
        for (const Place& place : places) {
            reaches[place.filter].push_back(reference.reach_of(place.span));
            counts[place.filter].second = place.action;
        }
        for (auto& [filter, spans] : reaches) {
            std::sort(spans.begin(), spans.end(),
                [](const guard::Span& a, const guard::Span& b) {
                    return a.start < b.start;
                });
            uint32_t end = 0;
            for (const guard::Span& span : spans) {
                counts[filter].first += span.start >= end ? 1 : 0;
                end = std::max(end, span.end);
            }
        }
        return counts;
    }

    void check_verdict(const guard::Verdict& verdict,
        const guard::Collected& texts, const Expected& expected,
        std::string_view body) const
    {
        Counts counts;
        for (const guard::FilterCount& one : verdict.counts) {
            counts[{one.guardrail, one.filter}] = {one.count, one.action};
        }
        test::RedactionReference reference(body, texts);
        demand(counts == counts_of(expected.places, reference),
               "other counts");
        demand(verdict.media == texts.media, "another count of media");
        demand(reference.texts_are_right(), "a text that is not the body's");
        std::set<std::string> labels;
        size_t redacted = 0;
        for (const Place& place : expected.places) {
            if (place.action == Action::redact) {
                reference.mark(place.span);
                redacted++;
                test::add_spellings(&labels, place.label);
            }
        }

        bool is_media = texts.media != 0
                        && question_.media == guard::Media::block;
        bool is_refused = expected.action == Action::block || is_media
                          || reference.is_fixed();
        demand(is_refused == !verdict.passed(), "refused by mistake, or not");
        demand(verdict.action == (is_refused ? Action::block
                                             : expected.action),
               "another action");
        if (is_refused) {
            check_refusal(verdict, is_media);
            return;
        }
        demand(verdict.is_rewritten == !labels.empty(), "rewritten or not");
        demand(verdict.is_rewritten || verdict.redactions == 0,
               "a redaction and the same body");
        demand(!verdict.is_rewritten
                   || (verdict.redactions > 0
                       && verdict.redactions <= redacted
                       && reference.is_result(verdict.body, labels,
                                              verdict.redactions)),
               "the body has changed elsewhere");
    }

    static void check_refusal(const guard::Verdict& verdict, bool is_media)
    {
        const guard::Refusal& refusal = *verdict.refusal;
        demand(verdict.body.empty() && !verdict.is_rewritten,
               "refused, and rewritten");
        demand(refusal.reason == Reason::content_blocked
                   && !refusal.filter.empty(), "refused, and by no filter");
        demand(is_media ? refusal.filter == "media"
                        : !refusal.guardrail.empty() && !refusal.label.empty(),
               "refused, and by no guardrail");
        demand(test::dump_by_yajl(error_body(guard::error_of(refusal)))
                   .has_value(), "an error body that is no JSON");
    }

    static void check_body(std::string_view before, std::string_view after,
        bool is_json)
    {
        if (is_json) {
            demand(test::dump_by_scan(after).has_value()
                       && test::dump_by_parse(after).has_value(),
                   "rewritten as no strict JSON");
            demand(test::have_one_structure(*test::tree_of(before),
                                            *test::tree_of(after)),
                   "rewritten with another structure");
        }
    }

    // Judged again, a body may be redacted once more: what is cut out was
    // between digits or words that now stand side by side ("1.2.3.4" beside
    // a card), or beside a word that says what they are. But only in texts
    // that were changed.
    void check_again(std::string_view body, bool is_json,
        const guard::Collected& before) const
    {
        guard::Collected texts;
        if (!is_json && test::dump_by_parse(body)) {
            return;  // a label in place of a stray quote can make it JSON
        }
        demand(collect(body, is_json, &texts), "rewritten as no body");

        std::set<std::string_view> known;
        for_each_text(before.buffer, [&](size_t, std::string_view text) {
            known.insert(text);
        });
        std::map<size_t, std::string_view> by_end;
        for_each_text(texts.buffer, [&](size_t end, std::string_view text) {
            by_end[end] = text;
        });
        for (const Place& place : find(texts).places) {
            std::string_view text = by_end.lower_bound(place.span.end)->second;
            demand(place.action < Action::redact || known.count(text) == 0,
                   "a text that has not changed is redacted later");
        }
    }

    template <class Take>
    static void for_each_text(std::string_view buffer, const Take& take)
    {
        size_t start = 0;
        for (size_t end; start < buffer.size();
             start = end + guard::text_break.size())
        {
            end = std::min(buffer.find(guard::text_break, start),
                           buffer.size());
            take(end, buffer.substr(start, end - start));
        }
    }

    void check_respelled(std::string_view body,
        const guard::Verdict& verdict) const
    {
        test::Random random(respell_seed_);
        std::string other = test::respelled(body, question_.own, random);
        auto again = judge(other);

        demand(bool(again), "respelled, and not judged");
        demand(again->action == verdict.action
                   && again->redactions == verdict.redactions
                   && again->is_rewritten == verdict.is_rewritten
                   && again->passed() == verdict.passed(),
               "respelled, and another verdict");
        demand(again->counts.size() == verdict.counts.size(),
               "respelled, and other filters");
        for (size_t i = 0; i < verdict.counts.size(); i++) {
            demand(again->counts[i].guardrail == verdict.counts[i].guardrail
                       && again->counts[i].filter == verdict.counts[i].filter
                       && again->counts[i].count == verdict.counts[i].count,
                   "respelled, and other counts");
        }
        demand(test::dump_by_parse(again->body)
                   == test::dump_by_parse(verdict.body),
               "respelled, and redacted elsewhere");
    }

    std::vector<guard::Guardrail>  guardrails_;
    guard::Policy                  policy_;
    guard::Question                question_;
    uint64_t                       respell_seed_ = 0;
};

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    if (size < 2) {
        return 0;
    }
    std::string_view rest = fuzz::view(data + 2, size - 2);
    std::string body = (data[0] & 64) != 0 ? fuzz::assembled_body(rest)
                                           : std::string(rest);
    fuzz::Case(data[0], data[1]).check(body);
    return 0;
}
