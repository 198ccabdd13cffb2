// Request headers on their way to the upstream: taking away and adding.
//
// nginx points into its header list from many places, so an element is never
// moved: the list is cut into parts around what is taken away.
#pragma once

#include "ngx.hpp"

#include <string_view>

namespace gate {

// The last header of this name (lower case), or nullptr if there is none;
// *count says how many there are, of which more than one is the caller's to
// refuse.
ngx_table_elt_t* find_header(ngx_http_request_t* r, std::string_view name,
    size_t* count) noexcept;

// Whether a body follows the head: a length above 0, chunks, or an HTTP/2
// request that its head does not end (nginx calls that chunked). A client
// that sets Content-Type on every request says nothing by it (fault J01).
inline bool announces_body(ngx_http_request_t* r) noexcept
{
    return r->headers_in.content_length_n > 0 || r->headers_in.chunked;
}

// Takes all headers of this name out of what is passed to an upstream.
ngx_int_t remove_header(ngx_http_request_t* r, std::string_view name)
    noexcept;

// The same for what must not go on whatever happens: without memory another,
// empty header takes its place.
void strip_header(ngx_http_request_t* r, std::string_view name) noexcept;

// Adds one; both texts must live as long as the request.
ngx_int_t add_request_header(ngx_http_request_t* r, std::string_view name,
    std::string_view lowercase_name, std::string_view value) noexcept;

}  // namespace gate
