#include "conf.hpp"
#include "boundary.hpp"

#include "chat/chat_request.hpp"

#include <algorithm>

namespace gate {

namespace {

constexpr ngx_msec_t default_keepalive = 30 * 1000;
constexpr ngx_msec_t chat_deadline = 300 * 1000;
constexpr ngx_msec_t idle_read_timeout = 3600 * 1000;
constexpr ngx_msec_t deadline_margin = 5 * 1000;
constexpr ngx_uint_t chat_rate = 60;

// Whether proxy_read_timeout stands at this level or above.
struct StreamConf {
    ngx_flag_t  has_read_timeout;
};

// The proxy module's settings in the location that is being read. Its own
// type is private to it; the upstream settings are the first member.
ngx_http_upstream_conf_t* proxy_conf(ngx_conf_t* cf) noexcept
{
    for (ngx_uint_t i = 0; cf->cycle->modules[i] != nullptr; i++) {
        ngx_module_t* module = cf->cycle->modules[i];

        if (ngx_strcmp(module->name, "ngx_http_proxy_module") == 0) {
            auto* ctx = static_cast<ngx_http_conf_ctx_t*>(cf->ctx);
            return static_cast<ngx_http_upstream_conf_t*>(
                ctx->loc_conf[module->ctx_index]);
        }
    }
    return nullptr;
}

char* refuse(ngx_conf_t* cf, const Where& where, const char* what) noexcept
{
    ngx_log_error(NGX_LOG_EMERG, cf->log, 0, "%s in %V:%ui", what,
                  &where.file, where.line);
    return static_cast<char*>(NGX_CONF_ERROR);
}

void warn(ngx_conf_t* cf, const Where& where, const char* what) noexcept
{
    ngx_log_error(NGX_LOG_WARN, cf->log, 0, "%s in %V:%ui", what,
                  &where.file, where.line);
}

// What is doubtful in a location whose streams are supervised.
void warn_of_proxy(ngx_conf_t* cf, const Where& where,
    const ngx_http_upstream_conf_t* proxy) noexcept
{
    if (proxy->ignore_client_abort) {
        warn(cf, where, "\"proxy_ignore_client_abort on\" keeps the upstream"
             " working for a client that has gone; remove it beside a"
             " supervised stream");
    }
#if (NGX_HTTP_CACHE)
    if (proxy->cache) {
        warn(cf, where, "\"proxy_cache\" beside a supervised stream: streams"
             " are not cached; write \"proxy_cache off\"");
    }
#endif
    if (proxy->next_upstream & NGX_HTTP_UPSTREAM_FT_NON_IDEMPOTENT) {
        warn(cf, where, "\"proxy_next_upstream non_idempotent\" may send a"
             " prompt twice; remove it beside a supervised stream");
    }
    if (!proxy->request_buffering) {
        warn(cf, where, "\"proxy_request_buffering off\" has no effect beside"
             " a supervised stream");
    }
}

void set_read_timeout(ngx_conf_t* cf, const LocConf* conf,
    ngx_http_upstream_conf_t* proxy, const Where& where) noexcept
{
    auto* ctx = static_cast<ngx_http_conf_ctx_t*>(cf->ctx);
    auto* stream = static_cast<StreamConf*>(
        ctx->loc_conf[ngx_http_gate_stream_module.ctx_index]);

    if (!stream->has_read_timeout) {
        proxy->read_timeout = conf->deadline != 0
                              ? conf->deadline + deadline_margin
                              : idle_read_timeout;
    } else if (conf->deadline != 0 && proxy->read_timeout < conf->deadline) {
        warn(cf, where, "\"proxy_read_timeout\" is shorter than the deadline"
             " of the stream and will cut it first; raise it or remove it");
    }
}

char* check_chat(ngx_conf_t* cf, const LocConf* conf,
    ngx_http_core_loc_conf_t* clcf) noexcept
{
    if (clcf->handler == nullptr) {
        return refuse(cf, conf->chat_where, "\"gate_chat\" needs \"proxy_pass"
                      " http://$gate_intern_upstream;\" in its location");
    }
    if (conf->stream_where.line != 0 && conf->stream != stream_off) {
        return refuse(cf, conf->chat_where, "\"gate_chat\" supervises its"
                      " streams itself; remove \"gate_stream\" from its"
                      " location");
    }
    return NGX_CONF_OK;
}

char* check_upstream_key(ngx_conf_t* cf, const LocConf* conf,
    const ngx_http_core_loc_conf_t* clcf) noexcept
{
    bool is_given = conf->upstream_key.len != 0 && clcf->handler != nullptr
                    && conf->status == status_off;

    if (is_given && conf->auth == auth_off && !conf->chat) {
        return refuse(cf, conf->upstream_key_where, "\"gate_upstream_key\""
                      " without \"gate_auth\" would give the key to every"
                      " caller; add \"gate_auth key\" to each location that"
                      " has it, or write \"gate_upstream_key off\" there,");
    }
    return NGX_CONF_OK;
}

// nginx judges an announced length before any handler runs, and an error_page
// would have the request before its key was looked at.
void take_over_limit(LocConf* conf, ngx_http_core_loc_conf_t* clcf) noexcept
{
    if (conf->has_checks() && !conf->chat && conf->enforce == enforce_on) {
        conf->nginx_limit = static_cast<size_t>(clcf->client_max_body_size);
        clcf->client_max_body_size = 0;
    }
}

void prepare_chat(ngx_http_core_loc_conf_t* clcf,
    ngx_http_upstream_conf_t* proxy) noexcept
{
    // the size is judged by us, after the key; a body of the size allowed
    // stays in memory
    clcf->client_max_body_size = 0;
    clcf->client_body_buffer_size = std::max(
        clcf->client_body_buffer_size, chat::max_body_size);

    if (proxy != nullptr) {
        // an intern's headers do not steer this server, and its refusals are
        // mapped, not replaced
        proxy->ignore_headers |= NGX_HTTP_UPSTREAM_IGN_XA_REDIRECT
                                 |NGX_HTTP_UPSTREAM_IGN_XA_EXPIRES
                                 |NGX_HTTP_UPSTREAM_IGN_XA_LIMIT_RATE
                                 |NGX_HTTP_UPSTREAM_IGN_XA_BUFFERING
                                 |NGX_HTTP_UPSTREAM_IGN_XA_CHARSET;
        proxy->intercept_errors = 0;
    }
}

// A setting that was written nowhere stays unset for the levels below.
template <class T>
T inherit(T& own, T above, T unset, T by_default) noexcept
{
    if (own == unset) {
        own = above;
    }
    return own == unset ? by_default : own;
}

void merge_written(LocConf* prev, LocConf* conf) noexcept
{
    const size_t no_size = NGX_CONF_UNSET_SIZE;
    const ngx_uint_t no_number = NGX_CONF_UNSET_UINT;
    const ngx_msec_t no_time = NGX_CONF_UNSET_MSEC;
    const ngx_flag_t no_flag = NGX_CONF_UNSET;
    bool chat = conf->chat;
    Written& own = conf->written;
    const Written& above = prev->written;

    conf->body_limit = inherit(own.body_limit, above.body_limit, no_size,
                               chat ? chat::max_body_size : 0);
    conf->rate = inherit(own.rate, above.rate, no_number,
                         chat ? chat_rate : 0);
    conf->rate_window = inherit(own.rate_window, above.rate_window, no_time,
                                ngx_msec_t{60000});
    conf->deadline = inherit(own.deadline, above.deadline, no_time,
                             chat ? chat_deadline : 0);
    if (chat && (conf->body_limit == 0
                 || conf->body_limit > chat::max_body_size))
    {
        conf->body_limit = chat::max_body_size;
    }
    // last: it depends on the rest
    conf->json_errors = inherit(own.json_errors, above.json_errors, no_flag,
                                ngx_flag_t{conf->is_gated()});
}

void merge_values(LocConf* prev, LocConf* conf) noexcept
{
    ngx_conf_merge_value(conf->chat, prev->chat, 0);
    ngx_conf_merge_uint_value(conf->auth, prev->auth, auth_off);
    ngx_conf_merge_ptr_value(conf->auth_headers, prev->auth_headers, nullptr);
    ngx_conf_merge_value(conf->auth_pass, prev->auth_pass, 0);
    ngx_conf_merge_str_value(conf->upstream_key, prev->upstream_key, "");
    ngx_conf_merge_uint_value(conf->enforce, prev->enforce, enforce_on);
    ngx_conf_merge_ptr_value(conf->content_types, prev->content_types,
                             nullptr);
    ngx_conf_merge_uint_value(conf->rate_prefix, prev->rate_prefix, 64);
    ngx_conf_merge_uint_value(conf->rate_prefix_ipv4, prev->rate_prefix_ipv4,
                              32);
    ngx_conf_merge_uint_value(conf->stream, prev->stream, stream_off);
    ngx_conf_merge_msec_value(conf->keepalive, prev->keepalive,
                              default_keepalive);
    ngx_conf_merge_msec_value(conf->commit, prev->commit, 0);
    ngx_conf_merge_size_value(conf->max_event, prev->max_event, 1 << 20);
    ngx_conf_merge_uint_value(conf->status, prev->status, status_off);
    conf->guard.merge(prev->guard);
    merge_written(prev, conf);
}

// Where a directive stands that a location has from above.
void inherit_places(const LocConf* prev, LocConf* conf) noexcept
{
    auto inherit_place = [](Where& own, const Where& above) {
        if (own.line == 0) {
            own = above;
        }
    };
    inherit_place(conf->auth_where, prev->auth_where);
    inherit_place(conf->chat_where, prev->chat_where);
    inherit_place(conf->stream_where, prev->stream_where);
    inherit_place(conf->upstream_key_where, prev->upstream_key_where);
}

}  // namespace

void* create_main_conf(ngx_conf_t* cf) noexcept
{
    return ngx::make<MainConf>(cf->pool);
}

char* init_main_conf(ngx_conf_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);

