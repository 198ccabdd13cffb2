#include "auth/bearer.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::auth {

namespace {

TEST(Bearer, TheSchemeIsReadInAnyCase)
{
    for (std::string_view scheme : {"Bearer", "bearer", "BEARER", "bEaReR"}) {
        EXPECT_EQ(bearer_token(std::string(scheme) + " igk_x"), "igk_x");
    }
}

// fault A02
TEST(Bearer, AnythingElseHasNoKey)
{
    for (std::string_view header : {"", "Bearer", "Bearer ", "Bearer  x",
             "Bearer x y", "Bearer x ", " Bearer x", "Bearer\tx", "Bearerx",
             "Basic eDp5", "Bearer: x", "x", "Bearer \xc3\xa9",
             "Bearer ' OR 1=1 --", "Bearer x\r\nX: y"}) {
        EXPECT_EQ(bearer_token(header), "") << header;
    }
}

TEST(Bearer, ByteForByteOnlyVisibleAsciiMayStandInAKey)
{
    for (unsigned c = 0; c < 256; c++) {
        std::string key = {'a', static_cast<char>(c), 'b'};
        std::string wanted = c > 0x20 && c < 0x7f ? key : "";
        EXPECT_EQ(bearer_token("Bearer " + key), wanted) << c;
        EXPECT_EQ(plain_token(key), wanted) << c;
    }
}

TEST(Bearer, AKeyIsOneTo512BytesLong)
{
    std::string key(max_key_size, 'k');
    EXPECT_EQ(max_key_size, 512u);
    EXPECT_EQ(bearer_token("Bearer " + key), key);
    EXPECT_EQ(plain_token(key), key);
    EXPECT_EQ(plain_token("k"), "k");

    key += 'k';
    EXPECT_EQ(bearer_token("Bearer " + key), "");
    EXPECT_EQ(plain_token(key), "");
    EXPECT_EQ(plain_token(""), "");
    EXPECT_EQ(bearer_token("Bearer " + std::string(8192, 'k')), "");
}

TEST(Bearer, ThePlainHeaderHoldsTheKeyAlone)
{
    EXPECT_EQ(plain_token("igk_x"), "igk_x");
    EXPECT_EQ(plain_token("Bearer igk_x"), "");
    EXPECT_EQ(plain_token(" igk_x"), "");
}

}  // namespace

}  // namespace gate::auth
