// The parsers of directives that nginx has no slot function for. Each reports
// a wrong value with its file, its line and what to write instead.
#pragma once

#include "ngx.hpp"

namespace gate {

char* set_auth(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_auth_headers(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_body_limit(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_brand(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_chat(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_content_types(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;
char* set_catalog(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_interns(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_keys(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_keepalive(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_networks(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_rate_limit(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_rate_limit_prefix(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;
char* set_status(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_stream(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_time_or_off(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_upstream_key(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_word(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_zone(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

}  // namespace gate
