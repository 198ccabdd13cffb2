#include "base/network.hpp"

#include <arpa/inet.h>

#include <cstring>

namespace gate::net {

namespace {

std::optional<unsigned> parse_number(std::string_view text,
    unsigned most) noexcept
{
    if (text.empty() || text.size() > 5) {
        return std::nullopt;
    }

    unsigned value = 0;
    for (char c : text) {
        if (c < '0' || c > '9') {
            return std::nullopt;
        }
        value = value * 10 + static_cast<unsigned>(c - '0');
    }
    if (value > most) {
        return std::nullopt;
    }
    return value;
}

bool matches(const Address& a, const Address& b, unsigned bits) noexcept
{
    unsigned whole = bits / 8;
    if (std::memcmp(a.data(), b.data(), whole) != 0) {
        return false;
    }
    if (bits % 8 == 0) {
        return true;
    }
    auto mask = static_cast<uint8_t>(0xff00 >> bits % 8);
    return ((a[whole] ^ b[whole]) & mask) == 0;
}

}  // namespace

bool Network::contains(const Address& other) const noexcept
{
    return matches(address, other, prefix);
}

std::optional<Address> parse_address(std::string_view text) noexcept
{
    char buffer[INET6_ADDRSTRLEN];

    if (text.empty() || text.size() >= sizeof buffer
        || text.find('\0') != text.npos)
    {
        return std::nullopt;
    }
    std::memcpy(buffer, text.data(), text.size());
    buffer[text.size()] = '\0';

    Address out{};
    if (inet_pton(AF_INET6, buffer, out.data()) == 1) {
        return out;
    }

    out[10] = out[11] = 0xff;
    if (inet_pton(AF_INET, buffer, out.data() + 12) == 1) {
        return out;
    }
    return std::nullopt;
}

std::optional<Network> parse_network(std::string_view text) noexcept
{
    size_t slash = text.find('/');
    auto address = parse_address(text.substr(0, slash));
    if (!address) {
        return std::nullopt;
    }

    bool is_ipv4 = text.substr(0, slash).find(':') == text.npos;
    unsigned most = is_ipv4 ? 32 : 128;
    unsigned prefix = most;

    if (slash != text.npos) {
        auto given = parse_number(text.substr(slash + 1), most);
        if (!given) {
            return std::nullopt;
        }
        prefix = *given;
    }
    prefix += 128 - most;

    for (unsigned bit = prefix; bit < 128; bit++) {
        if ((*address)[bit / 8] & (0x80 >> bit % 8)) {
            return std::nullopt;
        }
    }
    return Network{*address, prefix};
}

Network network_of(const Address& address, const Prefixes& prefixes) noexcept
{
    constexpr Network ipv4{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96};
    Network network{address, ipv4.contains(address) ? 96 + prefixes.ipv4
                                                    : prefixes.ipv6};

    for (unsigned bit = network.prefix; bit < 128; bit++) {
        network.address[bit / 8] &= static_cast<uint8_t>(~(0x80 >> bit % 8));
    }
    return network;
}

std::optional<uint16_t> parse_port(std::string_view text) noexcept
{
    auto port = parse_number(text, 65535);
    if (!port || *port == 0) {
        return std::nullopt;
    }
    return static_cast<uint16_t>(*port);
}

}  // namespace gate::net
