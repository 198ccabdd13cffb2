#include "guard_compile.hpp"

#include "base/text.hpp"
#include "guard/pattern/cache_file.hpp"
#include "guard/pattern/pattern_cache.hpp"
#include "guard/pattern/pattern_compiler.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <algorithm>

namespace gate {

namespace {

std::optional<std::string> cached(const GuardMain& guard,
    const std::vector<guard::Pattern>& patterns)
{
    if (guard.cache_dir.data == nullptr) {
        return std::nullopt;
    }
    return guard::PatternCache(std::string(ngx::view(guard.cache_dir)))
        .load(patterns);
}

// A cache that cannot be written costs time at the next start, no more.
void store(ngx_conf_t* cf, const GuardMain& guard,
    const std::vector<guard::Pattern>& patterns, const std::string& image)
{
    if (guard.cache_dir.data == nullptr) {
        return;
    }
    std::string wrong =
        guard::PatternCache(std::string(ngx::view(guard.cache_dir)))
            .store(patterns, image);
    if (!wrong.empty()) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0, "compiled patterns cannot be"
                      " kept in \"%V\": %s", &guard.cache_dir,
                      wrong.c_str());
    }
}

ngx_int_t fail_at_pattern(ngx_conf_t* cf, const GuardrailEntry& entry,
    const guard::PatternFault& fault)
{
    const auto& customs = entry.guardrail.customs;

    if (fault.pattern >= customs.size()) {
        return fail(cf, entry.defined, "the patterns of guardrail \""
                    + entry.guardrail.name + "\" together are not accepted: "
                    + fault.error.cause);
    }
    return fail(cf, entry.custom_lines[fault.pattern], "pattern \""
                + text::on_one_line(customs[fault.pattern].pattern)
                + "\" is not accepted at byte "
                + std::to_string(fault.error.offset) + ": "
                + text::on_one_line(fault.error.cause));
}

// The guardrails of the configuration that is being replaced; none when
// there is none, or when it belongs to another build of this module.
const GuardMain* before_reload(ngx_conf_t* cf)
{
    ngx_cycle_t* old = cf->cycle->old_cycle;
    if (old == nullptr || old->conf_ctx == nullptr || old->modules == nullptr) {
        return nullptr;
    }
    for (ngx_uint_t i = 0; i < old->modules_n; i++) {
        if (old->modules[i] == &ngx_http_gate_module) {
            auto* main = static_cast<MainConf*>(
                ngx_http_cycle_get_module_main_conf(old,
                                                    ngx_http_gate_module));
            return main != nullptr ? &main->guard : nullptr;
        }
    }
    return nullptr;
}

// Whether the old guardrail of this name had the same patterns: they are
// still compiled.
bool take_over(const GuardMain* old, GuardrailEntry* entry)
{
    auto same = [](const guard::CustomFilter& a,
                   const guard::CustomFilter& b) {
        return a.pattern == b.pattern;
    };
    const auto& customs = entry->guardrail.customs;

    if (old == nullptr) {
        return false;
    }
    for (const GuardrailEntry& earlier : old->entries) {
        const guard::Guardrail& other = earlier.guardrail;
        if (other.name == entry->guardrail.name && other.patterns != nullptr) {
            if (!std::equal(customs.begin(), customs.end(),
                            other.customs.begin(), other.customs.end(),
                            same)) {
                return false;
            }
            entry->guardrail.patterns = other.patterns;
            entry->pattern_bytes = earlier.pattern_bytes;
            return true;
        }
    }
    return false;
}

// Costs that a request can reach the limit of its inspection with. Patterns
// of words, keys and numbers cost 10 to 200 ns.
void warn_of_costs(ngx_conf_t* cf, const GuardrailEntry& entry)
{
    constexpr uint32_t costly_ns = 500;
    const guard::PatternSet& patterns = *entry.guardrail.patterns;
    bool is_warned = false;

    for (size_t i = 0; i < patterns.size(); i++) {
        ngx_uint_t cost = patterns.cost_per_byte(i);
        const Where& where = entry.custom_lines[i];
        if (cost > costly_ns) {
            is_warned = true;
            ngx_log_error(NGX_LOG_WARN, cf->log, 0, "pattern \"%s\" costs up"
                          " to %ui ns per byte of a request; one with such a"
                          " text is inspected on a thread, and refused when"
                          " that takes too much; fewer repeats cost less in"
                          " %V:%ui", text::on_one_line(
                              patterns.patterns()[i].text).c_str(),
                          cost, &where.file, where.line);
        }
    }
    if (!is_warned && patterns.cost_per_byte() > costly_ns) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0, "the patterns of guardrail"
                      " \"%s\" together cost up to %ui ns per byte of a"
                      " request in %V:%ui", entry.guardrail.name.c_str(),
                      ngx_uint_t{patterns.cost_per_byte()},
                      &entry.defined.file, entry.defined.line);
    }
}

