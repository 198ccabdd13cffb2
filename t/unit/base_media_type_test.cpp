#include "base/media_type.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate {

namespace {

constexpr std::string_view json = "application/json";

TEST(MediaType, WellFormedParametersDoNotMatterButTheCharset)
{
    for (std::string_view value : {
             "application/json", "Application/JSON", " application/json\t",
             "application/json; charset=UTF-8", "application/json;",
             "application/json;charset=\"utf-8\"", "application/json;;",
             "application/json ; x=y", "application/json\t;\tx=y",
             "application/json; charset=utf8; charset=utf-8",
             "application/json; x=\"a b,c=d\"; y*=utf-8''z"}) {
        EXPECT_TRUE(is_media_type(value, json)) << value;
    }
    for (std::string_view value : {
             "", "text/json", "application/jsonx", "application/json x",
             "application/json, text/plain", "application/json,",
             "application /json", "application/json/x"}) {
        EXPECT_FALSE(is_media_type(value, json)) << value;
    }
}

// fault J17: none of the ways to write a charset that some parser reads
TEST(MediaType, AnotherCharsetIsAnotherTypeHoweverItIsWritten)
{
    for (std::string_view parameters : {
             "charset=utf-16", "charset=utf-7", "charset=\"\"", "charset=",
             "charset =utf-7", "charset = utf-7", "charset\t=utf-7",
             "charset= utf-7", "charset =utf-8", "charset= utf-8",
             "charset*=utf-8''utf-7", "charset*0=utf-7", "charset*0*=utf-7",
             "charset*=utf-8", "charset*0=utf-8", "charsets=utf-8",
             "\"charset\"=utf-7", "\"charset\"=utf-8", "charset",
             "charset='utf-8'", "charset=utf-8 utf-7", "charset=utf-8,utf-7",
             "charset=\"utf-8", "charset=utf-8\"", "charset=\"utf-8\"x",
             "charset=\"utf\\-8\"", "charset=\"utf-8;\"", "CharSet=latin1",
             "charset=utf-8;charset=utf-7", "charset=utf-7;charset=utf-8",
             "a=b; CHARSET=utf-7", "a=b\tcharset=utf-7", "a=b charset=utf-7",
             "a=\"; charset=utf-7\"", "a=\"x\\\"; charset=utf-7; b=\"\"",
             "a=b, charset=utf-7", "=utf-7", "a", "a=", "a =b", "a= b",
             "a=b=c", "a=\"\x01\"", "a=\"b", "a=b\"", "a=(b)", "(a)=b"}) {
        std::string value = "application/json; " + std::string(parameters);
        EXPECT_FALSE(is_media_type(value, json)) << value;
        EXPECT_FALSE(has_utf8_charset(value)) << value;
    }
}

TEST(MediaType, TextOfAnyTypeMayBeUtf8)
{
    EXPECT_TRUE(has_utf8_charset(""));
    EXPECT_TRUE(has_utf8_charset("text/plain"));
    EXPECT_TRUE(has_utf8_charset("text/plain; charset=utf-8"));
    EXPECT_TRUE(has_utf8_charset(
        "multipart/form-data; boundary=\"----=_Part_1:2/3\""));
    EXPECT_FALSE(has_utf8_charset("text/plain; charset=latin1"));
    EXPECT_FALSE(has_utf8_charset("a/b; charset=utf-8; charset=utf-16"));
    EXPECT_FALSE(has_utf8_charset("text/plain charset=utf-7"));
    EXPECT_FALSE(has_utf8_charset("text/plain, a/b; charset=utf-8"));
    EXPECT_FALSE(has_utf8_charset("text"));
    EXPECT_FALSE(has_utf8_charset("; charset=utf-8"));
}

TEST(MediaType, AnEventStreamIsKnownInEverySpelling)
{
    for (std::string_view value : {
             "text/event-stream", "Text/Event-Stream", "\ttext/event-stream ",
             "text/event-stream; charset=utf-8", "text/event-stream\t; a=b",
             "text/event-stream;charset=utf-7", "text/event-stream x",
             "text/event-stream, text/plain",
             "text/plain,text/event-stream"}) {
        EXPECT_TRUE(is_event_stream_type(value)) << value;
    }
    for (std::string_view value : {"", ",", "text/event-streams", "text/plain",
                                   "text/plain; text/event-stream",
                                   "xtext/event-stream"}) {
        EXPECT_FALSE(is_event_stream_type(value)) << value;
    }
}

TEST(MediaType, ACodingThatChangesNothingIsKnown)
{
    for (std::string_view value : {"", " ", "identity", "None",
                                   "identity, none", "identity,"}) {
        EXPECT_TRUE(is_identity_coding(value)) << value;
    }
    for (std::string_view value : {"gzip", "br", "identity, gzip", "gzip,none",
                                   "noned"}) {
        EXPECT_FALSE(is_identity_coding(value)) << value;
    }
}

TEST(MediaType, JsonIsAnnouncedByThreeKindsOfTypes)
{
    for (std::string_view type : {"application/json", "Application/JSON;x=y",
                                  "text/json", "application/a+json ",
                                  "application/problem+JSON; charset=utf-8"})
    {
        EXPECT_TRUE(is_json_type(type)) << type;
    }
    for (std::string_view type : {"", "text/plain", "+json", "application/x",
                                  "application/jsonl", "a;b=c+json"})
    {
        EXPECT_FALSE(is_json_type(type)) << type;
    }
}

}  // namespace

}  // namespace gate
