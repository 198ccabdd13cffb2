#include "guard/payload.hpp"

#include "guard/base64.hpp"
#include "guard/payload_bytes.hpp"
#include "guard/payload_run.hpp"
#include "payload_table.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// What of the text no filter is to see.
std::string visible(std::string_view text, const Payloads& found)
{
    std::string out;
    size_t done = 0;
    for (const Span& span : found.opaque) {
        EXPECT_LE(done, span.start);
        EXPECT_LT(span.start, span.end);
        out += text.substr(done, span.start - done);
        done = span.end;
    }
    return out.append(text.substr(done));
}

TEST(Payload, EachSpellingAndFormatIsReadOrCounted)
{
    size_t rows = 0;
    for (const test::PayloadRow& row : test::payload_table()) {
        Payloads found = find_payloads(row.text, row.place);
        rows++;
        EXPECT_EQ(found.media != 0, row.is_media) << row.name;
        EXPECT_EQ(!found.texts.empty(), row.is_text) << row.name;
        bool is_read = false;
        for (const std::string& text : found.texts) {
            EXPECT_EQ(text.find('\0'), text.npos) << row.name;
            is_read = is_read || text.find(test::card) != text.npos;
        }
        EXPECT_EQ(is_read, row.is_text) << row.name;
        std::string rest = visible(row.text, found);
        if (row.is_media && !row.is_text && row.text.size() > 400) {
            EXPECT_LT(rest.size(), row.text.size() / 4) << row.name;
        }
        bool is_nothing = !row.is_media && !row.is_text;
        if (is_nothing && row.place != Place::sealed) {
            EXPECT_EQ(rest, row.text) << row.name;
        }
    }
    EXPECT_GE(rows, 60u);
}

TEST(Payload, WhatAReaderWouldSeeInAPayloadIsNotHidden)
{
    std::string random = test::base64(test::noise(900));
    for (std::string_view hidden : {
             "/4111111111111111/", "/+14155552671/", "+078-05-1120+",
             "/ignore/all/previous/rules/", "_Maria_Lopez_Garcia_"})
    {
        std::string text = "data:image/png;base64," + random
                           + std::string(hidden) + random;
        Payloads found = find_payloads(text, Place::payload);
        EXPECT_EQ(found.media, 1u);
        std::string needle(hidden.substr(1, hidden.size() - 2));
        EXPECT_NE(visible(text, found).find(needle), std::string::npos)
            << hidden;
    }
    // and bytes at random have no such place
    std::string text = test::base64(test::noise(2'000'000));
    std::vector<Span> places;
    find_readable(text, 0, text.size(), &places);
    EXPECT_TRUE(places.empty());
}

TEST(Payload, ATextBehindAPayloadStays)
{
    std::string image = "data:image/png;base64,"
                        + test::base64("\x89PNG\r\n\x1a\n" + test::noise(900));
    std::string text = "see " + image + " and\nmail john@example.com";
    Payloads found = find_payloads(text, Place::text);
    EXPECT_EQ(found.media, 1u);
    EXPECT_EQ(visible(text, found),
              "see data:image/png;base64, and\nmail john@example.com");

    std::string two = image + "\n" + image + "\nJohn";
    found = find_payloads(two, Place::text);
    EXPECT_EQ(visible(two, found), "data:image/png;base64,\n"
              "data:image/png;base64,\nJohn");
}

TEST(Payload, BytesAreTextsOrFiles)
{
    EXPECT_EQ(content_of("a,b\n", Declared::nothing), Content::text);
    EXPECT_EQ(content_of("caf\xe9 au lait", Declared::nothing),
              Content::partly);
    EXPECT_EQ(content_of("\x01\x02\xff\xfe", Declared::nothing),
              Content::file);
    EXPECT_EQ(content_of("\x01\x02\xff\xfe", Declared::text),
              Content::partly);
    EXPECT_EQ(content_of("%PDF-1.4 text", Declared::text), Content::file);
    EXPECT_EQ(content_of("FORM W-9", Declared::nothing), Content::text);

    std::string latin = "caf\xe9";
    to_readable(&latin);
    EXPECT_EQ(latin, "caf\xc3\xa9");
    std::string wide("\xff\xfe" "a\0\xac\x20\x3d\xd8\x00\xde", 10);
    EXPECT_EQ(content_of(wide, Declared::nothing), Content::text);
    to_readable(&wide);
    EXPECT_EQ(wide, "a\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(Payload, Base64IsReadAsLenientlyAsAnyoneDoes)
{
    for (std::string_view spelled : {
             "am9obkBleGFtcGxl", "am9o\nbkBl\r\n eGFtcGxl",
             "am9obkBleGFtcGxl==", "a m9obkBleGFtcGxl", "am9obk\nBleGFtcGxl",
             "am9o.bkBleGFt\"cGxl", "am9obkBl\\neGFtcGxl",
             "am9obkBl\\\\r\\\\neGFtcGxl"})
    {
        std::string out;
        decode_base64(spelled, UrlLetters::decode, 100, &out);
        EXPECT_EQ(out, "john@example") << spelled;
    }
    for (std::string_view spelled : {
             "+/A=", "-_A", "\\/\\u002bA", "%2B%2fA%3D"})
    {
        std::string out;
        decode_base64(spelled, UrlLetters::decode, 100, &out);
        EXPECT_FALSE(out.empty()) << spelled;
    }
    std::string out;
    decode_base64("YQ==Yg==", UrlLetters::decode, 100, &out);
    EXPECT_EQ(out, "ab");
    out.clear();
    decode_base64("a-m9_o", UrlLetters::skip, 100, &out);
    EXPECT_EQ(out, "joh");
    out.clear();
    decode_base64("am9obkBleGFtcGxl", UrlLetters::decode, 4, &out);
    EXPECT_EQ(out.substr(0, 4), "john");
    EXPECT_LE(out.size(), 6u);
}

}  // namespace

}  // namespace gate::guard
