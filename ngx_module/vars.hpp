// The $gate_* variables.
#pragma once

#include "ngx.hpp"

namespace gate {

ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

}  // namespace gate
