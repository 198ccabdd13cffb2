// Offers to change the protocol of a connection, at guarded locations.
//
// Behind an upgrade nothing could be judged. Some clients offer h2c on every
// cleartext request (Java's HttpClient, curl --http2) and are content without
// it: their offer is taken away. Any other offer is refused.
#pragma once

#include "ngx.hpp"

#include <cstdint>

namespace gate {

enum class UpgradeOffer : uint8_t {
    none,
    h2c,    // one Upgrade header that says nothing else, over HTTP/1
    other,  // another protocol, a list, several headers, or over HTTP/2
};

UpgradeOffer upgrade_offer(ngx_http_request_t* r) noexcept;

// Takes Upgrade, HTTP2-Settings and what Connection says of them out of the
// request, and out of its variables, so that no proxy_set_header sends them
// on. NGX_ERROR without memory.
ngx_int_t drop_upgrade_offer(ngx_http_request_t* r) noexcept;

}  // namespace gate
