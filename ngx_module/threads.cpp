// Which thread pool bodies are read and inspected on.

#include "conf.hpp"

namespace gate {

namespace {

ngx_thread_pool_t* pool_of(ngx_cycle_t* cycle, const char* word) noexcept
{
    ngx_str_t name = ngx::str(word);
    return ngx_thread_pool_get(cycle, &name);
}

// nginx's own pool, made by naming it. Where "aio threads" or "thread_pool
// default" has named it before, its threads read files too.
Threads default_threads(ngx_conf_t* cf) noexcept
{
    bool is_own = pool_of(cf->cycle, "default") == nullptr;
    return {ngx_thread_pool_add(cf, nullptr), is_own};
}

}  // namespace

ngx_int_t find_threads(ngx_conf_t* cf, MainConf* main) noexcept
{
    GuardMain& guard = main->guard;
    ngx_str_t& name = guard.pool_name;

    if (guard.entries.empty() && main->needs_interns.line == 0) {
        return NGX_OK;
    }
    if (name.data == nullptr) {
        main->threads = {pool_of(cf->cycle, "gate"), true};
        if (main->threads.pool == nullptr) {
            main->threads = default_threads(cf);
        }
        return main->threads.pool != nullptr ? NGX_OK : NGX_ERROR;
    }

    main->threads = {ngx_thread_pool_get(cf->cycle, &name),
                     ngx::view(name) != "default"};
    if (main->threads.pool == nullptr) {
        ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "there is no thread pool"
                      " \"%V\"; add \"thread_pool %V threads=4;\" to the main"
                      " context, before http {} in %V:%ui", &name, &name,
                      &guard.pool_where.file, guard.pool_where.line);
        return NGX_ERROR;
    }
    return NGX_OK;
}

void settle_threads(ngx_cycle_t* cycle, MainConf* main) noexcept
{
    ngx_thread_pool_t* gate = pool_of(cycle, "gate");

    if (main->threads.pool != nullptr && gate != nullptr
        && main->guard.pool_name.data == nullptr)
    {
        main->threads = {gate, true};
    }
}

}  // namespace gate