    if (main->zone_size == 0) {
        main->zone_size = 16 * 1024 * 1024;
    }

    return guarded<char*>(ngx_cycle->log, "gate_intern_networks",
                          static_cast<char*>(NGX_CONF_ERROR), [main] {
        if (main->networks.empty()) {
            for (const char* text : {"127.0.0.0/8", "::1", "10.0.0.0/8",
                                     "172.16.0.0/12", "192.168.0.0/16",
                                     "fc00::/7"})
            {
                main->networks.push_back(*net::parse_network(text));
            }
        }
        return static_cast<char*>(NGX_CONF_OK);
    });
}

void* create_loc_conf(ngx_conf_t* cf) noexcept
{
    auto* conf = static_cast<LocConf*>(ngx_pcalloc(cf->pool,
                                                   sizeof(LocConf)));
    if (conf == nullptr) {
        return nullptr;
    }

    conf->auth = NGX_CONF_UNSET_UINT;
    conf->auth_headers = static_cast<ngx_array_t*>(NGX_CONF_UNSET_PTR);
    conf->auth_pass = NGX_CONF_UNSET;
    conf->enforce = NGX_CONF_UNSET_UINT;
    conf->written.body_limit = NGX_CONF_UNSET_SIZE;
    conf->content_types = static_cast<ngx_array_t*>(NGX_CONF_UNSET_PTR);
    conf->written.rate = NGX_CONF_UNSET_UINT;
    conf->written.rate_window = NGX_CONF_UNSET_MSEC;
    conf->rate_prefix = NGX_CONF_UNSET_UINT;
    conf->rate_prefix_ipv4 = NGX_CONF_UNSET_UINT;
    conf->stream = NGX_CONF_UNSET_UINT;
    conf->keepalive = NGX_CONF_UNSET_MSEC;
    conf->commit = NGX_CONF_UNSET_MSEC;
    conf->written.deadline = NGX_CONF_UNSET_MSEC;
    conf->max_event = NGX_CONF_UNSET_SIZE;
    conf->chat = NGX_CONF_UNSET;
    conf->written.json_errors = NGX_CONF_UNSET;
    conf->status = NGX_CONF_UNSET_UINT;
    conf->guard.init();
    return conf;
}

