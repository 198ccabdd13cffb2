#include "base/network.hpp"

#include "random.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <string>

namespace gate::net {

namespace {

Address address(std::string_view text)
{
    auto out = parse_address(text);
    EXPECT_TRUE(out.has_value()) << text;
    return out.value_or(Address{});
}

TEST(Network, ReadsAddressesOfBothFamilies)
{
    Address mapped{};
    mapped[10] = mapped[11] = 0xff;
    mapped[12] = 10;
    mapped[15] = 255;
    EXPECT_EQ(address("10.0.0.255"), mapped);
    EXPECT_EQ(address("::ffff:10.0.0.255"), mapped);
    EXPECT_EQ(address("::ffff:a00:ff"), mapped);

    Address one{};
    one[15] = 1;
    EXPECT_EQ(address("::1"), one);
    EXPECT_EQ(address("0:0:0:0:0:0:0:1"), one);
    EXPECT_EQ(address("::"), Address{});
}

TEST(Network, ATextThatIsNoAddressIsRefused)
{
    for (std::string_view text : {"", " ", "1", "1.2.3", "1.2.3.4.5",
             "256.1.1.1", "1.2.3.04x", "0x7f.0.0.1", "127.1", "1.2.3.4 ",
             " 1.2.3.4", "-1.2.3.4", ":::", "1::2::3", "12345::", "fe80::1%lo",
             "[::1]", "::1/128", "localhost", "1:2:3:4:5:6:7:8:9",
             "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000"}) {
        EXPECT_FALSE(parse_address(text).has_value()) << text;
    }
    EXPECT_FALSE(parse_address(std::string_view()).has_value());
}

TEST(Network, AnAddressDoesNotEndAtANul)
{
    EXPECT_FALSE(parse_address(std::string_view("10.0.0.1\0", 9)));
    EXPECT_FALSE(parse_address(std::string_view("10.0.0.1\0x", 10)));
    EXPECT_FALSE(parse_address(std::string_view("\0", 1)));
}

TEST(Network, WithoutAPrefixItIsOneAddress)
{
    EXPECT_EQ(parse_network("10.1.2.3")->prefix, 128u);
    EXPECT_EQ(parse_network("::1")->prefix, 128u);
    EXPECT_EQ(parse_network("10.0.0.0/8")->prefix, 104u);
    EXPECT_EQ(parse_network("0.0.0.0/0")->prefix, 96u);
    EXPECT_EQ(parse_network("::/0")->prefix, 0u);
}

TEST(Network, BadPrefixesAreRefused)
{
    for (std::string_view text : {"10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1",
             "10.0.0.0/8 ", "10.0.0.0/ 8", "10.0.0.0/8/8", "10.0.0.0/0x8",
             "::/129", "::/100000", "/8", "10.0.0.0/4294967304"}) {
        EXPECT_FALSE(parse_network(text).has_value()) << text;
    }
}

TEST(Network, BitsPastThePrefixMustBeZero)
{
    for (unsigned prefix = 0; prefix <= 32; prefix++) {
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t value = htonl(0x80000000u >> bit);
            char text[INET_ADDRSTRLEN];
            inet_ntop(AF_INET, &value, text, sizeof text);
            auto network = parse_network(std::string(text) + '/'
                                         + std::to_string(prefix));
            EXPECT_EQ(network.has_value(), bit < prefix)
                << text << '/' << prefix;
        }
    }
}

TEST(Network, ContainsExactlyWhatSharesThePrefix)
{
    test::Random random(2);

    for (unsigned prefix = 0; prefix <= 128; prefix++) {
        Network network{{}, prefix};
        for (unsigned bit = 0; bit < prefix; bit++) {
            network.address[bit / 8] |= static_cast<uint8_t>(
                random.below(2) << (7 - bit % 8));
        }
        EXPECT_TRUE(network.contains(network.address)) << prefix;
        for (unsigned bit = 0; bit < 128; bit++) {
            Address other = network.address;
            other[bit / 8] ^= static_cast<uint8_t>(0x80 >> bit % 8);
            EXPECT_EQ(network.contains(other), bit >= prefix)
                << prefix << ' ' << bit;
        }
    }
}

TEST(Network, PrivateNetworksHoldTheirEndsAndNothingBeside)
{
    auto ten = *parse_network("10.0.0.0/8");
    EXPECT_TRUE(ten.contains(address("10.0.0.0")));
    EXPECT_TRUE(ten.contains(address("10.255.255.255")));
    EXPECT_TRUE(ten.contains(address("::ffff:10.1.2.3")));
    EXPECT_FALSE(ten.contains(address("11.0.0.0")));
    EXPECT_FALSE(ten.contains(address("9.255.255.255")));
    EXPECT_FALSE(ten.contains(address("::10.0.0.1")));

    auto unique = *parse_network("fc00::/7");
    EXPECT_TRUE(unique.contains(address("fdff::1")));
    EXPECT_FALSE(unique.contains(address("fe00::")));

    // a network of IPv4 addresses holds no IPv6 address
    EXPECT_FALSE(parse_network("0.0.0.0/0")->contains(address("::1")));
}

TEST(Network, APortIsADecimalNumberFromOneTo65535)
{
    for (unsigned port = 1; port <= 65535; port++) {
        ASSERT_EQ(parse_port(std::to_string(port)), port);
    }
    for (std::string_view text : {"", "0", "65536", "99999", "100000", "-1",
             "+1", " 80", "80 ", "8o", "0x50", "80/", "1e3"}) {
        EXPECT_FALSE(parse_port(text).has_value()) << text;
    }
}

TEST(Network, AnAddressIsCutToItsNetwork)
{
    auto cut = [](std::string_view text, Prefixes prefixes) {
        return network_of(address(text), prefixes);
    };
    constexpr Prefixes usual{64, 32};

    EXPECT_EQ(cut("2001:db8:1:2:3:4:5:6", usual).address,
              address("2001:db8:1:2::"));
    EXPECT_EQ(cut("2001:db8:1:2:3:4:5:6", usual).prefix, 64u);
    EXPECT_EQ(cut("10.1.2.3", usual).address, address("10.1.2.3"));
    EXPECT_EQ(cut("::ffff:10.1.2.3", {8, 24}).address, address("10.1.2.0"));
    EXPECT_EQ(cut("10.1.2.255", {8, 25}).address, address("10.1.2.128"));
    EXPECT_EQ(cut("10.1.2.3", {8, 24}).prefix, 120u);
    EXPECT_EQ(cut("10.1.2.3", {8, 0}).address, address("0.0.0.0"));
    EXPECT_EQ(cut("ffff::1", {0, 32}).address, address("::"));
    EXPECT_EQ(cut("2001:db8::1", {128, 1}).address, address("2001:db8::1"));
    EXPECT_EQ(cut("2001:db8:ffff::", {33, 1}).address,
              address("2001:db8:8000::"));
    // an IPv4-compatible address is none of IPv4
    EXPECT_EQ(cut("::10.1.2.3", usual).address, address("::"));
}

}  // namespace

}  // namespace gate::net