// From the cache, or compiled.
ngx_int_t make_patterns(ngx_conf_t* cf, const GuardMain& guard,
    GuardrailEntry* entry, std::vector<guard::Pattern> patterns)
{
    auto image = cached(guard, patterns);
    if (!image) {
        image.emplace();
        auto fault = guard::compile_patterns(
            patterns, guard::usable_filter(), {}, &*image);
        if (fault) {
            return fail_at_pattern(cf, *entry, *fault);
        }
        store(cf, guard, patterns, *image);
    }
    entry->guardrail.patterns = guard::PatternSet::load(std::move(patterns),
                                                        *image);
    entry->pattern_bytes = image->size();
    return entry->guardrail.patterns != nullptr
           ? NGX_OK : fail(cf, entry->defined, "the patterns cannot be"
                           " loaded");
}

// The compiled rules, from the cache if it has them.
guard::InjectionFilter::Made injection(ngx_conf_t* cf, const GuardMain& guard)
{
    if (guard.cache_dir.data == nullptr) {
        return guard::InjectionFilter::make();
    }

    std::string name(ngx::view(guard.cache_dir));
    name += "/prompt-injection";
    if (auto bytes = guard::read_cache_file(name)) {
        auto made = guard::InjectionFilter::load(*bytes);
        if (made.filter != nullptr) {
            return made;
        }
    }
    auto made = guard::InjectionFilter::make();
    if (made.filter != nullptr) {
        std::string wrong = guard::write_cache_file(
            name, made.filter->serialize());
        if (!wrong.empty()) {
            ngx_log_error(NGX_LOG_WARN, cf->log, 0, "compiled rules cannot be"
                          " kept in \"%V\": %s", &guard.cache_dir,
                          wrong.c_str());
        }
    }
    return made;
}

}  // namespace

ngx_int_t fail(ngx_conf_t* cf, const Where& where, const std::string& message)
    noexcept
{
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "%s in %V:%ui", message.c_str(),
                  &where.file, where.line);
    return NGX_ERROR;
}

ngx_int_t compile_patterns_of(ngx_conf_t* cf, GuardMain* guard,
    GuardrailEntry* entry)
{
    std::vector<guard::Pattern> patterns;
    for (const guard::CustomFilter& custom : entry->guardrail.customs) {
        patterns.push_back({custom.pattern});
    }
    if (patterns.empty()) {
        return NGX_OK;
    }
    if (!take_over(before_reload(cf), entry)
        && make_patterns(cf, *guard, entry, std::move(patterns)) != NGX_OK)
    {
        return NGX_ERROR;
    }
    guard->pattern_bytes += entry->pattern_bytes;
    warn_of_costs(cf, *entry);
    return NGX_OK;
}

ngx_int_t compile_injection(ngx_conf_t* cf, GuardMain* guard)
{
    constexpr auto slug = static_cast<size_t>(guard::Slug::prompt_injection);

    for (const GuardrailEntry& entry : guard->entries) {
        if (entry.guardrail.builtins[slug].action == guard::Action::none) {
            continue;
        }
        const GuardMain* old = before_reload(cf);
        if (old != nullptr && old->injection != nullptr) {
            guard->injection = old->injection;
        } else {
            guard::InjectionFilter::Made made = injection(cf, *guard);
            if (made.filter == nullptr) {
                return fail(cf, entry.defined, "regex-prompt-injection cannot"
                            " be used: " + made.error);
            }
            guard->injection = std::move(made.filter);
        }
        guard->rules.injection = guard->injection.get();
        return NGX_OK;
    }
    return NGX_OK;
}

}  // namespace gate
