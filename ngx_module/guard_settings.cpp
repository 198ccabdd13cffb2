// Parsers of the guardrail directives that are not blocks.

#include "conf.hpp"
#include "boundary.hpp"

namespace gate {

namespace {

constexpr char duplicate[] = "is duplicate";
constexpr ngx_int_t most_work_per_byte = 1000000;

ngx_str_t* arguments(ngx_conf_t* cf) noexcept
{
    return static_cast<ngx_str_t*>(cf->args->elts);
}

MainConf* main_of(ngx_conf_t* cf) noexcept
{
    return static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_gate_module));
}

}  // namespace

char* set_apply_guardrail(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_str_t* names = arguments(cf);

    if (loc->guard.policy != NGX_CONF_UNSET_PTR) {
        return const_cast<char*>(duplicate);
    }
    if (cf->args->nelts == 2 && ngx::view(names[1]) == "off") {
        loc->guard.policy = nullptr;
        return NGX_CONF_OK;
    }

    return guarded<char*>(cf->log, "gate_apply_guardrail",
                          static_cast<char*>(NGX_CONF_ERROR), [&]() -> char* {
        auto* policy = ngx::make<guard::Policy>(cf->pool);
        if (policy == nullptr) {
            return static_cast<char*>(NGX_CONF_ERROR);
        }
        for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
            GuardrailEntry* entry = main_of(cf)->guard.entry(
                ngx::view(names[i]));
            if (entry->used.line == 0) {
                entry->used.note(cf);
            }
            for (const guard::Guardrail* earlier : *policy) {
                if (earlier == &entry->guardrail) {
                    return wrong_value(cf, names[i], "name each guardrail"
                                       " once");
                }
            }
            policy->push_back(&entry->guardrail);
        }
        loc->guard.policy = policy;
        return NGX_CONF_OK;
    });
}

char* set_zdr_vendors(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);

    if (main->guard.has_vendors) {
        return const_cast<char*>(duplicate);
    }
    main->guard.has_vendors = true;

    return guarded<char*>(cf->log, "gate_zdr_vendors",
                          static_cast<char*>(NGX_CONF_ERROR), [&]() -> char* {
        for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
            std::string_view group = ngx::view(arguments(cf)[i]);
            if (group.empty() || group == "other") {
                return wrong_value(cf, arguments(cf)[i], "write the words of"
                    " vendors; \"other\" stands for all the rest");
            }
            main->guard.rules.vendors.groups.emplace_back(group);
        }
        return NGX_CONF_OK;
    });
}

char* set_cache_dir(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    ngx_str_t path = arguments(cf)[1];

    if (main->guard.cache_dir.data != nullptr) {
        return const_cast<char*>(duplicate);
    }
    if (ngx_conf_full_name(cf->cycle, &path, 0) != NGX_OK) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }

    ngx_file_info_t info;
    if (ngx_file_info(path.data, &info) == NGX_FILE_ERROR
        && ngx_create_dir(path.data, 0755) == NGX_FILE_ERROR)
    {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, ngx_errno,
                           "cannot make the folder \"%V\"; its parent must"
                           " exist and be writable", &path);
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    main->guard.cache_dir = path;
    return NGX_CONF_OK;
}

char* set_inspection_limit(ngx_conf_t* cf, ngx_command_t*, void* conf)
    noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_str_t& value = arguments(cf)[1];

    if (loc->guard.work_per_byte != NGX_CONF_UNSET_UINT) {
        return const_cast<char*>(duplicate);
    }
    if (ngx::view(value) == "off") {
        loc->guard.work_per_byte = 0;
        return NGX_CONF_OK;
    }

    ngx_int_t units = ngx_atoi(value.data, value.len);
    if (units < 1 || units > most_work_per_byte) {
        return wrong_value(cf, value, "write the units of work that a byte may"
                           " cost, 1 to 1000000, or off");
    }
    loc->guard.work_per_byte = static_cast<ngx_uint_t>(units);
    return NGX_CONF_OK;
}

char* set_thread_pool(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);

    if (main->guard.pool_name.data != nullptr) {
        return const_cast<char*>(duplicate);
    }
    main->guard.pool_name = arguments(cf)[1];
    main->guard.pool_where.note(cf);
    return NGX_CONF_OK;
}

}  // namespace gate
