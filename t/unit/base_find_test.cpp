#include "base/find.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate {

namespace {

// All texts of `size` characters over two letters, as the bits of a number.
std::string nth_text(unsigned number, size_t size)
{
    std::string out;
    for (size_t i = 0; i < size; i++) {
        out += number >> i & 1 ? 'b' : 'a';
    }
    return out;
}

TEST(Find, FindsWhatFindFindsInEachSmallText)
{
    for (size_t size = 0; size <= 10; size++) {
        for (unsigned number = 0; number < 1u << size; number++) {
            std::string text = nth_text(number, size);
            for (std::string_view word : {"aa", "ab", "ba", "abb"}) {
                EXPECT_EQ(find_word(text, word), text.find(word)) << text;
            }
        }
    }
}

TEST(Find, FindsAWordAtEachPlace)
{
    for (size_t size = 2; size < 140; size++) {
        for (size_t at = 0; at + 2 <= size; at++) {
            std::string text(size, '.');
            text.replace(at, 2, "xy");
            ASSERT_EQ(find_word(text, "xy"), at) << size << ' ' << at;
        }
    }
}

TEST(Find, AgreesWithFindOnRandomTexts)
{
    test::Random random(1);

    for (int round = 0; round < 20000; round++) {
        std::string text = random.text("\"u:s", 80);
        std::string word = "\"u" + random.text("\"u:s", 3);
        ASSERT_EQ(find_word(text, word), text.find(word))
            << text << ' ' << word;
    }
}

TEST(Find, AFalseFirstPairDoesNotHideALaterWord)
{
    std::string text = "\"us\"us\"us\"us\"us\"us\"us\"us\"usage\":{}";
    EXPECT_EQ(find_word(text, "\"usage\":"), text.find("\"usage\":"));
}

}  // namespace

}  // namespace gate
