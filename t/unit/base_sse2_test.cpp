#include "base/sse2.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace gate {

namespace {

#if defined(__SSE2__)

using sse2::Quad;

// Each byte value somewhere, and in another order in each of four blocks.
std::string bytes_from(int first)
{
    std::string bytes;
    for (int i = 0; i < 64; i++) {
        bytes += static_cast<char>(first + i * 37);
    }
    return bytes;
}

int byte_of(const std::string& bytes, size_t at)
{
    return static_cast<unsigned char>(bytes[at]);
}

std::string stored(const Quad& quad)
{
    std::string bytes(64, '\0');
    quad.store(bytes.data());
    return bytes;
}

TEST(Sse2, AClassIsAskedForEachByte)
{
    for (int first = 0; first < 256; first++) {
        std::string bytes = bytes_from(first);
        uint64_t is = Quad(bytes.data()).each([](__m128i in) {
            return sse2::is(in, 0xe9);
        }).bits();
        uint64_t within = Quad(bytes.data()).each([](__m128i in) {
            return sse2::within(in, 0x70, 0x90);
        }).bits();
        for (size_t i = 0; i < bytes.size(); i++) {
            int byte = byte_of(bytes, i);
            EXPECT_EQ(is >> i & 1, byte == 0xe9 ? 1u : 0u);
            EXPECT_EQ(within >> i & 1, byte >= 0x70 && byte <= 0x90 ? 1u : 0u);
        }
    }
}

TEST(Sse2, TheLeastAndTheMostOfFourAreFound)
{
    std::string bytes = bytes_from(3);
    Quad quad(bytes.data());
    alignas(16) unsigned char least[16];
    alignas(16) unsigned char most[16];
    sse2::store(reinterpret_cast<char*>(least), quad.least());
    sse2::store(reinterpret_cast<char*>(most), quad.most());
    for (size_t i = 0; i < 16; i++) {
        auto [low, high] = std::minmax({byte_of(bytes, i),
            byte_of(bytes, i + 16), byte_of(bytes, i + 32),
            byte_of(bytes, i + 48)});
        EXPECT_EQ(least[i], low);
        EXPECT_EQ(most[i], high);
    }
}

TEST(Sse2, BytesAreChangedEachByItself)
{
    std::string bytes = bytes_from(5);
    std::string other = bytes_from(90);
    Quad quad(bytes.data());
    std::string above = stored(quad.above('0'));
    std::string different = stored(quad.different('@'));
    std::string most = stored(quad.most_of(Quad(other.data())));
    EXPECT_EQ(stored(quad), bytes);
    for (size_t i = 0; i < bytes.size(); i++) {
        EXPECT_EQ(byte_of(above, i), (byte_of(bytes, i) - '0') & 0xff);
        EXPECT_EQ(byte_of(different, i), byte_of(bytes, i) ^ '@');
        EXPECT_EQ(byte_of(most, i),
                  std::max(byte_of(bytes, i), byte_of(other, i)));
    }
    EXPECT_TRUE(sse2::any(sse2::is(sse2::load(bytes.data()), bytes[7])));
    EXPECT_FALSE(sse2::any(sse2::all(0)));
}

#endif

}  // namespace

}  // namespace gate
