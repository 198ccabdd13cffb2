#include "guard/collector.hpp"

#include "guard/joined_texts.hpp"
#include "json/escape.hpp"

#include <gtest/gtest.h>

#include <map>

namespace gate::guard {

namespace {

// The texts that are judged, in order.
std::vector<std::string> texts_of(const Collected& out)
{
    std::vector<std::string> texts;
    std::string text;
    for (size_t i = 0; i < out.buffer.size(); ) {
        if (out.buffer.compare(i, text_break.size(), text_break) == 0) {
            texts.push_back(std::move(text));
            text.clear();
            i += text_break.size();
        } else {
            text += out.buffer[i++];
        }
    }
    return texts;
}

std::vector<std::string> texts(std::string_view body)
{
    Collected out;
    auto flaw = collect_json(body, &out);
    EXPECT_FALSE(flaw) << body;
    return texts_of(out);
}

using Texts = std::vector<std::string>;

TEST(Collector, EveryStringOfEveryRoleIsCollected)
{
    EXPECT_EQ(texts(R"({"model":"m-1","messages":[
        {"role":"system","content":"be kind"},
        {"role":"assistant","content":null,"tool_calls":[{"id":"c1",
            "type":"function","function":{"name":"f","arguments":"{}"}}]},
        {"role":"tool","tool_call_id":"c1","content":"out"},
        {"role":"user","content":"hi","name":"bob"}]})"),
        (Texts{"m-1", "be kind", "c1", "f", "{}", "c1", "out", "hi",
               "bob"}));
    EXPECT_EQ(texts(R"({"input":"a","instructions":"b","prompt":["c","d"],
        "system":"e"})"), (Texts{"a", "b", "c", "d", "cd", "e"}));
}

TEST(Collector, WordsOfTheDialectsAreNotJudgedButOnesOwnAre)
{
    EXPECT_EQ(texts(R"({"metadata":{"my key":"v"},"role":"my role",
        "type":"text"})"), (Texts{"my key", "v", "my role"}));
}

TEST(Collector, ADialectWordMayBeSpelledWithEscapes)
{
    EXPECT_EQ(texts(R"({"\u0072ole":"user","\u0078":"\u0041"})"),
              (Texts{"x", "A"}));
}

TEST(Collector, PartsAreJudgedApartAndJoined)
{
    EXPECT_EQ(texts(R"({"content":[{"type":"text","text":"john@exa"},
        {"type":"text","text":"mple.com"}]})"),
        (Texts{"john@exa", "mple.com", "john@example.com"}));
    EXPECT_EQ(texts(R"({"content":[{"text":"a"},{"content":[{"text":"b"},
        {"text":"c"}],"text":"d"}]})"),
        (Texts{"a", "b", "c", "bc", "d", "ad", "abcd"}));
    // one part needs no joining; texts of two roles are not joined
    EXPECT_EQ(texts(R"({"messages":[{"role":"user","content":[{"text":"a"}]},
        {"content":"b"}]})"), (Texts{"a", "b"}));
}

TEST(Collector, EscapesInsideATextAreDecodedTwoLevelsDeep)
{
    EXPECT_EQ(texts(R"({"arguments":"{\"a\":\"x\\u0040y\"}"})"),
              (Texts{R"({"a":"x\u0040y"})", R"({"a":"x@y"})"}));
    EXPECT_EQ(texts(R"(["\\\\\\\\n"])"),
              (Texts{R"(\\\\n)", R"(\\n)", R"(\n)"}));
    EXPECT_EQ(texts(R"(["a\\u0000b"])"), (Texts{R"(a\u0000b)", "a b"}));
    // and no text is judged twice for a backslash alone
    EXPECT_EQ(texts(R"(["C:\\dir"])"), (Texts{R"(C:\dir)"}));
}

// A text of so many words, of which some are others.
std::string words(size_t count, std::map<size_t, std::string> others)
{
    std::string text;
    for (size_t i = 0; i < count; i++) {
        text += others.count(i) != 0 ? others[i] : "word";
        text += ' ';
    }
    return text;
}

TEST(Collector, OnlyWhatIsAroundAnEscapeIsDecoded)
{
    std::string text = words(4000, {{1000, R"(x\\u0040y)"},
                                    {1100, R"(x\\u0041y)"},
                                    {3000, R"(a\\\\u0042b)"}});
    Texts found = texts("[\"" + text + "\"]");

    ASSERT_EQ(found.size(), 4u);  // the text, two windows, and in the second
    for (size_t i = 1; i < found.size(); i++) {
        EXPECT_LT(found[i].size(), 2000u);
        EXPECT_EQ(found[i].substr(0, 8), std::string(window_cut) + " word");
        EXPECT_EQ(found[i].substr(found[i].size() - 8),
                  "word " + std::string(window_cut));
    }
    EXPECT_NE(found[1].find(" x@y "), std::string::npos);
    EXPECT_NE(found[1].find(" xAy "), std::string::npos);
    EXPECT_NE(found[2].find(R"( a\u0042b )"), std::string::npos);
    EXPECT_NE(found[3].find(" aBb "), std::string::npos);
}