char* merge_loc_conf(ngx_conf_t* cf, void* parent, void* child) noexcept
{
    auto* prev = static_cast<LocConf*>(parent);
    auto* conf = static_cast<LocConf*>(child);
    auto* main = static_cast<MainConf*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_gate_module));
    auto* clcf = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));

    merge_values(prev, conf);

    main->in_use = main->in_use || conf->is_gated() || conf->json_errors;
    if (!conf->is_gated()) {
        return NGX_CONF_OK;
    }

    if (conf->chat && conf->chat_where.line != 0) {
        char* rv = check_chat(cf, conf, clcf);
        if (rv != NGX_CONF_OK) {
            return rv;
        }
    }
    inherit_places(prev, conf);
    char* rv = check_upstream_key(cf, conf, clcf);
    if (rv != NGX_CONF_OK) {
        return rv;
    }

    take_over_limit(conf, clcf);

    if (conf->auth != auth_off) {
        main->needs_keys = conf->auth_where;
    }
    if (conf->chat) {
        main->needs_keys = main->needs_interns = conf->chat_where;
    }

    ngx_http_upstream_conf_t* proxy = proxy_conf(cf);
    if (conf->chat) {
        prepare_chat(clcf, proxy);
    }
    if (conf->has_stream() && proxy != nullptr) {
        const Where& where = conf->chat ? conf->chat_where
                                        : conf->stream_where;
        set_read_timeout(cf, conf, proxy, where);
        if (clcf->handler != nullptr) {
            warn_of_proxy(cf, where, proxy);
        }
    }
    return NGX_CONF_OK;
}

void* create_stream_conf(ngx_conf_t* cf) noexcept
{
    auto* conf = static_cast<StreamConf*>(ngx_pcalloc(cf->pool,
                                                      sizeof(StreamConf)));
    return conf;
}

char* init_stream_main_conf(ngx_conf_t* cf, void*) noexcept
{
    auto* ctx = static_cast<ngx_http_conf_ctx_t*>(cf->ctx);
    auto* conf = static_cast<StreamConf*>(
        ctx->loc_conf[ngx_http_gate_stream_module.ctx_index]);
    ngx_http_upstream_conf_t* proxy = proxy_conf(cf);

    conf->has_read_timeout =
        proxy != nullptr && proxy->read_timeout != NGX_CONF_UNSET_MSEC;
    return NGX_CONF_OK;
}

char* merge_stream_conf(ngx_conf_t* cf, void* parent, void* child) noexcept
{
    auto* prev = static_cast<StreamConf*>(parent);
    auto* conf = static_cast<StreamConf*>(child);
    ngx_http_upstream_conf_t* proxy = proxy_conf(cf);

    conf->has_read_timeout = prev->has_read_timeout
        || (proxy != nullptr && proxy->read_timeout != NGX_CONF_UNSET_MSEC);
    return NGX_CONF_OK;
}

}  // namespace gate
