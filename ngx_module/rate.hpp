// Who a request counts for where gate_rate_limit stands.
#pragma once

#include "ngx.hpp"

#include "auth/key_table.hpp"

#include <string>

namespace gate {

// The key's user, else the key, else (no key: nullptr) the client's address,
// as the realip module left it, cut to gate_rate_limit_prefix. All clients of
// a unix socket are one.
std::string rate_identity(ngx_http_request_t* r, const auth::Key* key);

}  // namespace gate