TEST(Collector, OnlyWhatIsAroundASeamIsJoined)
{
    std::string a = words(8000, {{7999, "john@exa"}});
    std::string b = words(8000, {{0, "mple.com"}, {7999, "jane@exa"}});
    a.pop_back();
    b.pop_back();
    Texts found = texts(R"({"content":[")" + a + R"(",")" + b + R"(",)"
                        R"("mple","",".net"]})");

    ASSERT_EQ(found.size(), 6u);
    EXPECT_EQ(found[2], "mple");
    EXPECT_LT(found[4].size(), 2 * joined_reach + 200);
    EXPECT_NE(found[4].find("john@example.com"), std::string::npos);
    EXPECT_LT(found[5].size(), joined_reach + 200);
    EXPECT_EQ(found[5].substr(found[5].size() - 16), "jane@example.net");
}

TEST(Collector, WhatACutHasMadeIsKnown)
{
    std::string text = words(4000, {{2000, R"(\\n)"}});
    Collected out;
    ASSERT_FALSE(collect_json("[\"" + text + "\"]", &out));
    ASSERT_EQ(out.pieces.size(), 2u);

    const Piece& window = out.pieces[1];
    uint32_t start = window.start;
    uint32_t end = window.end();
    EXPECT_TRUE(out.is_near_cut({start, start + 4}));
    EXPECT_TRUE(out.is_near_cut({start + 50, start + 128}));
    EXPECT_TRUE(out.is_near_cut({end - 128, end - 100}));
    EXPECT_FALSE(out.is_near_cut({start, start + 129}));
    EXPECT_FALSE(out.is_near_cut({end - 129, end}));
    EXPECT_FALSE(out.is_near_cut({0, 4}));
}

TEST(Collector, LongNumbersAreTexts)
{
    EXPECT_EQ(texts(R"([4111111111111111,123456,1234567,-1234567.5e3])"),
              (Texts{"4111111111111111", "1234567", "1234567500",
                     "-1234567.5e3"}));
    EXPECT_EQ(texts("[4111111111111111.0,1e6,1e5,12345.678]"),
              (Texts{"4111111111111111", "4111111111111111.0", "1000000",
                     "12345.678"}));
}

TEST(Collector, APayloadIsCutOutOfItsText)
{
    std::string bytes = "iVBORw0KGgo" + std::string(80, 'A');
    Collected out;

    EXPECT_FALSE(collect_json(R"([{"image_url":{"url":
        "data:image/png;base64,)" + bytes + R"("}},{"input_audio":{"data":")"
        + bytes + R"("}}])", &out));
    EXPECT_EQ(out.media, 2u);
    EXPECT_EQ(texts_of(out), Texts{"data:image/png;base64,"});

    struct {
        std::string  url;
        Texts        rest;
    } rows[] = {
        {"data:;base64,my ssn is 078-05-1120 " + bytes,
         {"data:;base64,my ssn is 078-05-1120 "}},
        {bytes + "/123-45-6789", {"/123-45-6789"}},
        {bytes + " John", {" John"}},
    };
    for (const auto& row : rows) {
        EXPECT_FALSE(collect_json("{\"image_url\":\"" + row.url + "\"}",
                                  &out));
        EXPECT_EQ(out.media, 1u) << row.url;
        EXPECT_EQ(texts_of(out), row.rest) << row.url;
    }
    EXPECT_FALSE(collect_json("{\"image_url\":\"https://example.com/"
                              + bytes + "\"}", &out));
    EXPECT_EQ(out.media, 0u);
}

TEST(Collector, SectionsAroundAPayloadAreWhereTheySay)
{
    std::string image = "data:image/png;base64,iVBORw0KGgo"
                        + std::string(80, 'A');
    std::string escaped = R"(\u0061 )" + image + R"(\/AA \u0062)";
    std::string body = R"({"content":["see )" + image + R"( and","\n )"
                       + image + R"(\/AAAA x"],"n":")" + escaped + R"("})";
    Collected out;

    ASSERT_FALSE(collect_json(body, &out));
    for (size_t i = 0; i < out.pieces.size(); i++) {
        const Piece& piece = out.pieces[i];
        if (piece.kind() == Piece::Kind::value) {
            std::string text;
            json::unescape(text, std::string_view(body).substr(piece.source));
            EXPECT_EQ(out.text_of(piece), text.substr(0, piece.size));
        }
    }
    EXPECT_EQ(out.media, 3u);
}

