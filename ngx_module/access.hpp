// The checks before a request goes on, as phase handlers.
#pragma once

#include "ngx.hpp"

namespace gate {

// Key, programme, method, media type, size, rate, in this order (fault A09).
ngx_int_t on_preaccess(ngx_http_request_t* r) noexcept;

// What needs the body; runs before mirror and try_files.
ngx_int_t on_precontent(ngx_http_request_t* r) noexcept;

}  // namespace gate
