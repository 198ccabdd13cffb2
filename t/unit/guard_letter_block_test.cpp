#include "guard/injection/letter_block.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

void expect_same(const std::string& bytes)
{
    LetterBlock fast = letter_block(bytes.data());
    LetterBlock slow = letter_block_by_bytes(bytes.data());
    ASSERT_EQ(fast.letters, slow.letters) << bytes;
    ASSERT_EQ(fast.spaces, slow.spaces) << bytes;
    ASSERT_EQ(fast.doubles, slow.doubles) << bytes;
}

TEST(LetterBlock, BitsTellOfBytes)
{
    std::string bytes(LetterBlock::reads, '.');
    bytes.replace(0, 5, "aa z ");
    bytes[63] = 'q';
    bytes[64] = 'q';
    LetterBlock block = letter_block(bytes.data());
    EXPECT_EQ(block.letters, 0x800000000000000bu);
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
                                      : random.pick("ab `z{");
        }
        expect_same(bytes);
    }
}

}  // namespace

}  // namespace gate::guard
