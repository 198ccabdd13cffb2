#include "guard/pii/ip_address.hpp"

#include "pii_marks.hpp"

namespace gate::guard {

namespace {

void expect_marks(const std::vector<std::string_view>& texts)
{
    test::expect_marks(Slug::ip_address, texts);
}

TEST(IpAddress, FourPartsUpTo255AreAnAddress)
{
    expect_marks({
        "`10.0.0.1`", "from `192.168.1.255`.", "`0.0.0.0`", "\"`8.8.8.8`\"",
        "'root'@'`10.1.2.3`'", "http://`10.0.0.1`:8080/x", "`10.0.0.0`/8",
        "root@`10.0.0.1`", "ip=`10.0.0.1`", "|`10.0.0.1`|",
        "`1.1.1.1`,`2.2.2.2`",
        "`10.0.0.1`-`10.0.0.9`", "`10.0.0.1` `10.0.0.2`", "`10.0.0.1`. Then",
        "seen\\n`10.0.0.1`", "from `１０.０.０.１`", "`10．0．0．1`",
    });
}

TEST(IpAddress, OctalAndHexadecimalPartsAreRead)
{
    expect_marks({
        "`0177.0.0.01`", "`0x7f.0x0.0x0.0x1`", "`192.168.001.001`",
        "`0xC0.168.0.1`", "0400.0.0.1", "0x100.0.0.1", "0x7f.0.0",
    });
}

TEST(IpAddress, OneNumberOrThreePartsAreNone)
{
    expect_marks({"3232235777", "0x7f000001", "10.0.1", "10.0.0.",
                  "256.1.1.1", "1.2.3.1000", "10..0.1"});
}

TEST(IpAddress, LongerNumbersAndNamesAreNone)
{
    expect_marks({
        "1.2.3.4.5", "1.3.6.1.4.1.311", "1.2.3.4.dev0", "1.2.3.4-beta",
        "x1.2.3.4", "1.2.3.4a", "a_1.2.3.4", "lib-1.2.3.4.tar.gz",
        "1.2.3.4-5", "1.2.3.4.RELEASE",
    });
}

TEST(IpAddress, AnAddressEndsWhereTheNextOneStarts)
{
    expect_marks({
        "`10.0.0.1`. `10.0.0.2`. 3", "1. `10.0.0.1`", "12.50 `10.0.0.1`",
        "`10.0.0.1`/`10.0.0.2`/`10.0.0.3`", "`10.0.0.1`/24 `10.0.0.2`/24",
        "`2001:db8::1` .`fe80::1`", "`2001:db8::1`/`fe80::1`",
        "1/10.0.0.1", "3.51 0.98.32.1",
    });
}

TEST(IpAddress, VersionsAreNone)
{
    expect_marks({
        "version 2.0.1.10", "release 1.2.3.4 notes", "v1.2.3.4", "v. 1.2.3.4",
        "nginx/1.2.3.4", "Chrome/120.0.0.0 Safari", "pip install x==1.2.3.4",
        "x>=1.2.3.4", "section 4.1.2.3", "\"version\": \"1.2.3.4\"",
        "server version: 5.6.7.8", "^1.2.3.4",
        "version of host `10.0.0.1`",
    });
}

TEST(IpAddress, EachFormOfRfc4291IsFound)
{
    expect_marks({
        "`2001:db8:0:0:8:800:200c:417a`", "`2001:DB8::8:800:200C:417A`",
        "`ff01::101`", "`::1`", "`fe80::`", "`2001:db8::`/32",
        "`::ffff:192.0.2.1`", "`::13.1.68.3`", "`0:0:0:0:0:ffff:10.0.0.1`",
        "`1:2:3:4:5:6:7:8`", "`1::8`", "`1:2:3:4:5:6:7::`",
        "`2001:db8::1`.", "`2001:db8::1`: up",
        "from `2001:db8::1`, to `2001:db8::2`",
    });
}

TEST(IpAddress, BracketsPortsAndZonesAreUnderstood)
{
    expect_marks({
        "http://[`::1`]:8080/", "[`2001:db8::1`]", "`fe80::1%eth0`",
        "`fe80::1%12` up", "ip:`2001:db8::1`", "addr=`2001:db8::1`",
        "\"`2001:db8::1`\"", "`２００１:db8::1`", "`2001：db8：：1`",
    });
}

TEST(IpAddress, OtherColonsAreNone)
{
    expect_marks({
        "12:30:45", "2024-01-02T03:04:05", "00:1A:2B:3C:4D:5E",
        "00:11:22:33:44:55:66:77", "std::dec", "a::b", "f64::abs", "u8::from",
        "::", "x[::2]", "x[1::2]", "f()[::2]", "::before { }", "a:b:c",
        "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":::", "3:16-18",
        "12345::1", "2001:db8::12345", "2001:db8::g", "key: 12", "a:1,b:2",
        "SHA256:aa:bb:cc:dd:ee:ff:00:11:22:33", "1:2:3:4:5:6:7:8::",
        "face::beef",
    });
}

}  // namespace

}  // namespace gate::guard
