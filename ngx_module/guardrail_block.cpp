// gate_guardrail name { … }: a guardrail written in nginx.conf.

#include "conf.hpp"
#include "boundary.hpp"

#include "base/text.hpp"
#include "guard/pattern/pattern_check.hpp"
#include "guard/verdict.hpp"

namespace gate {

namespace {

using guard::Action;
using guard::Guardrail;

constexpr size_t longest_label = 100;  // openapi.yaml, ContentFilter
constexpr size_t longest_name = 200;

ngx_str_t* words(ngx_conf_t* cf) noexcept
{
    return static_cast<ngx_str_t*>(cf->args->elts);
}

std::string_view word(ngx_conf_t* cf, ngx_uint_t i) noexcept
{
    return ngx::view(words(cf)[i]);
}

char* fail(ngx_conf_t* cf, const char* message) noexcept
{
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "%s", message);
    return static_cast<char*>(NGX_CONF_ERROR);
}

// The list that a line such as "allow_models a b" adds to, or nullptr.
std::vector<std::string>* list_of(Guardrail& guardrail,
    std::string_view name) noexcept
{
    if (name == "allow_models") {
        return &guardrail.allowed_models;
    }
    if (name == "ignore_models") {
        return &guardrail.ignored_models;
    }
    if (name == "allow_providers") {
        return &guardrail.allowed_providers;
    }
    if (name == "ignore_providers") {
        return &guardrail.ignored_providers;
    }
    if (name == "allow_text") {
        return &guardrail.allowed_texts;
    }
    return name == "zdr" ? &guardrail.zero_retention : nullptr;
}

char* add_words(ngx_conf_t* cf, std::vector<std::string>* list)
{
    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        if (word(cf, i).empty()) {
            return fail(cf, "an empty word names nothing; remove it");
        }
        list->emplace_back(word(cf, i));
    }
    return NGX_CONF_OK;
}

char* add_filter(ngx_conf_t* cf, Guardrail& guardrail)
{
    auto slug = guard::slug_named(word(cf, 1));
    if (!slug) {
        return wrong_value(cf, words(cf)[1], "write email, phone, ssn,"
            " credit-card, ip-address, person-name, address or"
            " regex-prompt-injection");
    }
    auto action = guard::action_named(word(cf, 2));
    bool is_injection = *slug == guard::Slug::prompt_injection;
    if (!action || *action == Action::none
        || (*action == Action::flag && !is_injection))
    {
        return wrong_value(cf, words(cf)[2], is_injection
            ? "write block, redact or flag" : "write block or redact");
    }

    guard::BuiltinFilter& filter =
        guardrail.builtins[static_cast<size_t>(*slug)];
    if (filter.action != Action::none) {
        return wrong_value(cf, words(cf)[1], "it has a filter above already;"
                           " remove one");
    }
    filter.action = *action;
    if (cf->args->nelts < 4) {
        return NGX_CONF_OK;
    }

    if (!guard::has_rigor(*slug)) {
        return wrong_value(cf, words(cf)[3],
                           "only phone and credit-card take strict or shape");
    }
    auto rigor = guard::rigor_named(word(cf, 3));
    if (!rigor) {
        return wrong_value(cf, words(cf)[3], "write strict, shape or nothing");
    }
    filter.rigor = *rigor;
    return NGX_CONF_OK;
}

char* add_custom(ngx_conf_t* cf, Guardrail& guardrail)
{
    if (guardrail.customs.size() == guard::max_customs) {
        return fail(cf, "a guardrail has at most 65526 patterns; write another"
                    " guardrail");
    }
    guard::CustomFilter custom;
    custom.pattern = word(cf, 1);

    auto action = guard::action_named(word(cf, 2));
    if (!action || *action == Action::none) {
        return wrong_value(cf, words(cf)[2], "write block, redact or flag");
    }
    custom.action = *action;

    if (cf->args->nelts == 4) {
        custom.label = word(cf, 3);
        if (!text::is_utf8(custom.label) || text::has_control(custom.label)
            || text::count_code_points(custom.label) > longest_label)
        {
            return wrong_value(cf, words(cf)[3], "write a label of at most"
                               " 100 characters without control bytes");
        }
    }

    guard::CheckedPattern checked;
    auto wrong = guard::check_pattern(custom.pattern, &checked);
    if (wrong) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "pattern \"%s\" is not"
                           " accepted at byte %uz: %s",
                           text::on_one_line(custom.pattern).c_str(),
                           wrong->offset,
                           text::on_one_line(wrong->cause).c_str());
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    guardrail.customs.push_back(std::move(custom));
    return NGX_CONF_OK;
}

