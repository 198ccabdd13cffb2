#include "sse/event.hpp"

#include "random.hpp"
#include "sse_reference.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::sse {

namespace {

// "name|data", or "-" for an event without data.
std::string seen(std::string_view text)
{
    std::string scratch = "left from before";
    Event event = read_event(text, &scratch);
    if (!event.has_data) {
        EXPECT_TRUE(event.data.empty());
        return "-";
    }
    return std::string(event.name) + '|' + std::string(event.data);
}

TEST(Event, DataIsTakenWithOrWithoutTheSpace)
{
    EXPECT_EQ(seen("data: a\n\n"), "|a");
    EXPECT_EQ(seen("data:a\n\n"), "|a");
    EXPECT_EQ(seen("data:  a \n\n"), "| a ");
    EXPECT_EQ(seen("data:\n\n"), "|");
    EXPECT_EQ(seen("data\n\n"), "|");
    EXPECT_EQ(seen("data: a: b\n\n"), "|a: b");
}

TEST(Event, LinesOfDataAreJoinedByALineFeed)
{
    EXPECT_EQ(seen("data: a\ndata: b\n\n"), "|a\nb");
    EXPECT_EQ(seen("data: a\r\ndata: b\rdata\r\rdata: x"), "|a\nb\n\nx");
    EXPECT_EQ(seen("data\ndata\ndata\n\n"), "|\n\n");
    EXPECT_EQ(seen("data: a\nevent: n\ndata: b\ndata: c\n\n"), "n|a\nb\nc");
}

TEST(Event, TheLastNameCounts)
{
    EXPECT_EQ(seen("event: a\ndata: x\n\n"), "a|x");
    EXPECT_EQ(seen("event: a\nevent:b\ndata: x\n\n"), "b|x");
    EXPECT_EQ(seen("event: a\nevent\ndata: x\n\n"), "|x");
}

TEST(Event, CommentsAndOtherFieldsArePassedOver)
{
    EXPECT_EQ(seen(": data: a\n\n"), "-");
    EXPECT_EQ(seen("id: 1\nretry: 5\nfoo: x\n\n"), "-");
    EXPECT_EQ(seen("event: a\n\n"), "-");
    EXPECT_EQ(seen("\n"), "-");
    EXPECT_EQ(seen(""), "-");
    EXPECT_EQ(seen("Data: a\n data: b\ndata : c\n\n"), "-");
    EXPECT_EQ(seen("id: 1\n: hi\ndata: a\nretry: 5\n\n"), "|a");
}

TEST(Event, AByteOrderMarkInFrontIsPassedOver)
{
    EXPECT_EQ(seen("\xef\xbb\xbf" "data: a\n\n"), "|a");
    EXPECT_EQ(seen("data: \xef\xbb\xbf\n\n"), "|\xef\xbb\xbf");
    EXPECT_EQ(seen("event: e\n\xef\xbb\xbf" "data: a\n\n"), "-");
    EXPECT_EQ(seen("\xef\xbb" "data: a\n\n"), "-");
}

TEST(Event, AgreesWithTheReferenceOnRandomEvents)
{
    test::Random random(14);
    static constexpr std::string_view parts[] = {
        "data", "event", "id", ":", " ", "a", "\xef\xbb\xbf", ": ", "{}",
        "\n", "\r", "\r\n", "data: ", "event: ",
    };

    for (int round = 0; round < 20000; round++) {
        std::string text;
        for (size_t count = random.below(12); count > 0; count--) {
            std::string_view part = random.pick(parts);
            // a blank line would end the event
            bool ends = part == "\n" || part == "\r" || part == "\r\n";
            if (!ends || (!text.empty() && text.back() != '\n'
                          && text.back() != '\r')) {
                text += part;
            }
        }
        bool has_line_end = !text.empty() && (text.back() == '\n'
                                              || text.back() == '\r');
        text += has_line_end ? "\n" : "\n\n";
        if (text.size() > 1 && text[text.size() - 2] == '\r') {
            text += '\n';
        }

        auto wanted = test::read_stream(text);
        ASSERT_LE(wanted.events.size(), 1u) << testing::PrintToString(text);
        ASSERT_EQ(seen(text), wanted.events.empty() ? "-"
                  : wanted.events[0].name + '|' + wanted.events[0].data)
            << testing::PrintToString(text);
    }
}

TEST(Event, TheViewsLieInTheTextWhenThereIsOneLineOfData)
{
    std::string text = "event: n\ndata: abc\n\n";
    std::string scratch;
    Event event = read_event(text, &scratch);
    EXPECT_EQ(event.data.data(), text.data() + 15);
    EXPECT_EQ(event.name.data(), text.data() + 7);
}

TEST(Event, WhatIsWrittenIsReadAgain)
{
    std::string out = "x";
    append_data(out, "{\"a\":1}");
    EXPECT_EQ(out, "xdata: {\"a\":1}\n\n");
    EXPECT_EQ(seen(out.substr(1)), "|{\"a\":1}");
    EXPECT_EQ(seen(keepalive), "-");
    EXPECT_EQ(test::read_stream(keepalive).end, keepalive.size());
}

}  // namespace

}  // namespace gate::sse
