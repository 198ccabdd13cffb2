// The two modules of the .so and what they register with nginx.

#include "access.hpp"
#include "body.hpp"
#include "conf.hpp"
#include "error_page.hpp"
#include "guard.hpp"
#include "log.hpp"
#include "stream.hpp"
#include "vars.hpp"
#include "worker.hpp"
#include "zone.hpp"

namespace gate {

namespace {

ngx_int_t add_handler(ngx_conf_t* cf, ngx_http_phases phase,
    ngx_http_handler_pt handler) noexcept
{
    auto* cmcf = static_cast<ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto* slot = static_cast<ngx_http_handler_pt*>(
        ngx_array_push(&cmcf->phases[phase].handlers));
    if (slot == nullptr) {
        return NGX_ERROR;
    }
    *slot = handler;

    if (phase == NGX_HTTP_LOG_PHASE) {
        // before the access log, which runs in the order of registration
        auto* first = static_cast<ngx_http_handler_pt*>(
            cmcf->phases[phase].handlers.elts);
        for ( ; slot != first; slot--) {
            *slot = slot[-1];
        }
        *slot = handler;
    }
    return NGX_OK;
}

MainConf* main_of(ngx_conf_t* cf) noexcept
{
    return static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_gate_module));
}

// Without a gate_* directive nothing is registered: nginx stays as it was.
ngx_int_t postconfiguration(ngx_conf_t* cf) noexcept
{
    MainConf* main = main_of(cf);

    if (!main->in_use) {
        return NGX_OK;
    }
    if (add_zone(cf, main) != NGX_OK || load_files(cf, main) != NGX_OK
        || find_threads(cf, main) != NGX_OK
        || add_handler(cf, NGX_HTTP_PREACCESS_PHASE, on_preaccess) != NGX_OK
        || add_handler(cf, NGX_HTTP_PRECONTENT_PHASE, on_precontent) != NGX_OK
        || add_handler(cf, NGX_HTTP_LOG_PHASE, on_log) != NGX_OK)
    {
        return NGX_ERROR;
    }

    install_body_limit();
    install_error_pages();
    install_trace();
    install_stream_header();
    install_stream_body();
    return NGX_OK;
}

ngx_int_t stream_postconfiguration(ngx_conf_t* cf) noexcept
{
    return main_of(cf)->in_use
           ? add_handler(cf, NGX_HTTP_PRECONTENT_PHASE, on_stream_precontent)
           : NGX_OK;
}

ngx_int_t on_worker_start(ngx_cycle_t* cycle) noexcept
{
    auto* main = static_cast<MainConf*>(
        ngx_http_cycle_get_module_main_conf(cycle, ngx_http_gate_module));
    if (main == nullptr || !main->in_use
        || ngx_process == NGX_PROCESS_HELPER)
    {
        return NGX_OK;  // nginx's cache manager and loader start like workers
    }
    settle_threads(cycle, main);

    // a body that a log or a rule may still want to see is not given back
    auto* cmcf = static_cast<ngx_http_core_main_conf_t*>(
        ngx_http_cycle_get_module_main_conf(cycle, ngx_http_core_module));
    auto* variables = static_cast<ngx_http_variable_t*>(cmcf->variables.elts);
    for (ngx_uint_t i = 0; i < cmcf->variables.nelts; i++) {
        main->keep_body = main->keep_body
                          || ngx::view(variables[i].name) == "request_body"
                          || ngx::view(variables[i].name)
                             == "request_body_file";
    }

    return start_worker(cycle);
}

void on_worker_exit(ngx_cycle_t*) noexcept
{
    stop_worker();
}

ngx_http_module_t module_context = {
    add_variables,          // preconfiguration
    postconfiguration,
    create_main_conf,
    init_main_conf,
    nullptr,                // create server configuration
    nullptr,
    create_loc_conf,
    merge_loc_conf,
};

ngx_http_module_t stream_module_context = {
    nullptr,
    stream_postconfiguration,
    nullptr,
    init_stream_main_conf,
    nullptr,
    nullptr,
    create_stream_conf,
    merge_stream_conf,
};

}  // namespace

}  // namespace gate

ngx_module_t ngx_http_gate_module = {
    NGX_MODULE_V1,
    &gate::module_context,
    gate::commands,
    NGX_HTTP_MODULE,
    nullptr,                // init master
    nullptr,                // init module
    gate::on_worker_start,
    nullptr,                // init thread
    nullptr,
    gate::on_worker_exit,
    nullptr,                // exit master
    NGX_MODULE_V1_PADDING,
};

ngx_module_t ngx_http_gate_stream_module = {
    NGX_MODULE_V1,
    &gate::stream_module_context,
    gate::stream_commands,
    NGX_HTTP_MODULE,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    NGX_MODULE_V1_PADDING,
};