char* count_is(ngx_conf_t* cf, ngx_uint_t least, ngx_uint_t most,
    const char* syntax) noexcept
{
    if (cf->args->nelts >= least && cf->args->nelts <= most) {
        return NGX_CONF_OK;
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "invalid number of words in"
                       " \"%V\"; write \"%s;\"", &words(cf)[0], syntax);
    return static_cast<char*>(NGX_CONF_ERROR);
}

char* add_line(ngx_conf_t* cf, Guardrail& guardrail)
{
    std::string_view name = word(cf, 0);
    char* rv;

    if (auto* list = list_of(guardrail, name)) {
        rv = count_is(cf, 2, NGX_CONF_MAX_ARGS + 1, "name word ...");
        return rv == NGX_CONF_OK ? add_words(cf, list) : rv;
    }
    if (name == "filter") {
        rv = count_is(cf, 3, 4, "filter SLUG block|redact|flag"
                      " [strict|shape]");
        return rv == NGX_CONF_OK ? add_filter(cf, guardrail) : rv;
    }
    if (name == "filter_regex") {
        rv = count_is(cf, 3, 4, "filter_regex PATTERN block|redact|flag"
                      " [LABEL]");
        return rv == NGX_CONF_OK ? add_custom(cf, guardrail) : rv;
    }
    if (name == "limit_usd") {
        return fail(cf, "\"limit_usd\" needs the accounting of a store, which"
                    " this version does not have; remove it");
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "unknown line \"%V\" in a"
                       " guardrail; write allow_models, ignore_models,"
                       " allow_providers, ignore_providers, zdr, filter,"
                       " filter_regex or allow_text", &words(cf)[0]);
    return static_cast<char*>(NGX_CONF_ERROR);
}

char* on_line(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    return guarded<char*>(cf->log, "gate_guardrail",
                          static_cast<char*>(NGX_CONF_ERROR), [&] {
        auto* entry = static_cast<GuardrailEntry*>(conf);
        size_t count = entry->guardrail.customs.size();
        char* rv = add_line(cf, entry->guardrail);
        if (entry->guardrail.customs.size() > count) {
            Where where;
            where.note(cf);
            entry->custom_lines.push_back(where);
        }
        return rv;
    });
}

// A name goes into headers, logs and labels of counters.
bool is_good_name(std::string_view name) noexcept
{
    if (name.empty() || name.size() > longest_name) {
        return false;
    }
    for (char c : name) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                       || (c >= '0' && c <= '9') || c == '-' || c == '_'
                       || c == '.';
        if (!is_fine) {
            return false;
        }
    }
    return true;
}

}  // namespace

char* set_guardrail(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    ngx_str_t& name = words(cf)[1];

    if (!is_good_name(ngx::view(name)) || ngx::view(name) == "off") {
        return wrong_value(cf, name, "name a guardrail with letters, digits"
                           " and . _ -; \"off\" is taken");
    }

    GuardrailEntry* entry = guarded<GuardrailEntry*>(cf->log,
        "gate_guardrail", nullptr, [&] {
            return main->guard.entry(ngx::view(name));
        });
    if (entry == nullptr) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    if (entry->defined.line != 0) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0, "guardrail \"%V\" is defined"
                           " already in %V:%ui", &name, &entry->defined.file,
                           entry->defined.line);
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    entry->defined.note(cf);
    main->in_use = true;

    ngx_conf_t save = *cf;
    cf->handler = on_line;
    cf->handler_conf = reinterpret_cast<char*>(entry);
    char* rv = ngx_conf_parse(cf, nullptr);
    *cf = save;
    return rv;
}

}  // namespace gate
