// Keys in request headers: the caller's comes in, the upstream's goes out.
#pragma once

#include "request.hpp"

namespace gate {

// The key of the request, or of the request before an internal redirect;
// nullptr for none and for an unknown one. Throws std::bad_alloc.
const auth::Key* find_key(ngx_http_request_t* r, const RequestState& state);

// What goes on must not carry a key of ours, and may carry the upstream's if
// the caller has passed. Who is unknown, as in monitor mode, keeps what it
// brought. NGX_ERROR without memory for the upstream's key.
ngx_int_t rewrite_credentials(ngx_http_request_t* r, RequestState* state)
    noexcept;

// An internal redirect out of a location with gate_upstream_key leaves that
// key behind.
void drop_upstream_key(ngx_http_request_t* r) noexcept;

}  // namespace gate
