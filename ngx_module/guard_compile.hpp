// Compiles what guardrails need, once: taken over from the configuration that
// is being replaced, from the cache, or anew.
#pragma once

#include "conf.hpp"

#include <string>

namespace gate {

// Logs an [emerg] line with the place; NGX_ERROR.
ngx_int_t fail(ngx_conf_t* cf, const Where& where, const std::string& message)
    noexcept;

// The custom patterns of one guardrail. NGX_ERROR after an [emerg] line.
ngx_int_t compile_patterns_of(ngx_conf_t* cf, GuardMain* guard,
    GuardrailEntry* entry);

// The rules of regex-prompt-injection, if a guardrail uses them: 1.5 seconds
// of CPU when they are in no cache.
ngx_int_t compile_injection(ngx_conf_t* cf, GuardMain* guard);

}  // namespace gate
