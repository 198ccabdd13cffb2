#include "base/block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace gate {

namespace {

constexpr size_t none = 99;

size_t first(Marks marks)
{
    return marks.bits() == 0 ? none : Marks::first(marks.bits());
}

TEST(Block, EachByteIsFoundAtEachPlace)
{
    for (int c = 0; c < 256; c++) {
        for (size_t at = 0; at < Block::size; at++) {
            std::string text(Block::size, static_cast<char>(c ^ 0x55));
            EXPECT_EQ(first(Block(text.data()).equals(static_cast<char>(c))),
                      none);
            text[at] = static_cast<char>(c);
            text[Block::size - 1] = static_cast<char>(c);
            EXPECT_EQ(first(Block(text.data()).equals(static_cast<char>(c))),
                      at);
        }
    }
}

TEST(Block, WhatIsBelowABoundIsFoundAtEachPlace)
{
    for (int bound : {1, 0x20, 0x21, 0x40, 0x7f}) {
        for (int flip : {0, 2, 0x10}) {
            for (int c = 0; c < 256; c++) {
                bool wanted = c >= 0x80 || (c ^ flip) < bound;
                for (size_t at = 0; at < Block::size; at++) {
                    std::string text(Block::size,
                                     static_cast<char>(0x7f ^ flip));
                    text[at] = static_cast<char>(c);
                    size_t found = first(
                        Block(text.data()).below_or_not_ascii(
                            static_cast<char>(bound),
                            static_cast<char>(flip)));
                    ASSERT_EQ(found, wanted ? at : none)
                        << bound << ' ' << flip << ' ' << c;
                }
            }
        }
    }
}

TEST(Block, WhatIsABoundOrMoreIsFoundAtEachPlace)
{
    for (int bound : {0x80, 0x90, 0xa0, 0xc0, 0xe0, 0xf5, 0xff}) {
        for (int c = 0; c < 256; c++) {
            for (size_t at = 0; at < Block::size; at++) {
                std::string text(Block::size, '\x7f');
                text[at] = static_cast<char>(c);
                auto marks = Block(text.data()).at_least(
                    static_cast<unsigned char>(bound));
                ASSERT_EQ(first(marks), c >= bound ? at : none)
                    << bound << ' ' << c;
            }
        }
    }
}

TEST(Block, TheFirstOfTwoKindsIsFound)
{
    for (size_t a = 0; a < Block::size; a++) {
        for (size_t b = 0; b < Block::size; b++) {
            std::string text(Block::size, ' ');
            text[a] = 'a';
            text[b] = 'b';
            Block block(text.data());
            EXPECT_EQ(first(block.equals('a') | block.equals('b')),
                      std::min(a, b));
        }
    }
}

TEST(Block, IsStoredAsItWasLoaded)
{
    std::string text = "0123456789abcdef!";
    std::string copy(17, '-');
    Block(text.data()).store(copy.data());
    EXPECT_EQ(copy, "0123456789abcdef-");
}

}  // namespace

}  // namespace gate
