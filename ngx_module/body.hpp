// A request's body: read whole, looked at, replaced.
#pragma once

#include "request.hpp"

#include <string>
#include <string_view>

namespace gate {

// Whether there may be a body that nobody has read. A subrequest has its main
// request's or none, and one that is discarded does not come back: reading it
// would call us again at once, without end.
inline bool has_unread_body(ngx_http_request_t* r) noexcept
{
    return r->request_body == nullptr && r == r->main && !r->discard_body;
}

// Reads the body, then runs the phases again from where they stood. A phase
// handler returns what this returns; it is entered a second time with
// r->request_body set.
ngx_int_t read_body(ngx_http_request_t* r) noexcept;

// The whole body: a view when it lies in one buffer, else put together in
// `scratch`. False when a temporary file cannot be read.
bool body_text(ngx_http_request_t* r, std::string* scratch,
    std::string_view* text);

// Puts `text` in the body's place, with a length to match.
ngx_int_t replace_body(ngx_http_request_t* r, std::string_view text) noexcept;

// Gives the memory of the body back.
void release_body(ngx_http_request_t* r) noexcept;

// The same, with what the upstream read it through, once it has read it all.
void release_sent_body(ngx_http_request_t* r, ngx_http_upstream_t* u) noexcept;

// Adds the filter that stops a chunked body at gate_body_limit.
void install_body_limit() noexcept;

}  // namespace gate
