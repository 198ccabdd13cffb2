// Requests that have not passed their checks are held: nginx may send them to
// another location (error_page, a named location, X-Accel-Redirect,
// post_action), but nothing there gets them.
#pragma once

#include "request.hpp"

namespace gate {

// What is open until a location has checked it, and its body.
constexpr uint8_t open_key = 1;
constexpr uint8_t open_body = 2;

// Adds open checks; false without memory, and then nothing is remembered.
bool hold(ngx_http_request_t* r, RequestState* state, uint8_t checks)
    noexcept;

// These checks have passed.
void release(ngx_http_request_t* r, RequestState* state, uint8_t checks)
    noexcept;

// The request has been refused or is broken: no location has a use for it.
// False without memory or with no state.
bool hold_for_good(ngx_http_request_t* r, RequestState* state) noexcept;

// Whether this request may not be worked on in this location: a check is open
// that the location does not make itself. A page that is a file may be shown,
// and a `return` comes before. Costs next to nothing for requests that no
// location has checked.
bool is_held(ngx_http_request_t* r) noexcept;

// Answers a held request; a handler returns what this returns.
ngx_int_t refuse_held(ngx_http_request_t* r) noexcept;

// Ends the connection (of HTTP/2: the stream) without an answer and without a
// need for memory. A handler returns what this returns.
ngx_int_t cut_off(ngx_http_request_t* r) noexcept;

}  // namespace gate
