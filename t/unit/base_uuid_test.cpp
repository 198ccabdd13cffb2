#include "base/uuid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace gate {

namespace {

// RFC 9562, appendix A.6
TEST(Uuid, MatchesTheExampleOfTheRfc)
{
    const uint8_t random[10] = {0x0c, 0xc3, 0x18, 0xc4, 0xdc,
                                0x0c, 0x0c, 0x07, 0x39, 0x8f};
    EXPECT_EQ(uuid_v7(0x017f22e279b0, random),
              "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
}

TEST(Uuid, VersionAndVariantStandWhateverTheRandomBytesAre)
{
    for (unsigned fill = 0; fill < 256; fill++) {
        uint8_t random[10];
        std::fill(random, random + 10, static_cast<uint8_t>(fill));
        std::string id = uuid_v7(fill, random);

        ASSERT_EQ(id.size(), 36u);
        EXPECT_EQ(id[14], '7');
        EXPECT_NE(std::string("89ab").find(id[19]), std::string::npos) << id;
        for (size_t i = 0; i < id.size(); i++) {
            bool dash = i == 8 || i == 13 || i == 18 || i == 23;
            EXPECT_EQ(id[i] == '-', dash) << id;
        }
    }
}

TEST(Uuid, EachRandomBitButTheSixFixedOnesCounts)
{
    const uint8_t none[10] = {};
    unsigned kept = 0;

    for (unsigned bit = 0; bit < 80; bit++) {
        uint8_t random[10] = {};
        random[bit / 8] = static_cast<uint8_t>(1u << bit % 8);
        kept += uuid_v7(0, random) != uuid_v7(0, none);
    }
    EXPECT_EQ(kept, 74u);
}

TEST(Uuid, SortsByTheTimeOfItsMaking)
{
    const uint8_t low[10] = {};
    uint8_t high[10];
    std::fill(high, high + 10, uint8_t{0xff});

    for (int bit = 0; bit < 48; bit++) {
        uint64_t time = uint64_t{1} << bit;
        EXPECT_LT(uuid_v7(time - 1, high), uuid_v7(time, low)) << bit;
    }
}

}  // namespace

}  // namespace gate
