#include "guard/injection/letter_block.hpp"

#include "base/cpu.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

void expect_same(const LetterBlock& fast, const std::string& bytes)
{
    LetterBlock slow = letter_block_by_bytes(bytes.data());
    ASSERT_EQ(fast.letters, slow.letters) << bytes;
    ASSERT_EQ(fast.spaces, slow.spaces) << bytes;
    ASSERT_EQ(fast.doubles, slow.doubles) << bytes;
    ASSERT_EQ(fast.leets, slow.leets) << bytes;
    ASSERT_EQ(fast.separators, slow.separators) << bytes;
}

void expect_same(const std::string& bytes)
{
    expect_same(letter_block(bytes.data()), bytes);
#if defined(__x86_64__)
    if (best_simd() >= Simd::avx2) {
        expect_same(avx2_letter_block(bytes.data()), bytes);
    }
    if (best_simd() >= Simd::avx512) {
        expect_same(avx512_letter_block(bytes.data()), bytes);
    }
#endif
}

TEST(LetterBlock, BitsTellOfBytes)
{
    std::string bytes(LetterBlock::reads, '.');
    bytes.replace(0, 7, "aa z 3m");
    bytes[63] = 'q';
    bytes[64] = 'q';
    LetterBlock block = letter_block(bytes.data());
    EXPECT_EQ(block.letters, 0x800000000000004bu);
    EXPECT_EQ(block.leets, 0x20u);
    EXPECT_EQ(block.separators, 0x7fffffffffffff80u);
    EXPECT_EQ(block.spaces, 0x14u);
    EXPECT_EQ(block.doubles & 0xc00000000000001fu, 0x8000000000000001u);
}

TEST(LetterBlock, EachByteIsReadTheSameAtEachPlace)
{
    for (int c = 0; c < 256; c++) {
        std::string bytes(LetterBlock::reads, 'm');
        for (size_t at = 0; at < bytes.size(); at++) {
            bytes[at] = static_cast<char>(c);
            expect_same(bytes);
        }
    }
}

TEST(LetterBlock, RandomBytesAreReadTheSame)
{
    test::Random random(1);
    for (int round = 0; round < 20000; round++) {
        std::string bytes;
        while (bytes.size() < LetterBlock::reads) {
            bytes += random.one_in(3) ? static_cast<char>(random.next())
                                      : random.pick("ab `z{-1");
        }
        expect_same(bytes);
    }
}

}  // namespace

}  // namespace gate::guard