TEST(Collector, ATextInAPayloadIsInspectedAndNotRewritten)
{
    Collected out;
    // x,john@example.com
    ASSERT_FALSE(collect_json(R"({"file_data":
        "data:text/csv;base64,eCxqb2huQGV4YW1wbGUuY29t"})", &out));
    EXPECT_EQ(texts_of(out), (Texts{"data:text/csv;base64,eCxqb2huQGV4YW1wbGUu"
                                    "Y29t", "x,john@example.com"}));
    EXPECT_EQ(out.pieces.back().kind(), Piece::Kind::payload);
    EXPECT_EQ(out.media, 0u);

    // {"a":"x\u0040y"}, and an image in a page
    ASSERT_FALSE(collect_json(R"({"file_data":
        "data:application/json;base64,eyJhIjoieFx1MDA0MHkifQ=="})", &out));
    EXPECT_EQ(texts_of(out).back(), "{\"a\":\"x@y\"}");
}

TEST(Collector, AFileMayBeAnArrayOfBytes)
{
    std::string bytes = "137";
    for (int i = 0; i < 80; i++) {
        bytes += ",80";
    }
    Collected out;
    ASSERT_FALSE(collect_json("{\"image\":[" + bytes + "],\"data\":[" + bytes
                              + "],\"images\":[[1,2],[3]]}", &out));
    EXPECT_EQ(out.media, 1u);
}

TEST(Collector, TheProvidersStateIsNoMedia)
{
    std::string state = "EqQBCgIYAhIM";
    for (int i = 0; i < 200; i++) {
        state += "x9Yk/7Qa+b3Z";
    }
    Collected out;
    for (std::string body : {
             R"({"type":"thinking","signature":"@"})",
             R"({"type":"redacted_thinking","data":"@"})",
             R"({"type":"reasoning","encrypted_content":"@"})"})
    {
        body.replace(body.find('@'), 1, state);
        ASSERT_FALSE(collect_json(body, &out));
        EXPECT_EQ(out.media, 0u) << body;
        EXPECT_LT(out.buffer.size(), 100u) << body;
    }
    // a URI, and a file, are no state
    for (std::string text : {"data:audio/pcm;base64," + state,
                             "see data:audio/pcm;base64," + state,
                             "iVBORw0KGgo" + state})
    {
        ASSERT_FALSE(collect_json("{\"signature\":\"" + text + "\"}", &out));
        EXPECT_EQ(out.media, 1u) << text;
    }
    ASSERT_FALSE(collect_json(R"([{"type":"redacted_thinking"},{"data":")"
                              + state + R"("}])", &out));
    EXPECT_EQ(out.media, 1u);
}

TEST(Collector, ModelAndProviderAreFoundAtTheTopOnly)
{
    Collected out;

    EXPECT_FALSE(collect_json(R"({"a":{"model":"no"},"model":"y\u0065s",
        "models":["b","c"],"provider":{}})", &out));
    EXPECT_TRUE(out.model.is_string);
    EXPECT_EQ(out.model.text, "yes");
    EXPECT_EQ(out.models, (Texts{"b", "c"}));
    EXPECT_TRUE(out.models_are_strings);
    EXPECT_TRUE(out.has_provider);

    for (std::string_view body : {R"({"model":["a"]})", R"({"model":null})",
                                  R"({"model":{"model":"a"}})",
                                  R"({"model":7})"}) {
        EXPECT_FALSE(collect_json(body, &out));
        EXPECT_TRUE(out.model.is_present) << body;
        EXPECT_FALSE(out.model.is_string) << body;
    }
    EXPECT_FALSE(collect_json("{}", &out));
    EXPECT_FALSE(out.has_members);
    EXPECT_FALSE(out.model.is_present);
}

TEST(Collector, EachPieceSaysWhereItCameFrom)
{
    std::string body = R"({"k\n":"v\u0040","n":[ "x" , 1234567 ]})";
    Collected out;

    ASSERT_FALSE(collect_json(body, &out));
    for (size_t i = 0; i < out.pieces.size(); i++) {
        const Piece& piece = out.pieces[i];
        std::string text;
        json::unescape(text, std::string_view(body).substr(piece.source));
        EXPECT_EQ(out.text_of(piece), text.substr(0, piece.size));
    }
    EXPECT_EQ(out.pieces.size(), 4u);
    EXPECT_EQ(out.pieces[0].kind(), Piece::Kind::name);
    EXPECT_EQ(out.pieces[3].kind(), Piece::Kind::number);
}

TEST(Collector, ABodyThatIsNotStrictJsonHasAFlaw)
{
    Collected out;
    for (std::string_view body : {"", "{", "[1,]", "{\"a\":1,\"a\":2}", "x",
                                  "[\"\\ud800\\u0040\"]", "[] []"}) {
        EXPECT_TRUE(collect_json(body, &out)) << body;
    }
}

TEST(Collector, PlainTextIsOneText)
{
    Collected out;
    EXPECT_FALSE(collect_text("a \\u0040 b", &out));
    EXPECT_EQ(texts_of(out), (Texts{"a \\u0040 b", "a @ b"}));
    EXPECT_TRUE(collect_text(std::string_view("a\0b", 3), &out));
    EXPECT_TRUE(collect_text("\xc1\x80", &out));
}

}  // namespace

}  // namespace gate::guard
