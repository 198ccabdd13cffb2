#include "guard/injection/normalise.hpp"

#include "guard/finding.hpp"
#include "normalise_reference.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace gate::guard {

namespace {

std::string normal(std::string_view text)
{
    return std::string(normalise(text).text());
}

TEST(Normalise, ARunOfWhiteSpaceIsOneSpace)
{
    EXPECT_EQ(normal("a \t\r\n b\u00a0\u3000c"), "a b c");
    EXPECT_EQ(normal("  a\n"), " a ");
    EXPECT_EQ(normal(" \u200b \u00ad "), " ");
}

TEST(Normalise, ControlBytesAreTakenOutButNul)
{
    EXPECT_EQ(normal("ig\x01no\x7fre"), "ignore");
    std::string two = "A" + std::string(text_break) + "B";
    EXPECT_EQ(normal(two), std::string("a \0 b", 5));
}

TEST(Normalise, NothingIsMadeOfNothing)
{
    EXPECT_EQ(normalise("").size, 0u);
    EXPECT_EQ(normalise("\u200b").size, 0u);
}

TEST(Normalise, EveryPieceAtEveryPlaceOfABlockIsAsInTheReference)
{
    const std::string_view pieces[] = {
        " ", "  ", "\n\n", "\t", "\x01", "\x7f", "é", "\u200b", "Ａ", "𝐀",
        "指", "\u3000", "ﬁ", " \u00ad ", "Z", "@", "[", "{", "`",
        std::string_view("\0", 1),
    };
    for (std::string_view piece : pieces) {
        for (std::string_view next : pieces) {
            for (size_t at = 0; at <= 34; at++) {
                std::string text(at, 'Q');
                text += piece;
                text += next;
                text += std::string(40 - at, ' ') + "End";
                ASSERT_EQ(test::compare_views(text), "")
                    << at << " " << piece << next;
                text.resize(at + piece.size() + next.size());
                ASSERT_EQ(test::compare_views(text), "") << at;
            }
        }
    }
}

TEST(Normalise, EveryPieceAtEveryPlaceOfPlainBlocksIsAsInTheReference)
{
    const std::string_view pieces[] = {
        " ", "  ", " a ", "\n", "\t", " \n", "\r\n\r\n", "\x01", "\x1f",
        "\x7f", "~", "é", "\u200b", "指", " \u00ad ", "A", "Z", "@", "[",
        std::string_view("\0", 1), std::string_view(" \0 ", 3),
    };
    std::string plain;
    while (plain.size() < 200) {
        plain += "Plain Words, 64 at ONE time: {so|too} ";
    }
    for (std::string_view piece : pieces) {
        for (size_t at = 0; at <= 200; at++) {
            std::string text(plain, 0, 260);
            text.insert(at, piece);
            ASSERT_EQ(test::compare_views(text), "") << at << piece;
            text.insert(std::min(at + 65, text.size()), "é");
            ASSERT_EQ(test::compare_views(text), "") << at << piece;
            text.resize(at + piece.size());
            ASSERT_EQ(test::compare_views(text), "") << at << piece;
        }
    }
}

TEST(Normalise, RandomTextsAreAsInTheReference)
{
    const std::string_view pieces[] = {
        "a", "B", "word ", "Longer words here. ", " ", "\n", "\n    ", "ü",
        "Ж", "指示", "😀", "\u200d", "Ｗ", "\x02", "½", "\u0301",
        "0123456789",
        std::string_view("\n\0\n", 3),
    };
    test::Random random(7);
    for (int round = 0; round < 3000; round++) {
        std::string text;
        for (size_t n = random.below(60); n > 0; n--) {
            text += random.pick(pieces);
        }
        ASSERT_EQ(test::compare_views(text), "") << text;
    }
}

TEST(Normalise, ACleanTextHasAMapOfOnePiece)
{
    std::string text;
    for (int i = 0; i < 100; i++) {
        text += "Plain words, in lines.\n";
    }
    EXPECT_EQ(normalise(text).map.pieces(), 1u);
}

TEST(SourceMap, SpansLeadBackOverEachKindOfPiece)
{
    SourceMap map;
    map.copied(0, 0);           // 0-3 from 0-3
    map.stands_for(4, 4, 9);    // 4-6 stand for 4-12
    map.copied(7, 13);

    auto expect = [&map](size_t from, size_t to, uint32_t start,
                      uint32_t end) {
        Span span = map.source_of(from, to);
        EXPECT_EQ(span.start, start);
        EXPECT_EQ(span.end, end);
    };
    expect(1, 3, 1, 3);
    expect(5, 6, 4, 13);
    expect(2, 5, 2, 13);
    expect(6, 9, 4, 15);
    expect(8, 9, 14, 15);
}

}  // namespace

}  // namespace gate::guard
