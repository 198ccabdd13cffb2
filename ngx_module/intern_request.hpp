// What an intern's daemon is asked, in the place of what the client sent.
#pragma once

#include "request.hpp"

namespace gate {

// Judges the body of a chat and puts the intern's body and headers in the
// place of the client's: NGX_DECLINED, or what refuse() returned.
ngx_int_t prepare_intern_request(ngx_http_request_t* r, RequestState* state);

}  // namespace gate
