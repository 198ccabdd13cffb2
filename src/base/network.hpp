// Addresses and networks as text: which hosts an upstream may point to.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gate::net {

// IPv4 is held as its IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2),
// so `::ffff:10.0.0.1` and `10.0.0.1` are one.
using Address = std::array<uint8_t, 16>;

struct Network {
    Address   address;
    unsigned  prefix;  // bits, 0 to 128

    bool contains(const Address& other) const noexcept;
};

std::optional<Address> parse_address(std::string_view text) noexcept;

// "10.0.0.0/8", "::1", "fc00::/7"; bits past the prefix must be zero.
std::optional<Network> parse_network(std::string_view text) noexcept;

// How many of an address's bits are taken for one caller.
struct Prefixes {
    unsigned  ipv6;  // 0 to 128
    unsigned  ipv4;  // 0 to 32, also of an address that is IPv4-mapped
};

// The network of that size in which the address is.
Network network_of(const Address& address, const Prefixes& prefixes) noexcept;

// 1 to 65535, decimal digits only.
std::optional<uint16_t> parse_port(std::string_view text) noexcept;

}  // namespace gate::net
