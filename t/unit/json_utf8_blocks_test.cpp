#include "json/utf8_blocks.hpp"

#include "base/block.hpp"
#include "random.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gate::json {

namespace {

size_t passed(std::string_view text)
{
    // a copy of exact size, for the sanitizer
    std::vector<char> copy(text.begin(), text.end());
    const char* start = copy.data();
    return static_cast<size_t>(
        pass_utf8_blocks(start, start + copy.size()) - start);
}

bool is_plain(std::string_view text)
{
    for (char c : text) {
        bool is_control = static_cast<unsigned char>(c) < 0x20;
        if (is_control || c == '"' || c == '\\') {
            return false;
        }
    }
    return text::is_utf8(text);
}

std::string random_text(test::Random& random)
{
    static constexpr std::string_view characters[] = {
        "a", " ", "\x7f", "\xc2\x80", "\xd0\xb0", "\xdf\xbf", "\xe0\xa0\x80",
        "\xe0\xb8\x81", "\xe4\xb8\xad", "\xed\x9f\xbf", "\xee\x80\x80",
        "\xef\xbf\xbf", "\xf0\x90\x80\x80", "\xf0\x9f\x98\x80",
        "\xf4\x8f\xbf\xbf", "\xd0\xb1", "\xd0\xb2", "\xe3\x81\x82",
    };
    std::string out;
    for (size_t count = 1 + random.below(40); count > 0; count--) {
        out += random.pick(characters);
    }
    return out;
}

TEST(Utf8Blocks, PlainTextIsPassedUpToItsLastBlock)
{
    test::Random random(41);

    for (int round = 0; round < 3000; round++) {
        std::string text = random_text(random);
        size_t size = passed(text + "\xd0\xb0 and one block of text more");
        ASSERT_TRUE(is_plain(std::string_view(text).substr(0, size)));
        if (Marks::is_exact && text::count_code_points(text) * 2
                               <= text.size())
        {
            // unless a whole block of ASCII stood in it
            ASSERT_GT(size + Block::size, text.size());
        }
    }
}

TEST(Utf8Blocks, WhatIsNotPlainIsNeverPassed)
{
    test::Random random(42);

    for (int round = 0; round < 60000; round++) {
        std::string text = random_text(random);
        text[random.below(text.size())] = static_cast<char>(random.next());
        if (random.one_in(2)) {
            text.erase(random.below(text.size()), 1);
        }
        if (text.empty()) {
            continue;
        }
        size_t size = passed(text);
        ASSERT_TRUE(is_plain(std::string_view(text).substr(0, size)))
            << testing::PrintToString(text) << ' ' << size;
    }
}

TEST(Utf8Blocks, StopsAtEachByteThatNeedsALook)
{
    for (char bad : {'"', '\\', '\n', '\0', '\x1f', '\xff', '\xc1', '\x80'}) {
        for (size_t before = 0; before < 40; before++) {
            std::string text;
            for (size_t i = 0; i < before; i++) {
                text += "\xc3\xa9";
            }
            size_t at = text.size();
            text += bad;
            text += "\xc3\xa9 and one block of text more";
            ASSERT_LE(passed(text), at) << static_cast<int>(bad);
            ASSERT_TRUE(!Marks::is_exact || passed(text) + 16 > at);
        }
    }
}

}  // namespace

}  // namespace gate::json
