#include "base/digest.hpp"

#include "base/hex.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate {

namespace {

std::string hex_of(Sha256& sha, std::string_view in)
{
    Digest digest;
    EXPECT_TRUE(sha.digest(in, &digest));
    std::string out;
    append_hex(out, digest.data(), digest.size());
    return out;
}

// FIPS 180-4 examples and NIST CAVP short messages
TEST(Digest, MatchesTheVectorsOfNist)
{
    Sha256 sha;
    EXPECT_EQ(hex_of(sha, ""), "e3b0c44298fc1c149afbf4c8996fb924"
                               "27ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(hex_of(sha, "abc"), "ba7816bf8f01cfea414140de5dae2223"
                                  "b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(hex_of(sha, "abcdbcdecdefdefgefghfghighijhijk"
                          "ijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039"
              "a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(hex_of(sha, std::string(1, '\xd3')),
              "28969cdfa74a12c82f3bad960b0b000a"
              "ca2ac329deea5c2328ebc6f2ba9802c1");
    EXPECT_EQ(hex_of(sha, std::string(1000000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67"
              "f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, OneObjectHashesAgainAndAgain)
{
    Sha256 sha;
    std::string first = hex_of(sha, "abc");
    EXPECT_NE(hex_of(sha, "abd"), first);
    EXPECT_EQ(hex_of(sha, "abc"), first);
    EXPECT_EQ(hex_of(sha, std::string_view("a\0b", 3)),
              hex_of(sha, std::string("a\0b", 3)));
    EXPECT_EQ(hex_of(sha, std::string_view()), hex_of(sha, ""));
}

TEST(Digest, EqualOnlyIfEachBitIs)
{
    Digest one{};
    Digest other{};
    EXPECT_TRUE(is_equal(one, other));

    for (size_t bit = 0; bit < 256; bit++) {
        other[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
        EXPECT_FALSE(is_equal(one, other)) << "bit " << bit;
        other[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
    }
    EXPECT_TRUE(is_equal(one, other));
}

TEST(Digest, RandomBytesFillAllThatWasAskedForAndNothingMore)
{
    uint8_t bytes[66] = {};
    bytes[64] = bytes[65] = 0x5a;
    unsigned seen[64] = {};

    for (int round = 0; round < 40; round++) {
        ASSERT_TRUE(random_bytes(bytes, 64));
        for (size_t i = 0; i < 64; i++) {
            seen[i] |= bytes[i];
        }
    }
    // a byte that is never written stays zero
    for (unsigned byte : seen) {
        EXPECT_NE(byte, 0u);
    }
    EXPECT_EQ(bytes[64], 0x5a);
    EXPECT_EQ(bytes[65], 0x5a);
    EXPECT_TRUE(random_bytes(bytes, 0));
}

}  // namespace

}  // namespace gate
