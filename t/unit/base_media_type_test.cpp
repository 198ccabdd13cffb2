#include "base/media_type.hpp"

#include <gtest/gtest.h>

namespace gate {

namespace {

TEST(MediaType, ParametersDoNotMatterButTheCharset)
{
    constexpr std::string_view json = "application/json";

    for (std::string_view value : {"application/json", "Application/JSON",
                                   "application/json; charset=UTF-8",
                                   "application/json;charset=\"utf-8\"",
                                   "application/json ; x=y"}) {
        EXPECT_TRUE(is_media_type(value, json)) << value;
    }
    for (std::string_view value : {"", "text/json", "application/jsonx",
                                   "application/json; charset=utf-16",
                                   "application/json;charset=utf-7",
                                   "application/json; charset=\"\""}) {
        EXPECT_FALSE(is_media_type(value, json)) << value;
    }
    EXPECT_FALSE(has_utf8_charset("a/b; charset=utf-8; charset=utf-16"));
    EXPECT_TRUE(has_utf8_charset("text/plain"));
    EXPECT_FALSE(has_utf8_charset("text/plain; charset=latin1"));
    EXPECT_FALSE(has_utf8_charset("text/plain; a=b; CharSet=latin1"));
}

}  // namespace

}  // namespace gate
