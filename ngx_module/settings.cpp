// Parsers of values that nginx has no slot for.

#include "settings.hpp"
#include "boundary.hpp"
#include "conf.hpp"
#include "zone.hpp"

namespace gate {

namespace {

constexpr char duplicate[] = "is duplicate";

ngx_str_t* arguments(ngx_conf_t* cf) noexcept
{
    return static_cast<ngx_str_t*>(cf->args->elts);
}

ngx_int_t on_status(ngx_http_request_t* r) noexcept
{
    return send_status(r, loc_conf(r)->status == status_json);
}

// Remembers the name of a file; load_files() reads it.
char* note_file(ngx_conf_t* cf, MainConf* main, FileName* file) noexcept
{
    if (file->path.data != nullptr) {
        return const_cast<char*>(duplicate);
    }

    file->path = arguments(cf)[1];
    if (ngx_conf_full_name(cf->cycle, &file->path, 1) != NGX_OK) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    file->where.note(cf);
    main->in_use = true;
    return NGX_CONF_OK;
}

}  // namespace

char* wrong_value(ngx_conf_t* cf, const ngx_str_t& value, const char* remedy)
    noexcept
{
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "invalid value \"%V\" in \"%V\": %s", &value,
                       &arguments(cf)[0], remedy);
    return static_cast<char*>(NGX_CONF_ERROR);
}

char* set_zone(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    ngx_str_t& value = arguments(cf)[1];

    if (main->zone_size != 0) {
        return const_cast<char*>(duplicate);
    }

    ssize_t size = ngx_parse_size(&value);
    if (size < static_cast<ssize_t>(zone_min_size)) {
        return wrong_value(cf, value,
                           "write a size of at least 1m, such as 16m");
    }
    main->zone_size = static_cast<size_t>(size);
    main->in_use = true;
    return NGX_CONF_OK;
}

char* set_keys(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    return note_file(cf, main, &main->keys_file);
}

char* set_interns(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    return note_file(cf, main, &main->interns_file);
}

char* set_catalog(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    return note_file(cf, main, &main->guard.catalog_file);
}

char* set_brand(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);
    ngx_str_t& value = arguments(cf)[1];

    if (main->has_brand) {
        return const_cast<char*>(duplicate);
    }
    bool is_wrong = value.len == 0;
    for (char c : ngx::view(value)) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                       || c == '-' || c == '_';
        is_wrong = is_wrong || !is_fine;
    }
    if (is_wrong) {
        return wrong_value(cf, value, "write one word of a-z, 0-9, - and _");
    }
    main->has_brand = true;
    return guarded<char*>(cf->log, "gate_brand",
                          static_cast<char*>(NGX_CONF_ERROR), [&] {
        main->brand = ngx::view(value);
        return static_cast<char*>(NGX_CONF_OK);
    });
}

char* set_networks(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* main = static_cast<MainConf*>(conf);

    if (!main->networks.empty()) {
        return const_cast<char*>(duplicate);
    }
    return guarded<char*>(cf->log, "gate_intern_networks",
                          static_cast<char*>(NGX_CONF_ERROR), [&]() -> char* {
        for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
            ngx_str_t& value = arguments(cf)[i];
            auto network = net::parse_network(ngx::view(value));
            if (!network) {
                return wrong_value(cf, value, "write networks such as"
                                   " 10.0.0.0/8 or fc00::/7, with no bits set"
                                   " past the prefix");
            }
            main->networks.push_back(*network);
        }
        return NGX_CONF_OK;
    });
}

char* set_auth_headers(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);

    if (loc->auth_headers != NGX_CONF_UNSET_PTR) {
        return const_cast<char*>(duplicate);
    }
    loc->auth_headers = ngx_array_create(cf->pool, cf->args->nelts - 1,
                                         sizeof(AuthHeader));
    if (loc->auth_headers == nullptr) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }

    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        ngx_str_t& value = arguments(cf)[i];
        auto* header = static_cast<AuthHeader*>(
            ngx_array_push(loc->auth_headers));
        if (header == nullptr) {
            return static_cast<char*>(NGX_CONF_ERROR);
        }

        ngx_strlow(value.data, value.data, value.len);
        header->lowercase_name = value;
        header->is_bearer = ngx::view(value) == "authorization";
        if (!header->is_bearer && ngx::view(value) != "x-api-key"
            && ngx::view(value) != "api-key")
        {
            return wrong_value(cf, value, "write Authorization, x-api-key or"
                         " api-key");
        }
    }
    return NGX_CONF_OK;
}

char* set_upstream_key(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_str_t path = arguments(cf)[1];

    if (loc->upstream_key.data != nullptr) {
        return const_cast<char*>(duplicate);
    }
    loc->upstream_key_where.note(cf);
    if (ngx::view(path) == "off") {
        loc->upstream_key = ngx_string("");
        return NGX_CONF_OK;
    }
    if (ngx_conf_full_name(cf->cycle, &path, 1) != NGX_OK) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }

    return load_upstream_key(cf, path, &loc->upstream_key) == NGX_OK
           ? NGX_CONF_OK : static_cast<char*>(NGX_CONF_ERROR);
}

