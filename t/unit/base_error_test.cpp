#include "base/error.hpp"

#include "json_tree.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gate {

namespace {

Reason nth(size_t i)
{
    return static_cast<Reason>(i);
}

TEST(Error, EachReasonHasItsOwnWordAndIsFoundByIt)
{
    std::set<std::string_view> words;

    EXPECT_EQ(name(Reason::none), "");
    for (size_t i = 1; i < reason_count; i++) {
        EXPECT_FALSE(name(nth(i)).empty());
        EXPECT_TRUE(words.insert(name(nth(i))).second) << name(nth(i));
        EXPECT_EQ(reason_named(name(nth(i))), nth(i));
    }
}

TEST(Error, TheWordsStandAtTheirReasons)
{
    // one slip in the table moves all that follow
    EXPECT_EQ(name(Reason::attachment_failed), "attachment_failed");
    EXPECT_EQ(name(Reason::client_closed_request), "client_closed_request");
    EXPECT_EQ(name(Reason::intern_unreachable), "intern_unreachable");
    EXPECT_EQ(name(Reason::invalid_body), "invalid_body");
    EXPECT_EQ(name(Reason::rate_limited), "rate_limited");
    EXPECT_EQ(name(Reason::stream_severed), "stream_severed");
    EXPECT_EQ(name(Reason::turn_failed), "turn_failed");
    EXPECT_EQ(name(Reason::upstream_unavailable), "upstream_unavailable");
}

TEST(Error, AnUnknownWordIsNoReason)
{
    EXPECT_EQ(reason_named(""), Reason::none);
    EXPECT_EQ(reason_named("none"), Reason::none);
    EXPECT_EQ(reason_named("Busy"), Reason::none);
    EXPECT_EQ(reason_named("busy "), Reason::none);
}

TEST(Error, RetryableIsAsInTheTablesOfTheInterface)
{
    std::set<Reason> retryable = {
        Reason::busy, Reason::intern_not_ready, Reason::intern_unreachable,
        Reason::internal_error, Reason::rate_limited, Reason::stream_severed,
        Reason::timeout, Reason::upstream_unavailable,
    };

    for (size_t i = 0; i < reason_count; i++) {
        EXPECT_EQ(is_retryable(nth(i)), retryable.count(nth(i)) == 1)
            << name(nth(i));
        EXPECT_EQ(make_error(500, nth(i), "").retryable,
                  is_retryable(nth(i)));
    }
}

TEST(Error, TheBodyIsTheEnvelopeOfTheInterface)
{
    EXPECT_EQ(error_body(make_error(429, Reason::rate_limited, "Slow down")),
              "{\"error\":{\"code\":429,\"message\":\"Slow down\","
              "\"metadata\":{\"reason\":\"rate_limited\","
              "\"retryable\":true}}}\n");
    EXPECT_EQ(error_body(Error{502, Reason::turn_failed, true, "x"}),
              "{\"error\":{\"code\":502,\"message\":\"x\",\"metadata\":"
              "{\"reason\":\"turn_failed\",\"retryable\":true}}}\n");
}

TEST(Error, WithoutAReasonThereIsNoMetadata)
{
    EXPECT_EQ(error_body(make_error(401, Reason::none, "No key")),
              "{\"error\":{\"code\":401,\"message\":\"No key\"}}\n");
}

TEST(Error, AnyMessageGivesStrictJson)
{
    for (unsigned c = 0; c < 256; c++) {
        std::string message(3, static_cast<char>(c));
        std::string body = error_body(
            make_error(400, Reason::bad_request, message));
        auto tree = test::tree_of(body);
        ASSERT_TRUE(tree.has_value()) << c;
        if (c > 0) {
            EXPECT_TRUE(test::dump_by_parse(body).has_value()) << c;
        }
        if (c < 0x80) {
            EXPECT_EQ(tree->get("error")->get("message")->text, message);
        }
    }
}

}  // namespace

}  // namespace gate
