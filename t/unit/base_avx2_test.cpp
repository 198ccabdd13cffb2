#include "base/avx2.hpp"

#include "base/cpu.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate {

namespace {

TEST(Cpu, ABaselineProcessorIsKnownToBeOne)
{
#if !defined(__x86_64__)
    EXPECT_EQ(best_simd(), Simd::baseline);
#endif
    EXPECT_EQ(best_simd(), best_simd());
}

#if defined(__x86_64__)

struct Answers {
    uint64_t  is;
    uint64_t  within;
    bool      any;
};

[[gnu::target("avx2")]] Answers ask(const char* bytes, char* copy)
{
    __m256i low = avx2::load(bytes);
    __m256i high = avx2::load(bytes + 32);
    avx2::store(copy, low);
    avx2::store(copy + 32, high);
    return {avx2::bits(avx2::is(low, 0xe9), avx2::is(high, 0xe9)),
            avx2::bits(avx2::within(low, 0x70, 0x90),
                       avx2::within(high, 0x70, 0x90)),
            avx2::any(avx2::is(low, 0xe9))};
}

TEST(Avx2, AClassIsAskedForEachByte)
{
    if (best_simd() < Simd::avx2) {
        GTEST_SKIP() << "no AVX2 here";
    }
    for (int first = 0; first < 256; first++) {
        std::string bytes;
        for (int i = 0; i < 64; i++) {
            bytes += static_cast<char>(first + i * 37);
        }
        std::string copy(64, '\0');
        Answers answers = ask(bytes.data(), copy.data());
        EXPECT_EQ(copy, bytes);
        EXPECT_EQ(answers.any, bytes.substr(0, 32).find('\xe9')
                               != bytes.npos);
        for (size_t i = 0; i < bytes.size(); i++) {
            int byte = static_cast<unsigned char>(bytes[i]);
            EXPECT_EQ(answers.is >> i & 1, byte == 0xe9 ? 1u : 0u);
            EXPECT_EQ(answers.within >> i & 1,
                      byte >= 0x70 && byte <= 0x90 ? 1u : 0u);
        }
    }
}

#endif

}  // namespace

}  // namespace gate
