#include "guard/byte_map.hpp"

#include "guard/pii/glyph.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::guard {

namespace {

bool is_a_digit(char c) { return c >= '0' && c <= '9'; }

bool may_be_capital(char c)
{
    auto byte = static_cast<unsigned char>(c);
    return (c >= 'A' && c <= 'Z') || (byte >= 0xc3 && byte <= 0xd4)
           || byte == 0xe1;
}

bool leads_ideograph(char c)
{
    auto byte = static_cast<unsigned char>(c);
    return byte >= 0xe3 && byte <= 0xed;
}

struct Set {
    ByteMap::Kind  kind;
    bool (*has)(char);
    bool           are_firsts;  // none that is behind another one
};

constexpr Set sets[] = {
    {&ByteBlock::candidates, is_candidate, false},
    {&ByteBlock::numbers, is_a_digit, true},
    {&ByteBlock::capitals, may_be_capital, true},
    {&ByteBlock::ideographs, leads_ideograph, false},
};

std::vector<size_t> plain_places(const std::string& text, const Set& set)
{
    std::vector<size_t> places;
    for (size_t i = 0; i < text.size(); i++) {
        bool is_behind = i > 0 && set.has(text[i - 1]);
        if (set.has(text[i]) && !(set.are_firsts && is_behind)) {
            places.push_back(i);
        }
    }
    return places;
}

std::vector<size_t> places(const ByteMap& map, const std::string& text,
    ByteMap::Kind kind)
{
    std::vector<size_t> found;
    for (size_t at = map.next(kind, 0); at < text.size();
         at = map.next(kind, at + 1))
    {
        found.push_back(at);
    }
    return found;
}

void expect_all(const std::string& text)
{
    for (Simd simd : {Simd::baseline, Simd::avx2, Simd::avx512}) {
        if (simd > best_simd()) {
            break;
        }
        ByteMap map(text, simd);
        for (const Set& set : sets) {
            ASSERT_EQ(places(map, text, set.kind), plain_places(text, set))
                << text << "\nset " << &set - sets;
        }
    }
}

TEST(ByteMap, EveryByteIsWhatItIsInEveryPlace)
{
    for (int byte = 0; byte < 256; byte++) {
        for (size_t at = 0; at < 130; at++) {
            std::string text(130, 'x');
            text[at] = static_cast<char>(byte);
            expect_all(text);
        }
    }
}

TEST(ByteMap, TheSameAsAPlainSearch)
{
    test::Random random(1);
    for (int round = 0; round < 5000; round++) {
        std::string text(random.below(300), 'x');
        size_t rare = 1 + random.below(60);
        for (char& c : text) {
            c = !random.one_in(rare) ? 'x'
                : random.one_in(4)   ? static_cast<char>(random.below(256))
                : random.pick("0123456789/:@AMZ[`az .,\xc2\xc3\xd4\xd5\xd9"
                              "\xe0\xe1\xe2\xe3\xed\xee\xef\xff\x80\x7f");
        }
        expect_all(text);
    }
}

TEST(ByteMap, ItCanBeAskedAnywhere)
{
    std::string text(1000, ' ');
    text[70] = text[90] = text[700] = text[999] = '1';
    ByteMap map(text);
    constexpr auto kind = &ByteBlock::numbers;
    EXPECT_EQ(map.next(kind, 701), 999u);
    EXPECT_EQ(map.next(kind, 0), 70u);
    EXPECT_EQ(map.next(kind, 70), 70u);
    EXPECT_EQ(map.next(kind, 80), 90u);
    EXPECT_EQ(map.next(kind, 1000), 1000u);
    EXPECT_EQ(map.next(kind, 5000), 1000u);
    EXPECT_EQ(ByteMap("").next(kind, 0), 0u);
    EXPECT_EQ(ByteMap().next(kind, 0), 0u);
}

TEST(ByteMap, ItCanBeReadAgain)
{
    ByteMap map;
    for (size_t size : {100, 3, 1 << 20, 64, 0, 5000, 300000, 10}) {
        std::string text(size, ' ');
        if (size > 0) {
            text.back() = '7';
        }
        map.read(text);
        EXPECT_EQ(map.next(&ByteBlock::numbers, 0), size - (size > 0 ? 1 : 0));
        EXPECT_EQ(map.next(&ByteBlock::capitals, 0), size);
    }
}

TEST(ByteMap, WhateverFoldsToACandidateIsOne)
{
    auto first = [](std::string_view text) {
        return ByteMap(text).next(&ByteBlock::candidates, 0);
    };
    for (auto text : {"０", "９", "＠", "：", "①", "٠", "۹", "०",
                      "৯", "๐", "𝟎", "𝟿", "߀", "០"}) {
        EXPECT_EQ(first(text), 0u) << text;
    }
    for (auto text : {"é", "ж", "電", "カ", "한"}) {
        EXPECT_NE(first(text), 0u) << text;
    }
}

}  // namespace

}  // namespace gate::guard
