// What is written down of a request once it is over.
#pragma once

#include "ngx.hpp"

namespace gate {

// LOG phase of the main request: counters and one audit line, escaped, in the
// error log: [info] for what was served, [warn] for what was refused or cut.
ngx_int_t on_log(ngx_http_request_t* r) noexcept;

}  // namespace gate
