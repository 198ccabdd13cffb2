// The border between C++ and nginx's C: nothing thrown crosses it, and a
// failure refuses.
#pragma once

#include "ngx.hpp"

#include <exception>

namespace gate {

// Runs `body` and returns what it returns; an exception is logged as [crit]
// and becomes `refusal`. What is thrown is out of memory or a bug: both must
// stop the request, never let it through.
template <class R, class F>
R guarded(ngx_log_t* log, const char* where, R refusal, F&& body) noexcept
{
    try {
        return body();
    } catch (const std::exception& e) {
        ngx_log_error(NGX_LOG_CRIT, log, 0, "gate: %s failed: %s", where,
                      e.what());
    } catch (...) {
        ngx_log_error(NGX_LOG_CRIT, log, 0, "gate: %s failed", where);
    }
    return refusal;
}

// For a handler that has a request: 500, which settle() makes an answer of.
template <class F>
ngx_int_t guarded(ngx_http_request_t* r, const char* where, F&& body) noexcept
{
    return guarded<ngx_int_t>(r->connection->log, where,
                              NGX_HTTP_INTERNAL_SERVER_ERROR,
                              std::forward<F>(body));
}

}  // namespace gate