char* set_body_limit(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    ngx_str_t& value = arguments(cf)[1];

    if (loc->written.body_limit != NGX_CONF_UNSET_SIZE) {
        return const_cast<char*>(duplicate);
    }
    if (ngx::view(value) == "off") {
        loc->written.body_limit = 0;
        return NGX_CONF_OK;
    }
    ssize_t size = ngx_parse_size(&value);
    if (size < 1) {
        return wrong_value(cf, value, "write a size such as 1m, or off");
    }
    loc->written.body_limit = static_cast<size_t>(size);
    return NGX_CONF_OK;
}

char* set_content_types(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);

    if (loc->content_types != NGX_CONF_UNSET_PTR) {
        return const_cast<char*>(duplicate);
    }
    if (cf->args->nelts == 2 && ngx::view(arguments(cf)[1]) == "off") {
        loc->content_types = nullptr;
        return NGX_CONF_OK;
    }

    loc->content_types = ngx_array_create(cf->pool, cf->args->nelts - 1,
                                          sizeof(ngx_str_t));
    if (loc->content_types == nullptr) {
        return static_cast<char*>(NGX_CONF_ERROR);
    }
    for (ngx_uint_t i = 1; i < cf->args->nelts; i++) {
        ngx_str_t& value = arguments(cf)[i];
        size_t slash = ngx::view(value).find('/');
        if (slash == std::string_view::npos || slash == 0
            || slash + 1 == value.len
            || ngx::view(value).find(';') != std::string_view::npos)
        {
            return wrong_value(cf, value,
                               "write media types without parameters,"
                         " such as application/json, or off");
        }
        ngx_strlow(value.data, value.data, value.len);
        auto* type = static_cast<ngx_str_t*>(
            ngx_array_push(loc->content_types));
        if (type == nullptr) {
            return static_cast<char*>(NGX_CONF_ERROR);
        }
        *type = value;
    }
    return NGX_CONF_OK;
}

// gate_stream_commit and gate_stream_deadline: off or a time.
char* set_time_or_off(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept
{
    auto* slot = reinterpret_cast<ngx_msec_t*>(
        static_cast<char*>(conf) + cmd->offset);
    ngx_str_t& value = arguments(cf)[1];

    if (*slot != NGX_CONF_UNSET_MSEC) {
        return const_cast<char*>(duplicate);
    }
    if (ngx::view(value) == "off") {
        *slot = 0;
        return NGX_CONF_OK;
    }
    ngx_int_t ms = ngx_parse_time(&value, 0);
    if (ms < 1) {
        return wrong_value(cf, value, "write a time such as 300s, or off");
    }
    *slot = static_cast<ngx_msec_t>(ms);
    return NGX_CONF_OK;
}

char* set_keepalive(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);
    char* rv = set_time_or_off(cf, cmd, conf);

    if (rv == NGX_CONF_OK && loc->keepalive != 0 && loc->keepalive < 10) {
        return wrong_value(cf, arguments(cf)[1], "write at least 10ms, or off");
    }
    return rv;
}

char* set_chat(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);

    if (loc->chat != NGX_CONF_UNSET) {
        return const_cast<char*>(duplicate);
    }
    loc->chat = 1;
    loc->chat_where.note(cf);
    return NGX_CONF_OK;
}

// One of the words of cmd->post; the message for another one lists them.
char* set_word(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept
{
    auto* slot = reinterpret_cast<ngx_uint_t*>(
        static_cast<char*>(conf) + cmd->offset);
    auto* words = static_cast<ngx_conf_enum_t*>(cmd->post);
    ngx_str_t& value = arguments(cf)[1];
    u_char remedy[128];
    u_char* end = ngx_cpymem(remedy, "write ", 6);

    if (*slot != NGX_CONF_UNSET_UINT) {
        return const_cast<char*>(duplicate);
    }
    for (ngx_conf_enum_t* word = words; word->name.len != 0; word++) {
        if (ngx::view(word->name) == ngx::view(value)) {
            *slot = word->value;
            return NGX_CONF_OK;
        }
        const char* joint = word == words ? ""
                            : word[1].name.len != 0 ? ", " : " or ";
        end = ngx_slprintf(end, remedy + sizeof remedy - 1, "%s%V", joint,
                           &word->name);
    }
    *end = '\0';
    return wrong_value(cf, value, reinterpret_cast<char*>(remedy));
}

char* set_auth(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept
{
    static_cast<LocConf*>(conf)->auth_where.note(cf);
    return set_word(cf, cmd, conf);
}

char* set_stream(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept
{
    static_cast<LocConf*>(conf)->stream_where.note(cf);
    return set_word(cf, cmd, conf);
}

char* set_status(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept
{
    auto* loc = static_cast<LocConf*>(conf);

    if (loc->status != NGX_CONF_UNSET_UINT) {
        return const_cast<char*>(duplicate);
    }
    loc->status = status_prometheus;
    if (cf->args->nelts == 2) {
        ngx_str_t& value = arguments(cf)[1];
        if (ngx::view(value) != "json") {
            return wrong_value(cf, value,
                               "write json, or nothing for Prometheus"
                         " text");
        }
        loc->status = status_json;
    }

    auto* clcf = static_cast<ngx_http_core_loc_conf_t*>(
        ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module));
    clcf->handler = on_status;
    return NGX_CONF_OK;
}

}  // namespace gate
