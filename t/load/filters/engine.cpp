#include "engine.hpp"

#include "guard/builtins.hpp"
#include "guard/pattern/pattern_build.hpp"
#include "guard/placement.hpp"

namespace gate::load {

namespace {

// gate_inspection_limit
constexpr uint64_t default_units = 100;

// Null when one of them is refused.
std::shared_ptr<const guard::PatternSet> set_of(
    const std::vector<guard::Pattern>& patterns)
{
    std::string image;
    auto fault = guard::build_patterns(patterns, guard::usable_filter(),
                                       [](uint32_t) {}, &image);
    if (fault) {
        return nullptr;
    }
    return guard::PatternSet::load(patterns, image);
}

}  // namespace

std::unique_ptr<Engine> Engine::make(guard::SlugSet slugs,
    const std::vector<std::string>& patterns, std::string* cause)
{
    auto engine = std::make_unique<Engine>();
    if (slugs.has(guard::Slug::prompt_injection)) {
        engine->injection_ = guard::InjectionFilter::make();
        if (engine->injection_.filter == nullptr) {
            *cause = engine->injection_.error;
            return nullptr;
        }
    }
    engine->rules_.injection = engine->injection_.filter.get();

    guard::Guardrail& guardrail = engine->guardrail_;
    guardrail.name = "measured";
    for (size_t i = 0; i < guard::slug_count; i++) {
        if (slugs.has(static_cast<guard::Slug>(i))) {
            guardrail.builtins[i].action = guard::Action::flag;
        }
    }
    std::vector<guard::Pattern> written;
    for (const std::string& pattern : patterns) {
        guardrail.customs.push_back({pattern, "", guard::Action::flag});
        written.push_back({pattern});
    }
    if (!written.empty()) {
        guardrail.patterns = set_of(written);
        if (guardrail.patterns == nullptr) {
            *cause = "the custom patterns do not compile";
            return nullptr;
        }
    }
    engine->policy_ = {&guardrail};
    return engine;
}

bool Engine::find(std::string_view buffer, guard::SlugSet wanted)
{
    guard::PiiOptions options;
    options.wanted = wanted;
    return guard::find_builtins(buffer, options, rules_.injection, scratch_,
                                &findings_);
}

bool Engine::find_customs(std::string_view buffer)
{
    return guardrail_.patterns == nullptr
           || guardrail_.patterns->find(buffer, scratch_, &hits_);
}

uint64_t Engine::default_limit(std::string_view body) noexcept
{
    return guard::work_limit(body.size(), default_units);
}

bool Engine::judge(std::string_view body, uint64_t work_limit)
{
    guard::Question question;
    question.body = body;
    question.work_limit = work_limit;
    auto verdict = judge_.judge(question, policy_, rules_);
    is_over_limit_ = verdict && verdict->is_over_limit;
    return static_cast<bool>(verdict);
}

}  // namespace gate::load
