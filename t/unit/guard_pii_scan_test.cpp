#include "guard/pii/pii_scan.hpp"

#include "guard/pii/glyph.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

size_t next_candidate(std::string_view text, size_t at)
{
    size_t found = CandidateWalk(text, Simd::baseline).next(at);
    EXPECT_EQ(CandidateWalk(text).next(at), found) << text;
    return found;
}

size_t next_by_byte(std::string_view text, size_t at)
{
    while (at < text.size() && !is_candidate(text[at])) {
        at++;
    }
    return at;
}

TEST(PiiScan, EachByteIsJudgedAsByItself)
{
    for (int byte = 0; byte < 256; byte++) {
        for (size_t place = 0; place < 140; place++) {
            std::string text(140, 'x');
            text[place] = static_cast<char>(byte);
            ASSERT_EQ(next_candidate(text, 0), next_by_byte(text, 0))
                << "byte " << byte << " at " << place;
        }
    }
}

TEST(PiiScan, AnyTextIsScannedAsByteByByte)
{
    test::Random random(7);
    for (int n = 0; n < 2000; n++) {
        std::string text(random.below(200), ' ');
        for (char& c : text) {
            c = random.one_in(20) ? static_cast<char>(random.below(256))
                                  : 'a';
        }
        for (size_t at = 0; at <= text.size(); at++) {
            ASSERT_EQ(next_candidate(text, at), next_by_byte(text, at));
        }
    }
}

TEST(PiiScan, AWalkFindsEachCandidateOnce)
{
    test::Random random(8);
    for (int n = 0; n < 2000; n++) {
        std::string text(random.below(300), ' ');
        size_t rare = 1 + random.below(40);
        for (char& c : text) {
            c = random.one_in(rare) ? random.pick("09:@;/?A\xe2\xd8\xf0\xe3")
                                    : 'a';
        }
        CandidateWalk walk(text);
        CandidateWalk baseline(text, Simd::baseline);
        size_t at = 0;
        while (at < text.size()) {
            size_t found = walk.next(at);
            ASSERT_EQ(found, next_by_byte(text, at)) << text;
            ASSERT_EQ(baseline.next(at), found) << text;
            at = found + 1 + (random.one_in(4) ? random.below(90) : 0);
        }
    }
}

TEST(PiiScan, WhateverFoldsToACandidateIsOne)
{
    for (auto text : {"０", "９", "＠", "：", "①", "٠", "۹", "०",
                      "৯", "๐", "𝟎", "𝟿", "߀", "០"}) {
        EXPECT_EQ(next_candidate(text, 0), 0u) << text;
    }
    for (auto text : {"é", "ж", "電", "カ", "한"}) {
        EXPECT_NE(next_candidate(text, 0), 0u) << text;
    }
}

}  // namespace

}  // namespace gate::guard
