#include "guard/label_levels.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::guard {

namespace {

// The levels of all places of a word.
std::vector<int> levels_of(std::string_view body, std::string_view word)
{
    std::vector<LabelPlace> places;
    for (size_t at = body.find(word); at != body.npos;
         at = body.find(word, at + 1))
    {
        places.push_back({static_cast<uint32_t>(at),
                          static_cast<uint32_t>(places.size())});
    }
    LabelLevels levels(body, places);
    std::vector<int> out;
    for (const LabelPlace& place : places) {
        out.push_back(levels.next(place.id));
    }
    return out;
}

using Levels = std::vector<int>;

TEST(LabelLevels, APlaceIsAsDeepAsTheStringsOfJsonItIsIn)
{
    EXPECT_EQ(levels_of(R"(["K",{"K":"K"},"a K"])", "K"),
              (Levels{1, 1, 1, 1}));
    EXPECT_EQ(levels_of(R"("K")", "K"), (Levels{1}));
    EXPECT_EQ(levels_of(R"({"a":"{\"b\":\"K\"} K"})", "K"),
              (Levels{1, 1}));  // no JSON
    EXPECT_EQ(levels_of(R"({"a":"{\"b\":\"K\",\"c\":[\"K\"]}","d":"K"})", "K"),
              (Levels{2, 2, 1}));
    EXPECT_EQ(levels_of(R"({"a":"{\"r\":\"{\\\"z\\\":\\\"K\\\"}\"}"})", "K"),
              (Levels{3}));
    // escapes of its own make no level
    EXPECT_EQ(levels_of(R"(["a\\nb K","\\\"K"])", "K"), (Levels{1, 1}));
}

TEST(LabelLevels, ATextThatIsNoJsonHasNone)
{
    EXPECT_EQ(levels_of("K and \"K\"", "K"), (Levels{0, 0}));
}

}  // namespace

}  // namespace gate::guard
