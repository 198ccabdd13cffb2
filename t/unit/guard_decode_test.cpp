#include "guard/injection/decode.hpp"

#include "base/text.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

namespace gate::guard {

namespace {

// What the text is decoded to, by each version; the text itself when nothing
// is.
std::string plain(std::string_view text)
{
    View view = decoded(text);
    EXPECT_EQ(decoded(text, Simd::baseline).text(), view.text()) << text;
    if (view.size == 0) {
        return std::string(text);
    }
    EXPECT_LE(view.size, text.size());
    return std::string(view.text());
}

TEST(Decode, Base64AndBase64urlOfReadableText)
{
    EXPECT_EQ(plain("run: SGVsbG8gb3V0IHRoZXJl now"),
              "run: Hello out there now");
    EXPECT_EQ(plain("SGVsbG8gb3V0IHRoZXJlIQ=="), "Hello out there!");
    EXPECT_EQ(plain("Z3LDvMOfZSBhbiBhbGxl"), "grüße an alle");
}

TEST(Decode, HexOfReadableText)
{
    EXPECT_EQ(plain("x 48656c6c6f20796f7520 y"), "x Hello you  y");
    EXPECT_EQ(plain("0x48656C6C6F20796F7520"), "Hello you ");
}

TEST(Decode, WhatIsNotReadableStays)
{
    for (const char* text : {
             "da39a3ee5e6b4b0d3255bfef95601890afd80709",
             "/usr/share/doc/libvectorscan-dev/changelog",
             "internationalization", "kubernetes-deployment-controller",
             "9f86d081-884c-7d65-9a2f-eaa0c55ad015",
             "SGVsbG8gb3V0IH",  // 14 characters
         }) {
        EXPECT_EQ(decoded(text).size, 0u) << text;
    }
}

TEST(Decode, EscapesAreDecodedWhereverTheyStand)
{
    EXPECT_EQ(plain("%49gnore%20a%C3%A4"), "Ignore aä");
    EXPECT_EQ(plain("&#73;g&#x6e;ore &lt;b&gt; &#105gn"), "Ignore <b> ign");
    EXPECT_EQ(plain("=49gn=6Fre a=\r\nll =C3=A4"), "Ignore a\u00adll ä");
    EXPECT_EQ(plain(R"(\u0049gn\x6fre\nall \ud83d\ude00)"), "Ignore\nall 😀");
}

TEST(Decode, WhatIsNoCharacterStays)
{
    for (const char* text : {
             "100% of it", "a & b", "a=b", R"(C:\dir)", "%00", "&#0;",
             "&#xd800;", R"(\ud800)", "%ff%fe", "&#99999999;", "%C3 alone",
             R"(\)", "%", "&", "=", "&#", "&#x", R"(\u12)",
         }) {
        EXPECT_EQ(decoded(text).size, 0u) << text;
    }
}

TEST(Decode, SpansLeadBackToTheWholeRun)
{
    std::string_view text = "run: SGVsbG8gb3V0IHRoZXJl now";
    View view = decoded(text);
    Span span = view.map.source_of(view.text().find("out"),
                                   view.text().find("out") + 3);
    EXPECT_EQ(text.substr(span.start, span.end - span.start),
              "SGVsbG8gb3V0IHRoZXJl");
    Span after = view.map.source_of(view.size - 3, view.size);
    EXPECT_EQ(text.substr(after.start, after.end - after.start), "now");
}

// 64 bytes are looked at together, and a run may lie over the border.
TEST(Decode, EncodedPartsAreFoundWhereverTheyStand)
{
    for (size_t before = 0; before < 150; before++) {
        for (const char* tail : {"", " and more that is plain"}) {
            std::string lead = std::string(before, '.');
            EXPECT_EQ(plain(lead + "SGVsbG8gb3V0IHRoZXJl" + tail),
                      lead + "Hello out there" + tail);
            EXPECT_EQ(plain(lead + "%49gn\\x6fre" + tail),
                      lead + "Ignore" + tail);
        }
    }
}

TEST(Decode, EveryByteIsReadTheSameInAndBehindWholeBlocks)
{
    const std::string run = "SGVsbG8gb3V0IHRoZXJl";
    for (int c = 1; c < 0x80; c++) {
        // the byte before a run belongs to it or does not
        std::string text = ". " + std::string(1, static_cast<char>(c)) + run;
        std::string at_end = plain(text);
        std::string in_block = plain(text + std::string(100, '.'));
        EXPECT_EQ(in_block, at_end + std::string(100, '.')) << c;
    }
}

// A short text is read byte by byte.
TEST(Decode, WholeBlocksAreReadAsByteByByte)
{
    const std::string_view pieces[] = {
        "%", "&", "=", "\\", "%41", "&amp;", "=41", "\\x41", "%C3%A4", "+", "-",
        "/", "_", "@", "<", "]", "SGVsbG8gb3V0IHRo", "SGVsbG8gb3V0IHR",
        "48656c6c6f20796f7520", "=SGVsbG8gb3V0IHRoZXJl=", "\n", "\xc3\xa4",
    };
    for (std::string_view piece : pieces) {
        for (std::string_view next : pieces) {
            std::string both = std::string(piece) + std::string(next);
            std::string wanted = plain("." + both + ".");
            for (size_t at = 0; at < 200; at += both.size() < 4 ? 1 : 3) {
                std::string lead(at, '.');
                std::string tail(200 - at, '.');
                ASSERT_EQ(plain(lead + "." + both + "." + tail),
                          lead + wanted + tail) << at << both;
            }
        }
    }
}

TEST(Decode, ARunOfAnyLengthIsReadWhereverItStands)
{
    std::string run;
    while (run.size() < 300) {
        run += "SGVsbG8gb3V0IHRoZXJl";
    }
    for (size_t size = 12; size < run.size(); size += size < 20 ? 1 : 16) {
        std::string wanted = plain(". " + run.substr(0, size) + " .");
        for (size_t at = 0; at < 130; at++) {
            std::string lead(at, '.');
            ASSERT_EQ(plain(lead + ". " + run.substr(0, size) + " ."),
                      lead + wanted) << at << " " << size;
        }
    }
}

TEST(Decode, AnyTextGivesWellFormedTextThatIsNotLonger)
{
    const std::string_view pieces[] = {
        "%", "41", "%41", "%C3", "%A4", "%00", "&", "#", ";", "x", "&#65;",
        "\\u", "d83d", "de00", "\\", "=", "SGVsbG8g", "b3V0IHRo", "ZXJl", " ",
        "ä", "0x", "48656c6c6f20", "\n", "\\ud83d\\ude00",
        std::string_view("\0", 1),
    };
    test::Random random(11);
    for (int round = 0; round < 20000; round++) {
        std::string text;
        for (size_t n = random.below(12); n > 0; n--) {
            text += random.pick(pieces);
        }
        View view = decoded(text);
        if (view.size == 0) {
            continue;
        }
        ASSERT_LE(view.size, text.size()) << text;
        ASSERT_TRUE(text::is_utf8(view.text())) << text;
        size_t nuls = 0;
        for (char c : text) {
            nuls += c == '\0';
        }
        for (char c : view.text()) {
            nuls -= c == '\0';
        }
        ASSERT_EQ(nuls, 0u) << text;
    }
}

}  // namespace

}  // namespace gate::guard
