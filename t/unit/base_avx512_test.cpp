#include "base/avx512.hpp"

#include "base/cpu.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace gate {

namespace {

#if defined(__x86_64__)

struct Answers {
    uint64_t                  is;
    uint64_t                  within;
    uint64_t                  has;
    std::array<char, 64>      halves;
    std::array<uint32_t, 16>  second;  // the bytes from 16 on as numbers
};

[[gnu::target("avx512bw,avx512vbmi2")]] void ask(const char* bytes,
    Answers* answers)
{
    __m512i in = avx512::load(bytes);
    answers->is = avx512::is(in, 0xe9);
    answers->within = avx512::within(in, 0x70, 0x90);
    answers->has = avx512::has(in, 0x84);
    _mm512_storeu_si512(answers->halves.data(), avx512::high_halves(in));
    __m512i rest = avx512::without_first16(
        avx512::compressed(in, ~uint64_t{0}));
    _mm512_storeu_si512(answers->second.data(), avx512::widened(rest));
}

TEST(Avx512, AClassIsAskedForEachByte)
{
    if (best_simd() < Simd::avx512) {
        GTEST_SKIP() << "no AVX-512 here";
    }
    for (int first = 0; first < 256; first++) {
        std::string bytes;
        for (int i = 0; i < 64; i++) {
            bytes += static_cast<char>(first + i * 37);
        }
        Answers answers;
        ask(bytes.data(), &answers);
        for (size_t i = 0; i < bytes.size(); i++) {
            unsigned byte = static_cast<unsigned char>(bytes[i]);
            EXPECT_EQ(answers.is >> i & 1, byte == 0xe9 ? 1u : 0u);
            EXPECT_EQ(answers.within >> i & 1,
                      byte >= 0x70 && byte <= 0x90 ? 1u : 0u);
            EXPECT_EQ(answers.has >> i & 1, (byte & 0x84) != 0 ? 1u : 0u);
            EXPECT_EQ(answers.halves[i], static_cast<char>(byte >> 4));
        }
        for (size_t i = 0; i < answers.second.size(); i++) {
            EXPECT_EQ(answers.second[i],
                      static_cast<unsigned char>(bytes[16 + i]));
        }
    }
}

#endif

}  // namespace

}  // namespace gate
