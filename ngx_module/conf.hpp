// What the directives say: one MainConf for http {}, one LocConf a location.
//
// LocConf is filled by nginx's slot functions, so its members are nginx's
// types with nginx's "unset" values until merge.
#pragma once

#include "guard_conf.hpp"
#include "ngx.hpp"
#include "offload.hpp"
#include "where.hpp"

#include "auth/key_table.hpp"
#include "base/network.hpp"
#include "chat/intern_table.hpp"
#include "limit/rate_table.hpp"

#include <string>
#include <vector>

namespace gate {

struct MainConf {
    MainConf() noexcept : brand("service") {}

    ngx_shm_zone_t*            zone = nullptr;
    size_t                     zone_size = 0;
    FileName                   keys_file{};
    FileName                   interns_file{};
    auth::KeyTable             keys;
    chat::InternTable          interns;
    std::string                brand;
    std::vector<net::Network>  networks;  // empty: loopback and private
    bool                       in_use = false;  // some gate_* directive stands
    bool                       has_brand = false;
    Where                      needs_keys{};  // the first gate_auth, gate_chat
    Where                      needs_interns{};  // the first gate_chat
    bool                       keep_body = false;  // $request_body is read
    GuardMain                  guard;
    Threads                    threads;  // for inspection and chats
};

enum : ngx_uint_t { auth_off, auth_key, auth_management };
enum : ngx_uint_t { enforce_on, enforce_monitor };
enum : ngx_uint_t {
    stream_off, stream_automatic, stream_chat, stream_responses,
    stream_messages,
};
enum : ngx_uint_t { status_off, status_prometheus, status_json };

// A request header that may hold the key.
struct AuthHeader {
    ngx_str_t   lowercase_name;
    ngx_uint_t  is_bearer;  // Authorization: scheme and key
};

// Settings whose default depends on the location: unset until one is written,
// at any level.
struct Written {
    size_t      body_limit;
    ngx_uint_t  rate;
    ngx_msec_t  rate_window;
    ngx_msec_t  deadline;
    ngx_flag_t  json_errors;
};

struct LocConf {
    ngx_uint_t    auth;
    ngx_array_t*  auth_headers;  // of AuthHeader
    ngx_flag_t    auth_pass;
    ngx_str_t     upstream_key;  // "Bearer …", empty: none
    ngx_uint_t    enforce;
    size_t        body_limit;  // 0: not judged
    size_t        nginx_limit;  // client_max_body_size, if we judge it
    ngx_array_t*  content_types;  // of ngx_str_t, lower case; null: any
    ngx_uint_t    rate;  // requests in a window; 0: off
    ngx_msec_t    rate_window;
    ngx_uint_t    rate_prefix;  // bits of an IPv6 address that are a caller
    ngx_uint_t    rate_prefix_ipv4;
    ngx_uint_t    stream;
    ngx_msec_t    keepalive;
    ngx_msec_t    commit;  // 0: off
    ngx_msec_t    deadline;  // 0: off
    size_t        max_event;
    ngx_flag_t    chat;
    ngx_flag_t    json_errors;
    Written       written;
    ngx_uint_t    status;
    Where         auth_where;
    Where         chat_where;
    Where         stream_where;
    Where         upstream_key_where;
    GuardLoc      guard;

    // The most bytes of a body; 0: any number.
    size_t longest_body() const noexcept
    {
        return body_limit == 0 || (nginx_limit != 0
                                   && nginx_limit < body_limit)
               ? nginx_limit : body_limit;
    }

    // Something is judged before the body goes on.
    bool has_checks() const noexcept
    {
        return auth != auth_off || body_limit != 0 || content_types
               || rate != 0 || chat || guard.policy;
    }

    bool has_stream() const noexcept { return stream != stream_off || chat; }

    bool is_gated() const noexcept
    {
        return has_checks() || has_stream() || status != status_off
               || upstream_key.len != 0;
    }
};

inline MainConf* main_conf(ngx_http_request_t* r) noexcept
{
    return static_cast<MainConf*>(
        ngx_http_get_module_main_conf(r, ngx_http_gate_module));
}

inline LocConf* loc_conf(ngx_http_request_t* r) noexcept
{
    return static_cast<LocConf*>(
        ngx_http_get_module_loc_conf(r, ngx_http_gate_module));
}

void* create_main_conf(ngx_conf_t* cf) noexcept;
char* init_main_conf(ngx_conf_t* cf, void* conf) noexcept;
void* create_loc_conf(ngx_conf_t* cf) noexcept;
char* merge_loc_conf(ngx_conf_t* cf, void* parent, void* child) noexcept;

// Of ngx_http_gate_stream_module, which merges before the proxy module does
// and so can tell whether proxy_read_timeout was written.
void* create_stream_conf(ngx_conf_t* cf) noexcept;
char* init_stream_main_conf(ngx_conf_t* cf, void* conf) noexcept;
char* merge_stream_conf(ngx_conf_t* cf, void* parent, void* child) noexcept;

// Reads the keys and interns files, once the whole configuration has been
// read. NGX_ERROR after an [emerg] line that names file and line.
ngx_int_t load_files(ngx_conf_t* cf, MainConf* main) noexcept;

// Finds the threads that bodies are read and inspected on, where a guardrail
// or gate_chat needs some. NGX_ERROR after an [emerg] line.
ngx_int_t find_threads(ngx_conf_t* cf, MainConf* main) noexcept;

// In a worker: the pool `gate` may have been declared after http {}.
void settle_threads(ngx_cycle_t* cycle, MainConf* main) noexcept;

// The one key of a gate_upstream_key file, as "Bearer …".
ngx_int_t load_upstream_key(ngx_conf_t* cf, const ngx_str_t& path,
    ngx_str_t* value) noexcept;

// The directive tables, in directives.cpp.
extern ngx_command_t  commands[];
extern ngx_command_t  stream_commands[];

}  // namespace gate
