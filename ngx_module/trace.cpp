// The response header X-Gate-Trace: what the guardrails found, for whoever asks
// in a location that allows it.

#include "guard.hpp"
#include "headers.hpp"
#include "reply.hpp"

namespace gate {

namespace {

ngx_http_output_header_filter_pt next_header_filter;

bool is_trace_wanted(ngx_http_request_t* r) noexcept
{
    size_t count;
    ngx_table_elt_t* header = find_header(r, "x-gate-trace", &count);
    return header != nullptr && ngx::view(header->value) == "1";
}

ngx_int_t on_header(ngx_http_request_t* r) noexcept
{
    RequestState* state = r == r->main && loc_conf(r)->guard.trace
                          ? find_request_state(r) : nullptr;

    if (state != nullptr && state->guard != nullptr
        && !state->guard->trace.empty() && is_trace_wanted(r)
        && add_header(r, "X-Gate-Trace", state->guard->trace) != NGX_OK)
    {
        return NGX_ERROR;
    }
    return next_header_filter(r);
}

}  // namespace

void install_trace() noexcept
{
    next_header_filter = ngx_http_top_header_filter;
    ngx_http_top_header_filter = on_header;
}

}  // namespace gate
