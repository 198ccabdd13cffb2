#include "sse/event_splitter.hpp"

#include "cuts.hpp"
#include "sse/event.hpp"
#include "sse_reference.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace gate::sse {

namespace {

using Status = EventSplitter::Status;

struct Split {
    std::string                   bytes;  // of all events, in order
    std::vector<test::SeenEvent>  events;  // those with data
    size_t                        held = 0;
    bool                          too_long = false;

    bool operator==(const Split& other) const
    {
        return bytes == other.bytes && events == other.events
               && held == other.held && too_long == other.too_long;
    }
};

Split split(const test::Pieces& pieces, size_t limit = 1000)
{
    EventSplitter splitter(limit);
    Split out;

    for (const std::string& piece : pieces) {
        // a copy that goes away, so that a stale view is seen
        std::string slice = piece;
        std::string scratch;
        std::string_view text;
        splitter.feed(slice);

        Status status = splitter.next(&text);
        for (; status == Status::event; status = splitter.next(&text)) {
            out.bytes += text;
            Event event = read_event(text, &scratch);
            if (event.has_data) {
                out.events.push_back({std::string(event.name),
                                      std::string(event.data)});
            }
        }
        out.too_long = status == Status::too_long;
    }
    out.held = splitter.held();
    return out;
}

void expect_same_for_every_cut(std::string_view text, size_t limit = 1000)
{
    Split whole = split({std::string(text)}, limit);
    test::SeenStream wanted = test::read_stream(text);

    if (!whole.too_long) {
        EXPECT_EQ(whole.events, wanted.events)
            << testing::PrintToString(text);
        EXPECT_EQ(whole.bytes, text.substr(0, wanted.end));
        EXPECT_EQ(whole.held, text.size() - wanted.end);
    }
    for (const test::Pieces& pieces : test::all_cuts(text)) {
        ASSERT_TRUE(split(pieces, limit) == whole)
            << testing::PrintToString(pieces);
    }
}

// fault U21
TEST(EventSplitter, EventsDoNotDependOnHowTheBytesWereCut)
{
    for (std::string_view text : {"data: a\n\nid: b\n\n",
             "data: a\r\n\r\ndata: b\r\n\r\n", "data: a\r\rdata: b\r\r",
             "data: a\r\n\r\r\n\n\rdata: b\n\r\n", "\xef\xbb\xbf" "data: a\n\n",
             ": c\n\n\n\ndata: a\ndata: b\n\ndata: cut", "\r\n\r\n\r\n",
             "data: a\r\n\r\n\xef\xbb\xbf" "data: b\r\n\r\n", "data: a\n\r",
             "data: a\r\n", "event: x\rdata: 1\r\n\ndata: 2\r\r\n", "a", ""}) {
        expect_same_for_every_cut(text);
    }
}

TEST(EventSplitter, AllShortTextsOfLineEndsAreCutRight)
{
    constexpr std::string_view alphabet = "\n\ra";

    for (size_t length = 1; length <= 6; length++) {
        size_t count = 1;
        for (size_t i = 0; i < length; i++) {
            count *= alphabet.size();
        }
        for (size_t number = 0; number < count; number++) {
            std::string text;
            for (size_t i = 0, rest = number; i < length; i++, rest /= 3) {
                text += alphabet[rest % 3];
            }
            expect_same_for_every_cut(text);
        }
    }
}

TEST(EventSplitter, RandomStreamsInRandomCuts)
{
    test::Random random(15);
    static constexpr std::string_view parts[] = {
        "data: ", "event: x", "a", "{\"k\":1}", "\n", "\n\n", "\r\n",
        "\r\n\r\n", "\r", "\r\r", ": c", "\xef\xbb\xbf", "\xc3\xa9",
    };

    for (int round = 0; round < 3000; round++) {
        std::string text;
        for (size_t count = random.below(30); count > 0; count--) {
            text += random.pick(parts);
        }
        Split whole = split({text});
        ASSERT_EQ(whole.events, test::read_stream(text).events);
        for (int cut = 0; cut < 3; cut++) {
            ASSERT_TRUE(split(test::random_cut(text, random)) == whole)
                << testing::PrintToString(text);
        }
    }
}

TEST(EventSplitter, AnEventInOneSliceIsNotCopied)
{
    EventSplitter splitter(100);
    std::string first = "data: a\n\ndata: b\n\nda";
    std::string second = "ta: c\n\n";
    std::string_view event;

    splitter.feed(first);
    ASSERT_EQ(splitter.next(&event), Status::event);
    EXPECT_EQ(event.data(), first.data());
    EXPECT_TRUE(splitter.is_in_slice());
    ASSERT_EQ(splitter.next(&event), Status::event);
    EXPECT_EQ(event.data(), first.data() + 9);
    EXPECT_EQ(splitter.next(&event), Status::more);
    EXPECT_EQ(splitter.held(), 2u);

    splitter.feed(second);
    ASSERT_EQ(splitter.next(&event), Status::event);
    EXPECT_FALSE(splitter.is_in_slice());
    EXPECT_EQ(event, "data: c\n\n");
    EXPECT_EQ(splitter.next(&event), Status::more);
    EXPECT_TRUE(splitter.is_in_slice());
    EXPECT_EQ(splitter.held(), 0u);
}

TEST(EventSplitter, SaysWhetherBytesAreLeftBehindAnEvent)
{
    EventSplitter splitter(100);
    std::string text = "data: a\n\ndata: b\n\n";
    std::string_view event;

    splitter.feed(text);
    splitter.next(&event);
    EXPECT_TRUE(splitter.has_rest());
    splitter.next(&event);
    EXPECT_FALSE(splitter.has_rest());
}

TEST(EventSplitter, KnowsEventsOfOneLineHoweverTheyWereCut)
{
    for (std::string_view text : {"data: a\n\n: c\n\n", "\n\n\ndata: a\n\n",
             "event: e\ndata: a\n\ndata: b\n\n\n", "a\nb\nc\n\nd\n\n",
             "data: a\r\n\r\ndata: b\n\n", "a\rb\n\nc\n\n"}) {
        for (const test::Pieces& pieces : test::all_cuts(text)) {
            EventSplitter splitter(100);
            std::string_view event;
            for (const std::string& piece : pieces) {
                splitter.feed(piece);
                while (splitter.next(&event) == Status::event) {
                    bool has_cr = event.find('\r') != event.npos;
                    bool is_one = !has_cr && event.size() > 1
                                  && event.find('\n') == event.size() - 2;
                    // a CR elsewhere in the slice makes it careful
                    bool careful = text.find('\r') != text.npos;
                    EXPECT_TRUE(splitter.is_one_line() == is_one
                                || (careful && !splitter.is_one_line()))
                        << testing::PrintToString(pieces);
                }
            }
        }
    }
}

TEST(EventSplitter, ALineFeedCutFromItsReturnIsNotHeld)
{
    EventSplitter splitter(100);
    std::string_view event;

    splitter.feed("data: a\r\n\r");
    ASSERT_EQ(splitter.next(&event), Status::event);
    EXPECT_EQ(event, "data: a\r\n\r");
    EXPECT_EQ(splitter.next(&event), Status::more);
    EXPECT_EQ(splitter.held(), 0u);

    splitter.feed("\n");
    ASSERT_EQ(splitter.next(&event), Status::event);
    EXPECT_EQ(event, "\n");
    EXPECT_EQ(splitter.next(&event), Status::more);
    EXPECT_EQ(splitter.held(), 0u);
}

// fault U19
TEST(EventSplitter, AnEventMayBeAsLongAsTheLimitAndNoLonger)
{
    for (std::string_view end : {"\n\n", "\r\r"}) {
        std::string fits = "data: " + std::string(12, 'x') + std::string(end);
        std::string tail = "data: b\n\n";

        Split good = split({fits + tail}, fits.size());
        EXPECT_FALSE(good.too_long);
        EXPECT_EQ(good.events.size(), 2u);
        Split bad = split({fits + tail}, fits.size() - 1);
        EXPECT_TRUE(bad.too_long);
        EXPECT_TRUE(bad.events.empty());
        expect_same_for_every_cut(fits + tail, fits.size());
        expect_same_for_every_cut(fits + tail, fits.size() - 1);
    }
}

TEST(EventSplitter, TheLimitIsTheSameForEveryCutOfACrlf)
{
    std::string text = "data: ab\r\n\r\ndata: abc\r\n\r\ndata: a\r\n\r\n";
    for (size_t limit = 1; limit < 20; limit++) {
        expect_same_for_every_cut(text, limit);
    }
}

TEST(EventSplitter, TooLongIsForGoodAndHoldsNothing)
{
    EventSplitter splitter(10);
    std::string_view event;
    std::string slice(11, 'x');

    splitter.feed(slice);
    EXPECT_EQ(splitter.next(&event), Status::too_long);
    EXPECT_EQ(splitter.held(), 0u);
    EXPECT_EQ(splitter.next(&event), Status::too_long);
    splitter.feed("\n\ndata: a\n\n");
    EXPECT_EQ(splitter.next(&event), Status::too_long);
}

TEST(EventSplitter, TheWholeEventsBeforeATooLongOneComeOut)
{
    Split out = split({"data: a\n\ndata: " + std::string(100, 'x')}, 50);
    EXPECT_TRUE(out.too_long);
    ASSERT_EQ(out.events.size(), 1u);
    EXPECT_EQ(out.events[0].data, "a");
}

TEST(EventSplitter, OneByteSlicesOfALongEventTakeLinearTime)
{
    EventSplitter splitter(1 << 20);
    std::string_view event;
    auto start = std::chrono::steady_clock::now();

    for (int i = 0; i < 1 << 19; i++) {
        splitter.feed("x");
        ASSERT_EQ(splitter.next(&event), Status::more);
    }
    std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 1.0);
    EXPECT_EQ(splitter.held(), size_t{1} << 19);
}

}  // namespace

}  // namespace gate::sse
