// The one place that sends a response of the gate's own.
#pragma once

#include "request.hpp"

#include "base/error.hpp"

#include <string_view>

namespace gate {

// Headers that only some refusals carry; empty or 0: none.
struct ReplyHeaders {
    std::string_view  allow;  // of a 405, static text
    uint32_t          retry_after_s = 0;
};

// Sends the JSON envelope of `error`, with the request's body discarded, and
// ends the request: a handler returns what this returns (NGX_DONE). Where
// nginx has no memory for the answer the connection ends without one; throws
// std::bad_alloc where the text has none.
ngx_int_t refuse(ngx_http_request_t* r, const Error& error,
    const ReplyHeaders& headers = {});

// The same for a failure of the gate's own, a 500; needs little memory.
ngx_int_t refuse_failure(ngx_http_request_t* r) noexcept;

// Sends `body` likewise.
ngx_int_t reply_json(ngx_http_request_t* r, int status,
    std::string_view body) noexcept;

// For a content handler: header and body, without ending the request.
ngx_int_t send_body(ngx_http_request_t* r, int status,
    std::string_view content_type, std::string_view body) noexcept;

// Adds a response header; `value` is copied. NGX_ERROR without memory.
ngx_int_t add_header(ngx_http_request_t* r, std::string_view name,
    std::string_view value) noexcept;

// Headers of every answer of the gate's own: not to be stored, not to be
// taken for anything but its type.
ngx_int_t add_safety_headers(ngx_http_request_t* r) noexcept;

Reason reason_of_status(ngx_uint_t status) noexcept;

// The envelope for a status that nginx itself has decided on.
Error error_of_status(ngx_uint_t status);

}  // namespace gate
