#include "guard/people/byte_scan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace gate::guard {

namespace {

bool is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

bool is_capital(unsigned char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 0xc3 && c <= 0xd4) || c == 0xe1;
}

using Test = bool (*)(unsigned char);

// Without those behind another one.
std::vector<size_t> plain_places(const std::string& text, Test test)
{
    std::vector<size_t> places;
    for (size_t i = 0; i < text.size(); i++) {
        auto before = static_cast<unsigned char>(i > 0 ? text[i - 1] : ' ');
        if (test(static_cast<unsigned char>(text[i])) && !test(before)) {
            places.push_back(i);
        }
    }
    return places;
}

// The first byte of a block may be one behind another.
template <class Kind>
std::vector<size_t> places(const std::string& text, Test test)
{
    std::vector<size_t> found;
    ByteScan<Kind> scan(text);
    for (size_t at = scan.next(0); at < text.size(); at = scan.next(at + 1)) {
        auto before = static_cast<unsigned char>(at > 0 ? text[at - 1] : ' ');
        if (!test(before)) {
            found.push_back(at);
        } else {
            EXPECT_EQ(at % scan_block, 0u);
        }
    }
    return found;
}

std::string random_text(std::mt19937& random, size_t size)
{
    constexpr std::string_view some = "0123456789/:@AMZ[`az .,\xc2\xc3\xd4"
                                      "\xd5\xe0\xe1\xe2\xff\x80\x7f";
    size_t rare = random() % 60;
    std::string text(size, 'x');
    for (char& c : text) {
        if (random() % (rare + 1) == 0) {
            c = some[random() % some.size()];
        }
    }
    return text;
}

TEST(ByteScan, TheSameAsAPlainSearch)
{
    std::mt19937 random(1);
    for (int round = 0; round < 5000; round++) {
        std::string text = random_text(random, random() % 300);
        SCOPED_TRACE(text);
        EXPECT_EQ(places<Digits>(text, is_digit),
                  plain_places(text, is_digit));
        EXPECT_EQ(places<Capitals>(text, is_capital),
                  plain_places(text, is_capital));
    }
}

TEST(ByteScan, EveryByteIsWhatItIsInEveryPlace)
{
    for (int byte = 0; byte < 256; byte++) {
        auto c = static_cast<unsigned char>(byte);
        for (size_t at = 0; at < 130; at++) {
            std::string text(130, 'x');
            text[at] = static_cast<char>(c);
            EXPECT_EQ(ByteScan<Digits>(text).next(0),
                      is_digit(c) ? at : text.size());
            EXPECT_EQ(ByteScan<Capitals>(text).next(0),
                      is_capital(c) ? at : text.size());
        }
    }
}

TEST(ByteScan, ItCanLeapAhead)
{
    std::string text(1000, ' ');
    text[70] = text[90] = text[700] = text[999] = '1';
    ByteScan<Digits> scan(text);
    EXPECT_EQ(scan.next(0), 70u);
    EXPECT_EQ(scan.next(80), 90u);
    EXPECT_EQ(scan.next(650), 700u);
    EXPECT_EQ(scan.next(701), 999u);
    EXPECT_EQ(scan.next(1000), 1000u);
    EXPECT_EQ(ByteScan<Digits>("").next(0), 0u);
}

}  // namespace

}  // namespace gate::guard
