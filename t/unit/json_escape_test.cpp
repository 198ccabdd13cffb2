#include "json/escape.hpp"

#include "json_random.hpp"
#include "json_reference.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::json {

namespace {

std::string decoded(std::string_view raw)
{
    std::string out;
    append_decoded(out, {raw, raw.find('\\') != raw.npos});
    return out;
}

// By the slow reader: "s5:text".
std::string wanted_text(std::string_view raw)
{
    auto dump = test::dump_by_reference('"' + std::string(raw) + '"');
    return dump ? dump->substr(dump->find(':') + 1) : "no string";
}

TEST(Escape, EachIsReadWithItsLengthAndMeaning)
{
    struct {
        std::string_view  text;
        uint32_t          length;
        uint32_t          code_point;
        uint32_t          text_length;
    } constexpr cases[] = {
        {"\\\"", 2, '"', 1},      {"\\\\", 2, '\\', 1}, {"\\/", 2, '/', 1},
        {"\\b", 2, 8, 1},         {"\\f", 2, 12, 1},    {"\\n", 2, 10, 1},
        {"\\r", 2, 13, 1},        {"\\t", 2, 9, 1},     {"\\u007f", 6, 127, 1},
        {"\\u0080", 6, 128, 2},   {"\\u07FF", 6, 0x7ff, 2},
        {"\\u0800", 6, 0x800, 3}, {"\\uFffF", 6, 0xffff, 3},
        {"\\ud800\\udc00", 12, 0x10000, 4},
        {"\\uDBFF\\uDFFF", 12, 0x10ffff, 4},
    };

    for (const auto& one : cases) {
        Escape escape = read_escape(one.text, 0);
        EXPECT_EQ(escape.length, one.length) << one.text;
        EXPECT_EQ(escape.code_point, one.code_point) << one.text;
        EXPECT_EQ(escape.text_length(), one.text_length) << one.text;
    }
}

TEST(Escape, WhatIsNoneIsRefusedWithItsCause)
{
    std::string_view cause;
    for (std::string_view text : {"\\", "\\x", "\\u", "\\u123", "\\u12g4",
                                  "\\U1234"}) {
        EXPECT_EQ(read_escape(text, 0, &cause).length, 0u) << text;
        EXPECT_EQ(cause, "invalid escape") << text;
    }
    for (std::string_view text : {"\\ud800", "\\udc00\\ud800",
             "\\ud800\\u0040", "\\ud800\\udc0", "\\ud800 \\udc00"}) {
        EXPECT_EQ(read_escape(text, 0, &cause).length, 0u) << text;
        EXPECT_EQ(cause, "lone surrogate escape") << text;
    }
    EXPECT_EQ(read_escape("\\u0000", 0, &cause).length, 0u);
    EXPECT_EQ(cause, "NUL in a string");
}

TEST(Escape, AStringIsDecodedAsByTheReference)
{
    test::Random random(31);

    for (int round = 0; round < 5000; round++) {
        std::string raw;
        for (size_t part = random.below(6); part > 0; part--) {
            std::string text = test::random_string(random);
            raw += text.substr(1, text.size() - 2);
            raw.append(random.below(40), 'x');
        }
        ASSERT_EQ(decoded(raw), wanted_text(raw)) << raw;
    }
}

TEST(Escape, DecodingAppends)
{
    std::string out = "before ";
    append_decoded(out, {"a\\nb", true});
    append_decoded(out, {"plain", false});
    append_decoded(out, {"", false});
    append_decoded(out, {"", true});
    EXPECT_EQ(out, "before a\nbplain");
}

TEST(Escape, AnEscapeAtEachPlaceIsDecoded)
{
    for (size_t before = 0; before <= 40; before++) {
        for (size_t after = 0; after <= 40; after++) {
            std::string start(before, 'a');
            std::string end(after, 'b');
            ASSERT_EQ(decoded(start + "\\n" + end), start + '\n' + end);
            ASSERT_EQ(decoded(start + "\\ud83d\\ude00" + end),
                      start + "\xf0\x9f\x98\x80" + end);
        }
    }
}

// A long string is decoded a part at a time.
TEST(Escape, AnEscapeInALongStringIsDecoded)
{
    const std::string_view escapes[][2] = {
        {"\\n", "\n"}, {"\\u20ac", "\xe2\x82\xac"},
        {"\\ud83d\\ude00", "\xf0\x9f\x98\x80"}, {"\\", "\\"},
        {"\\n\\u0041\\n", "\nA\n"}, {"\\ud800", "\\ud800"},
    };
    for (auto [raw, text] : escapes) {
        for (size_t before = 1000; before <= 2080; before++) {
            std::string start(before, 'a');
            std::string end(before % 50, '.');
            ASSERT_EQ(decoded(start + std::string(raw) + end),
                      start + std::string(text) + end) << before;
        }
    }
    std::string many;
    for (int i = 0; i < 3000; i++) {
        many += "\\u20ac";
    }
    EXPECT_EQ(decoded("." + many), wanted_text("." + many));
}

TEST(Escape, WhatIsNoEscapeStaysAsItIs)
{
    for (std::string_view raw : {"\\", "a\\", "\\x", "\\u12", "\\ud800",
                                 "\\ud800\\u0040"}) {
        std::string text = decoded(raw);
        EXPECT_LE(text.size(), raw.size());
        EXPECT_EQ(text[0], raw[0]) << raw;
    }
}

TEST(Escape, ANulIsDecodedWhereItIsLetIn)
{
    EXPECT_EQ(decoded("a\\u0000b"), std::string("a\0b", 3));
}

// A character of a string with its places in the text and in the spelling.
struct Place {
    size_t  text_start, text_end;
    size_t  raw_start, raw_end;
};

std::string random_raw(test::Random& random, std::vector<Place>* places)
{
    static constexpr std::string_view parts[] = {
        "a", "bcd", "\\n", "\\u0041", "\\u00e9", "\\u20ac", "\xc3\xa9",
        "\\ud83d\\ude00", "\xf0\x9f\x98\x80", "\\\\", "\\\"",
    };
    std::string raw;
    size_t text_at = 0;

    for (size_t count = random.below(12); count > 0; count--) {
        std::string_view part = random.pick(parts);
        size_t size = wanted_text(part).size();
        // within what is spelled as it is, each byte is its own
        bool is_escape = part[0] == '\\';
        for (size_t i = 0; i < (is_escape ? 1 : size); i++) {
            size_t step = is_escape ? size : 1;
            places->push_back({text_at, text_at + step, raw.size() + i,
                               raw.size() + i
                               + (is_escape ? part.size() : 1)});
            text_at += step;
        }
        raw += part;
    }
    return raw;
}

TEST(EscapeWalk, EachSpanIsMappedToWhatItTouches)
{
    test::Random random(33);

    for (int round = 0; round < 400; round++) {
        std::vector<Place> places;
        std::string raw = random_raw(random, &places);
        size_t size = places.empty() ? 0 : places.back().text_end;

        for (size_t start = 0; start < size; start++) {
            for (size_t end = start + 1; end <= size; end++) {
                size_t raw_start = 0;
                size_t raw_end = 0;
                for (const Place& place : places) {
                    if (place.text_start <= start && start < place.text_end) {
                        raw_start = place.raw_start;
                    }
                    if (place.text_start < end && end <= place.text_end) {
                        raw_end = place.raw_end;
                    }
                }
                EscapeWalk walk(raw);
                ASSERT_EQ(walk.start_of(start), raw_start) << raw << start;
                ASSERT_EQ(walk.end_of(end), raw_end) << raw << ' ' << end;
            }
        }
    }
}

TEST(EscapeWalk, OneWalkMapsAscendingSpans)
{
    //                     0 1   2     3 4 5     6           10
    std::string_view raw = "ab\\n\\u0041c\\u00e9\\ud83d\\ude00z";
    EscapeWalk walk(raw);
    EXPECT_EQ(walk.start_of(0), 0u);
    EXPECT_EQ(walk.end_of(0), 0u);
    EXPECT_EQ(walk.end_of(2), 2u);
    EXPECT_EQ(walk.start_of(2), 2u);
    EXPECT_EQ(walk.end_of(3), 4u);
    EXPECT_EQ(walk.start_of(4), 10u);
    EXPECT_EQ(walk.start_of(5), 11u);
    EXPECT_EQ(walk.start_of(6), 11u);  // inside of e9
    EXPECT_EQ(walk.end_of(6), 17u);
    EXPECT_EQ(walk.end_of(7), 17u);
    EXPECT_EQ(walk.end_of(9), 29u);
    EXPECT_EQ(walk.start_of(11), 29u);
    EXPECT_EQ(walk.end_of(12), 30u);
    EXPECT_EQ(walk.start_of(100), 30u);
    EXPECT_EQ(walk.end_of(100), 30u);
}

TEST(EscapeWalk, AnEmptyStringHasOnePlace)
{
    EscapeWalk walk("");
    EXPECT_EQ(walk.start_of(0), 0u);
    EXPECT_EQ(walk.end_of(0), 0u);
    EXPECT_EQ(walk.end_of(1), 0u);
}

TEST(EscapeWalk, ManyEscapesAreWalkedOnce)
{
    std::string raw;
    for (int i = 0; i < 200000; i++) {
        raw += "\\n";
    }
    EscapeWalk walk(raw);
    for (size_t at = 0; at < 200000; at++) {
        ASSERT_EQ(walk.start_of(at), 2 * at);
        ASSERT_EQ(walk.end_of(at + 1), 2 * at + 2);
    }
}

}  // namespace

}  // namespace gate::json
