#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gate {

namespace {

TEST(Hash, TextsThatDifferOnlyInTrailingZerosDiffer)
{
    std::set<uint64_t> seen;
    for (size_t size = 0; size <= 40; size++) {
        EXPECT_TRUE(seen.insert(hash_bytes(7, std::string(size, '\0')))
                        .second) << size;
    }
}

TEST(Hash, AllTextsOfTwoBytesDifferAndFillATableEvenly)
{
    std::set<uint64_t> seen;
    unsigned slots[256] = {};

    for (unsigned i = 0; i < 65536; i++) {
        const char text[] = {static_cast<char>(i), static_cast<char>(i >> 8)};
        uint64_t h = hash_bytes(42, {text, 2});
        seen.insert(h);
        slots[h % 256]++;
    }
    EXPECT_EQ(seen.size(), 65536u);
    for (unsigned count : slots) {
        EXPECT_GT(count, 150u);  // 256 expected
        EXPECT_LT(count, 400u);
    }
}

TEST(Hash, EachByteCountsAtEachPlace)
{
    for (size_t size = 1; size <= 33; size++) {
        std::string text(size, 'a');
        uint64_t h = hash_bytes(1, text);
        for (size_t at = 0; at < size; at++) {
            text[at] = 'b';
            EXPECT_NE(hash_bytes(1, text), h) << size << ' ' << at;
            text[at] = 'a';
        }
    }
}

TEST(Hash, AnotherSeedGivesAnotherHash)
{
    std::set<uint64_t> seen;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        seen.insert(hash_bytes(seed, "name"));
    }
    EXPECT_EQ(seen.size(), 1000u);
    EXPECT_EQ(hash_bytes(5, "name"), hash_bytes(5, std::string("name")));
}

}  // namespace

}  // namespace gate
