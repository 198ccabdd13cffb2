#include "rate.hpp"
#include "conf.hpp"

#include "base/network.hpp"

#include <algorithm>
#include <optional>

namespace gate {

namespace {

std::optional<net::Address> client_address(const ngx_connection_t* c) noexcept
{
    net::Address address{};

    if (c->sockaddr->sa_family == AF_INET) {
        auto* in = reinterpret_cast<sockaddr_in*>(c->sockaddr);
        address[10] = address[11] = 0xff;
        ngx_memcpy(address.data() + 12, &in->sin_addr, 4);
        return address;
    }
#if (NGX_HAVE_INET6)
    if (c->sockaddr->sa_family == AF_INET6) {
        auto* in = reinterpret_cast<sockaddr_in6*>(c->sockaddr);
        ngx_memcpy(address.data(), &in->sin6_addr, address.size());
        return address;
    }
#endif
    return std::nullopt;
}

}  // namespace

std::string rate_identity(ngx_http_request_t* r, const auth::Key* key)
{
    if (key != nullptr && !key->user_id.empty()) {
        return "u" + key->user_id;
    }
    if (key != nullptr) {
        return "k" + std::string(key->hash.begin(), key->hash.end());
    }

    auto address = client_address(r->connection);
    if (!address) {
        return "x";
    }
    const LocConf& conf = *loc_conf(r);
    auto network = net::network_of(*address,
        {static_cast<unsigned>(conf.rate_prefix),
         static_cast<unsigned>(conf.rate_prefix_ipv4)});

    // a network of another size is another caller
    std::string identity = "a";
    identity += static_cast<char>(network.prefix);
    identity.append(network.address.begin(), network.address.end());
    return identity;
}

}  // namespace gate
