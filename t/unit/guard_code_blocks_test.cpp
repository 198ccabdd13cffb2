#include "guard/injection/code_blocks.hpp"

#include "guard/injection/encodings.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::guard {

namespace {

// Where something begins, byte by byte: twice the place, and one for a run.
std::vector<size_t> places_by_byte(std::string_view text)
{
    std::vector<size_t> places;
    for (size_t at = 0; at < text.size(); at++) {
        size_t run = 0;
        while (run < shortest_run && at + run < text.size()
               && belongs(text[at + run], in_run)) {
            run++;
        }
        if (run == shortest_run) {
            places.push_back(2 * at + 1);
        } else if (belongs(text[at], opens_escape)) {
            places.push_back(2 * at);
        }
    }
    return places;
}

std::vector<size_t> places(std::string_view text, Simd simd)
{
    std::vector<size_t> places;
    CodeBlocks blocks(text, simd);
    CodeBlock block;
    while (blocks.next(0, &block)) {
        for (size_t i = 0; i < 64; i++) {
            if ((block.runs >> i & 1) != 0) {
                places.push_back(2 * (block.at + i) + 1);
            } else if ((block.escapes >> i & 1) != 0) {
                places.push_back(2 * (block.at + i));
            }
        }
    }
    return places;
}

void expect_places(std::string_view text)
{
    auto wanted = places_by_byte(text);
    ASSERT_EQ(places(text, Simd::baseline), wanted) << text;
    ASSERT_EQ(places(text, best_simd()), wanted) << text;
}

TEST(CodeBlocks, EachByteIsReadAsByItself)
{
    for (int c = 0; c < 256; c++) {
        for (size_t at = 0; at < 200; at++) {
            std::string text(200, ' ');
            text[at] = static_cast<char>(c);
            expect_places(text);
        }
    }
}

TEST(CodeBlocks, EachByteEndsARunOrDoesNot)
{
    for (int c = 0; c < 256; c++) {
        for (size_t at = 0; at < 140; at++) {
            std::string text(200, ' ');
            text.replace(at, 18, std::string(18, 'a'));
            text[at + 4] = static_cast<char>(c);
            expect_places(text);
            text[at + 1] = static_cast<char>(c);
            expect_places(text);
        }
    }
}

TEST(CodeBlocks, RunsOfEachLengthAreFoundAtEachPlace)
{
    for (size_t size : {14, 15, 16, 17, 31, 63, 64, 65, 79, 80, 128, 190}) {
        for (size_t at = 0; at + size <= 200; at++) {
            std::string text(200, '.');
            text.replace(at, size, std::string(size, 'x'));
            text[(at + size) % 200] = '=';
            expect_places(text);
            expect_places(text.substr(0, at + size));
        }
    }
}

TEST(CodeBlocks, RandomTextsAreReadAsByteByByte)
{
    test::Random random(5);
    for (int round = 0; round < 5000; round++) {
        std::string text;
        size_t rare = 1 + random.below(40);
        for (size_t size = random.below(400); size > 0; size--) {
            text += random.one_in(rare) ? random.pick(" .%&=\\\n@,\xe9")
                                        : random.pick("aZ09+-/_@<");
        }
        expect_places(text);
    }
}

TEST(CodeBlocks, WhatIsDoneIsPassed)
{
    std::string text(640, '%');
    CodeBlocks blocks(text, best_simd());
    CodeBlock block;
    ASSERT_TRUE(blocks.next(130, &block));
    EXPECT_EQ(block.at, 128u);
    ASSERT_TRUE(blocks.next(320, &block));
    EXPECT_EQ(block.at, 320u);
    EXPECT_FALSE(blocks.next(640, &block));
}

}  // namespace

}  // namespace gate::guard
