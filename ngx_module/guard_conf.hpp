// What the guardrail directives say, for http {} and for a location.
#pragma once

#include "ngx.hpp"
#include "where.hpp"

#include "auth/key_table.hpp"
#include "guard/body_judge.hpp"

#include <list>
#include <memory>
#include <unordered_map>

namespace gate {

// A guardrail that was written, or so far only named.
struct GuardrailEntry {
    guard::Guardrail    guardrail;
    std::vector<Where>  custom_lines;  // of guardrail.customs
    size_t              pattern_bytes = 0;  // of customs, compiled
    Where               defined{};
    Where               used{};
};

// What is compiled outlives a reload: the next configuration takes it over.
struct GuardMain {
    // The entry with this name, made when it is new.
    GuardrailEntry* entry(std::string_view name);

    std::list<GuardrailEntry>                        entries;  // stay in place
    std::unordered_map<const auth::Key*, guard::Policy>  of_keys;
    std::shared_ptr<const guard::InjectionFilter>    injection;
    guard::Rules                                     rules;
    FileName                                         catalog_file{};
    ngx_str_t                                        cache_dir{};
    ngx_str_t                                        pool_name{};
    Where                                            pool_where{};
    size_t                                           pattern_bytes = 0;
    bool                                             has_vendors = false;
};

enum : ngx_uint_t { media_pass, media_block };
enum : ngx_uint_t { plain_text_refuse, plain_text_judge };
enum : ngx_uint_t { token_ids_refuse, token_ids_pass };

// Part of LocConf: nginx's types with nginx's "unset" values until merge.
struct GuardLoc {
    guard::Policy*  policy;  // nullptr: none
    ngx_uint_t      media;
    ngx_uint_t      plain_text;
    ngx_uint_t      token_ids;
    ngx_flag_t      trace;
    ngx_uint_t      work_per_byte;  // gate_inspection_limit; 0: off
    ngx_msec_t      longest_wait;  // for a thread

    void init() noexcept;
    void merge(const GuardLoc& above) noexcept;
};

struct MainConf;

// Reads the catalogue, compiles the patterns, finds the guardrails of the
// keys: once the whole configuration has been read. NGX_ERROR after an [emerg]
// line.
ngx_int_t load_guardrails(ngx_conf_t* cf, MainConf* main) noexcept;

// The setters, in guardrail_block.cpp and guard_settings.cpp.
char* set_guardrail(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_apply_guardrail(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;
char* set_zdr_vendors(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;
char* set_cache_dir(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;
char* set_inspection_limit(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;
char* set_thread_pool(ngx_conf_t* cf, ngx_command_t* cmd, void* conf)
    noexcept;

}  // namespace gate
