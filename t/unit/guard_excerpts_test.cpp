#include "guard/injection/excerpts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

std::string words(size_t count)
{
    std::string text;
    while (count-- > 0) {
        text += "word ";
    }
    return text;
}

TEST(Excerpts, NothingReplacedIsNoView)
{
    EXPECT_EQ(Excerpts("some text").finish().size, 0u);
}

TEST(Excerpts, AShortTextIsThereWholeAndUnmarked)
{
    Excerpts excerpts("a %41 b");
    excerpts.replace(2, 3, "A");
    View view = excerpts.finish();
    EXPECT_EQ(view.text(), "a A b");
    Span span = view.map.source_of(2, 3);
    EXPECT_EQ(span.start, 2u);
    EXPECT_EQ(span.end, 5u);
    EXPECT_EQ(view.map.source_of(4, 5).start, 6u);
}

TEST(Excerpts, FarPlacesStandApartAndSayWhereTheyAreCut)
{
    std::string text = words(400) + "%41" + words(600) + "%42" + words(400);
    Excerpts excerpts(text);
    size_t second = text.find("%42");
    excerpts.replace(2000, 3, "A");
    excerpts.replace(second, 3, "B");
    View view = excerpts.finish();

    std::string mark(raw_cut_mark);
    std::string_view got = view.text();
    size_t nul = got.find('\0');
    ASSERT_NE(nul, got.npos);
    EXPECT_EQ(got.find('\0', nul + 1), got.npos);
    for (std::string_view part : {got.substr(0, nul), got.substr(nul + 1)}) {
        EXPECT_EQ(part.substr(0, mark.size()), mark);
        EXPECT_EQ(part.substr(part.size() - mark.size()), mark);
        EXPECT_GT(part.size(), 2 * excerpt_reach);
        EXPECT_LT(part.size(), 2 * excerpt_reach + 100);
        // words are whole
        EXPECT_EQ(part.substr(mark.size(), 5), "word ");
    }
    size_t b = got.find('B');
    EXPECT_EQ(view.map.source_of(b, b + 1).start, second);
    EXPECT_EQ(view.map.source_of(b + 1, b + 5).start, second + 3);
}

TEST(Excerpts, NearPlacesShareOne)
{
    std::string text = words(400) + "%41" + words(150) + "%42" + words(400);
    Excerpts excerpts(text);
    excerpts.replace(2000, 3, "A");
    excerpts.replace(text.find("%42"), 3, "B");
    View view = excerpts.finish();
    EXPECT_EQ(view.text().find('\0'), std::string_view::npos);
    EXPECT_NE(view.text().find("A" + words(150) + "B"),
              std::string_view::npos);
}

TEST(Excerpts, TheEndOfATextIsNoCut)
{
    std::string text = "%41 one" + std::string(1, '\0') + words(300);
    Excerpts excerpts(text);
    excerpts.replace(0, 3, "A");
    View view = excerpts.finish();
    EXPECT_EQ(view.text().substr(0, 6), std::string_view("A one\0", 6));
}

TEST(Excerpts, CharactersStayWhole)
{
    std::string text;
    for (int i = 0; i < 700; i++) {
        text += "\u00e4";
    }
    size_t at = text.size();
    text += "%41";
    for (int i = 0; i < 700; i++) {
        text += "\u20ac";
    }
    Excerpts excerpts(text);
    excerpts.replace(at, 3, "A");
    View view = excerpts.finish();
    std::string_view part = view.text();
    EXPECT_EQ(part.substr(raw_cut_mark.size(), 2), "\u00e4");
    part.remove_suffix(raw_cut_mark.size());
    EXPECT_EQ(part.substr(part.size() - 3), "\u20ac");
}

// The least that is left out is smaller than the marks that tell of it.
TEST(Excerpts, MarksFitWhateverIsLeftOut)
{
    for (size_t gap = 0; gap < 40; gap++) {
        std::string text(2 * excerpt_reach + gap, 'x');
        std::string whole = "%41" + text + "%42" + text + "%43";
        Excerpts excerpts(whole);
        for (const char* escape : {"%41", "%42", "%43"}) {
            excerpts.replace(whole.find(escape), 3,
                             std::string_view(escape + 2, 1));
        }
        View view = excerpts.finish();
        EXPECT_LE(view.size, whole.size()) << gap;
        EXPECT_EQ(view.text().back(), '3');
    }
}

}  // namespace

}  // namespace gate::guard
