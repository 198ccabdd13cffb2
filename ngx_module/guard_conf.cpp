#include "conf.hpp"
#include "boundary.hpp"
#include "guard_compile.hpp"

namespace gate {

namespace {

ngx_int_t load_catalog(ngx_conf_t* cf, GuardMain* guard)
{
    if (guard->catalog_file.path.data == nullptr) {
        return NGX_OK;
    }

    auto text = read_file(cf, guard->catalog_file, "gate_catalog");
    if (!text) {
        return NGX_ERROR;
    }
    auto wrong = guard->rules.catalog.read(*text);
    if (wrong) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "%s in %V:%ui",
                      wrong->message.c_str(), &guard->catalog_file.path,
                      static_cast<ngx_uint_t>(wrong->line));
        return NGX_ERROR;
    }
    return NGX_OK;
}

// Words of "zdr" must be vendor groups.
ngx_int_t check_vendors(ngx_conf_t* cf, GuardMain* guard,
    const GuardrailEntry& entry)
{
    auto& groups = guard->rules.vendors.groups;

    for (const std::string& word : entry.guardrail.zero_retention) {
        bool is_known = word == "other";
        std::string known;
        for (const std::string& group : groups) {
            is_known = is_known || group == word;
            known += group + ", ";
        }
        if (!is_known) {
            return fail(cf, entry.defined, "\"zdr " + word + "\" names no"
                        " vendor of \"gate_zdr_vendors\"; write " + known
                        + "or other");
        }
    }
    return NGX_OK;
}

void warn_of_models(ngx_conf_t* cf, const GuardMain& guard,
    const GuardrailEntry& entry)
{
    if (guard.rules.catalog.empty()) {
        return;
    }
    for (auto* list : {&entry.guardrail.allowed_models,
                       &entry.guardrail.ignored_models})
    {
        for (const std::string& slug : *list) {
            if (slug.back() != '*'
                && guard.rules.catalog.find(slug) == nullptr)
            {
                ngx_log_error(NGX_LOG_WARN, cf->log, 0, "model \"%s\" of"
                              " guardrail \"%s\" is not in the catalogue in"
                              " %V:%ui", slug.c_str(),
                              entry.guardrail.name.c_str(),
                              &entry.defined.file, entry.defined.line);
            }
        }
    }
}

ngx_int_t find_key_policies(ngx_conf_t* cf, MainConf* main)
{
    for (const auth::Key& key : main->keys.all()) {
        guard::Policy policy;
        for (const std::string& name : key.guardrails) {
            GuardrailEntry* entry = main->guard.entry(name);
            if (entry->defined.line == 0) {
                ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "guardrail \"%s\" is"
                              " not defined; add \"gate_guardrail %s { ... }\""
                              " to http {} in %V:%ui", name.c_str(),
                              name.c_str(), &main->keys_file.path,
                              static_cast<ngx_uint_t>(key.line));
                return NGX_ERROR;
            }
            policy.push_back(&entry->guardrail);
        }
        if (!policy.empty()) {
            main->guard.of_keys.emplace(&key, std::move(policy));
        }
    }
    return NGX_OK;
}

ngx_int_t load_entry(ngx_conf_t* cf, GuardMain* guard, GuardrailEntry* entry)
{
    const std::string& name = entry->guardrail.name;

    if (entry->defined.line == 0) {
        return fail(cf, entry->used, "guardrail \"" + name + "\" is not"
                    " defined; add \"gate_guardrail " + name
                    + " { ... }\" to http {}");
    }
    warn_of_models(cf, *guard, *entry);
    return check_vendors(cf, guard, *entry) == NGX_OK
           ? compile_patterns_of(cf, guard, entry) : NGX_ERROR;
}

}  // namespace

GuardrailEntry* GuardMain::entry(std::string_view name)
{
    for (GuardrailEntry& entry : entries) {
        if (entry.guardrail.name == name) {
            return &entry;
        }
    }
    GuardrailEntry& entry = entries.emplace_back();
    entry.guardrail.name = name;
    return &entry;
}

void GuardLoc::init() noexcept
{
    policy = static_cast<guard::Policy*>(NGX_CONF_UNSET_PTR);
    media = NGX_CONF_UNSET_UINT;
    plain_text = NGX_CONF_UNSET_UINT;
    token_ids = NGX_CONF_UNSET_UINT;
    trace = NGX_CONF_UNSET;
    work_per_byte = NGX_CONF_UNSET_UINT;
    longest_wait = NGX_CONF_UNSET_MSEC;
}

void GuardLoc::merge(const GuardLoc& above) noexcept
{
    ngx_conf_merge_ptr_value(policy, above.policy, nullptr);
    ngx_conf_merge_uint_value(media, above.media, media_pass);
    ngx_conf_merge_uint_value(plain_text, above.plain_text,
                              plain_text_refuse);
    ngx_conf_merge_uint_value(token_ids, above.token_ids, token_ids_refuse);
    ngx_conf_merge_value(trace, above.trace, 0);
    ngx_conf_merge_uint_value(work_per_byte, above.work_per_byte, 100);
    ngx_conf_merge_msec_value(longest_wait, above.longest_wait, 60000);
}

ngx_int_t load_guardrails(ngx_conf_t* cf, MainConf* main) noexcept
{
    return guarded<ngx_int_t>(cf->log, "gate_guardrail", NGX_ERROR,
                              [cf, main]() -> ngx_int_t {
        GuardMain* guard = &main->guard;

        if (guard->rules.vendors.groups.empty()) {
            guard->rules.vendors.groups = {"vendor_a", "vendor_b",
                                           "vendor_c"};
        }
        if (load_catalog(cf, guard) != NGX_OK
            || find_key_policies(cf, main) != NGX_OK)
        {
            return NGX_ERROR;
        }
        for (GuardrailEntry& entry : guard->entries) {
            if (load_entry(cf, guard, &entry) != NGX_OK) {
                return NGX_ERROR;
            }
        }
        return guard->entries.empty() ? NGX_OK
                                      : compile_injection(cf, guard);
    });
}

}  // namespace gate
