#include "chat/message_reader.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::chat {

namespace {

// The reader's own verdict on the messages, without the rules that need the
// whole request.
std::string wrong_of(const std::string& messages)
{
    MessageReader reader;
    std::string cause;
    auto parsed = json::parse("{\"messages\":[" + messages + "]}", reader,
                              &cause);
    EXPECT_NE(parsed, json::Parsed::invalid) << cause;
    EXPECT_EQ(parsed == json::Parsed::stopped, !reader.wrong().empty());
    return reader.wrong();
}

ChatRequest read(const std::string& messages)
{
    MessageReader reader;
    std::string cause;
    auto parsed = json::parse("{\"messages\":[" + messages + "]}", reader,
                              &cause);
    EXPECT_EQ(parsed, json::Parsed::whole) << reader.wrong() << cause;
    return reader.take();
}

std::string user_with(const std::string& content)
{
    return "{\"role\":\"user\",\"content\":" + content + "}";
}

std::string assistant_with(const std::string& calls)
{
    return "{\"role\":\"assistant\",\"tool_calls\":" + calls + "}";
}

TEST(MessageReader, EachMessageNeedsARoleOfTheFive)
{
    for (std::string_view role : {"system", "developer", "user",
                                  "assistant"}) {
        EXPECT_EQ(wrong_of("{\"role\":\"" + std::string(role)
                           + "\",\"content\":\"\"}"), "") << role;
    }
    EXPECT_EQ(wrong_of("{\"content\":\"x\"}"),
              "messages[0]: role is required");
    for (std::string_view role : {"function", "", "User", "user "}) {
        EXPECT_EQ(wrong_of("{\"role\":\"" + std::string(role) + "\"}"),
                  "messages[0]: role must be system, developer, user,"
                  " assistant or tool") << role;
    }
    for (std::string_view role : {"5", "null", "[]", "{}"}) {
        EXPECT_EQ(wrong_of("{\"role\":" + std::string(role) + "}"),
                  "messages[0]: role has the wrong type") << role;
    }
}

TEST(MessageReader, TheWrongMessageIsNamedByItsPlace)
{
    std::string good = user_with("\"x\"") + ',';
    EXPECT_EQ(wrong_of(good + good + "{\"role\":\"user\"}"),
              "messages[2]: content is required");
    EXPECT_EQ(wrong_of(good + "{}"), "messages[1]: role is required");
    EXPECT_EQ(wrong_of(good + "5"),
              "messages, content parts and tool_calls must be objects");
}

TEST(MessageReader, OnlyAnAssistantMayHaveNoContent)
{
    for (std::string_view role : {"system", "developer", "user"}) {
        EXPECT_EQ(wrong_of("{\"role\":\"" + std::string(role) + "\"}"),
                  "messages[0]: content is required") << role;
    }
    EXPECT_EQ(wrong_of("{\"role\":\"tool\",\"tool_call_id\":\"q\"}"),
              "messages[0]: content is required");
    EXPECT_EQ(wrong_of("{\"role\":\"assistant\"}"), "");
    // openapi ChatMessageContent: null is a content
    EXPECT_EQ(wrong_of(user_with("null")), "");
}

TEST(MessageReader, ContentIsTextOrTextParts)
{
    ChatRequest plain = read(user_with("\"a\""));
    EXPECT_TRUE(plain.last.has_content);
    EXPECT_FALSE(plain.last.content_is_list);
    EXPECT_EQ(plain.last.texts, std::vector<std::string>{"a"});

    ChatRequest parts = read(user_with(
        "[{\"type\":\"text\",\"text\":\"a\"},{\"text\":\"b\",\"x\":{\"type\":"
        "\"no\"},\"type\":\"text\"}]"));
    EXPECT_TRUE(parts.last.content_is_list);
    EXPECT_EQ(parts.last.texts, (std::vector<std::string>{"a", "b"}));

    EXPECT_FALSE(read(user_with("null")).last.has_content);
    EXPECT_TRUE(read(user_with("[]")).last.has_content);
    EXPECT_TRUE(read(user_with("[]")).last.texts.empty());
}

TEST(MessageReader, OtherContentIsRefused)
{
    for (std::string_view content : {"5", "true", "{}",
                                     "{\"type\":\"text\"}"}) {
        EXPECT_EQ(wrong_of(user_with(std::string(content))),
                  "messages[0]: content has the wrong type") << content;
    }
    const std::string parts =
        "messages[0]: content parts must have type text and a text";
    for (std::string_view part : {"{}", "{\"type\":\"text\"}",
             "{\"text\":\"a\"}", "{\"type\":\"image_url\",\"text\":\"a\"}",
             "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}"}) {
        EXPECT_EQ(wrong_of(user_with('[' + std::string(part) + ']')), parts)
            << part;
    }
    EXPECT_EQ(wrong_of(user_with("[{\"type\":\"text\",\"text\":null}]")),
              "messages[0]: text has the wrong type");
    EXPECT_EQ(wrong_of(user_with("[{\"type\":[],\"text\":\"\"}]")),
              "messages[0]: type has the wrong type");
    for (std::string_view item : {"\"a\"", "1", "null"}) {
        EXPECT_NE(wrong_of(user_with('[' + std::string(item) + ']')), "")
            << item;
    }
    EXPECT_NE(wrong_of(user_with("[[]]")), "");
}

TEST(MessageReader, AToolMessageNamesItsCall)
{
    auto tool = [](const std::string& id) {
        return wrong_of("{\"role\":\"tool\",\"content\":\"x\"" + id + "}");
    };
    const std::string length =
        "messages[0]: tool_call_id must be 1 to 128 characters long";
    EXPECT_EQ(tool(",\"tool_call_id\":\"q\""), "");
    EXPECT_EQ(tool(",\"tool_call_id\":\"" + std::string(128, 'q') + "\""), "");
    EXPECT_EQ(tool(""),
              "messages[0]: tool_call_id is required in a tool message");
    EXPECT_EQ(tool(",\"tool_call_id\":\"\""), length);
    EXPECT_EQ(tool(",\"tool_call_id\":\"" + std::string(129, 'q') + "\""),
              length);
    EXPECT_EQ(tool(",\"tool_call_id\":\"a\\nb\""),
              "messages[0]: tool_call_id holds a control character");
    for (std::string_view value : {"5", "null", "[]", "{}"}) {
        EXPECT_EQ(tool(",\"tool_call_id\":" + std::string(value)),
                  "messages[0]: tool_call_id has the wrong type") << value;
    }
}

TEST(MessageReader, ToolCallsAreReadWithOrWithoutTheirType)
{
    ChatRequest request = read(assistant_with(
        "[{\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"n\","
        "\"arguments\":\"{}\"}},{\"function\":{\"arguments\":\"x\","
        "\"extra\":{\"name\":\"no\"},\"name\":\"\"},\"id\":\"b\"}]"));
    ASSERT_TRUE(request.echo.has_value());
    ASSERT_EQ(request.echo->tool_calls.size(), 2u);
    EXPECT_EQ(request.echo->tool_calls[0].id, "a");
    EXPECT_EQ(request.echo->tool_calls[0].function_name, "n");
    EXPECT_EQ(request.echo->tool_calls[0].arguments, "{}");
    EXPECT_EQ(request.echo->tool_calls[1].id, "b");
    EXPECT_EQ(request.echo->tool_calls[1].function_name, "");
    EXPECT_EQ(request.echo->tool_calls[1].arguments, "x");
}

TEST(MessageReader, AToolCallNeedsIdNameAndArguments)
{
    const std::string needs = "messages[0]: tool_calls need id, function.name"
                              " and function.arguments";
    for (std::string_view call : {"{}", "{\"id\":\"a\"}",
             "{\"function\":{\"name\":\"\",\"arguments\":\"\"}}",
             "{\"id\":\"a\",\"function\":{\"name\":\"\"}}",
             "{\"id\":\"a\",\"function\":{\"arguments\":\"\"}}",
             "{\"id\":\"a\",\"function\":{}}",
             "{\"id\":\"a\",\"x\":{\"name\":\"\",\"arguments\":\"\"}}"}) {
        EXPECT_EQ(wrong_of(assistant_with('[' + std::string(call) + ']')),
                  needs) << call;
    }
    for (std::string_view call : {"5", "\"a\"", "null", "[]", "{\"id\":5}",
             "{\"id\":\"\"}", "{\"function\":\"f\"}", "{\"function\":null}",
             "{\"function\":{\"name\":5}}", "{\"function\":{\"arguments\":{}}}",
             "{\"function\":[]}", "{\"id\":null}"}) {
        EXPECT_NE(wrong_of(assistant_with('[' + std::string(call) + ']')), "")
            << call;
    }
    for (std::string_view calls : {"5", "\"a\"", "{}", "true"}) {
        EXPECT_NE(wrong_of(assistant_with(std::string(calls))), "") << calls;
    }
}

TEST(MessageReader, OneMessageDoesNotLeakIntoTheNext)
{
    std::string call = "[{\"id\":\"a\",\"function\":{\"name\":\"n\","
                       "\"arguments\":\"\"}}]";
    ChatRequest request = read(
        "{\"role\":\"assistant\",\"content\":\"t\",\"tool_calls\":" + call
        + "},{\"role\":\"tool\",\"tool_call_id\":\"a\",\"content\":\"1\"},"
        "{\"role\":\"assistant\",\"content\":\"later\"},"
        + user_with("\"end\""));
    EXPECT_EQ(request.last.texts, std::vector<std::string>{"end"});
    EXPECT_EQ(request.last.tool_call_id, "");
    EXPECT_TRUE(request.last.tool_calls.empty());
    ASSERT_TRUE(request.echo.has_value());
    EXPECT_EQ(request.echo->texts, std::vector<std::string>{"t"});

    // each condition is asked anew for each message and each part
    EXPECT_EQ(wrong_of(user_with("\"a\"") + ",{\"role\":\"user\"}"),
              "messages[1]: content is required");
    EXPECT_EQ(wrong_of(user_with("\"a\"") + ",{\"content\":\"b\"}"),
              "messages[1]: role is required");
    EXPECT_NE(wrong_of(user_with("[{\"type\":\"text\",\"text\":\"a\"},"
                                 "{\"type\":\"text\"}]")), "");
    EXPECT_NE(wrong_of(assistant_with("[" + call.substr(1, call.size() - 2)
                                      + ",{\"id\":\"b\"}]")), "");
}

TEST(MessageReader, TheLastAssistantWithToolCallsIsTheEcho)
{
    auto echo = [](std::string_view id) {
        return assistant_with("[{\"id\":\"" + std::string(id)
            + "\",\"function\":{\"name\":\"\",\"arguments\":\"\"}}]");
    };
    ChatRequest request = read(echo("a") + ',' + echo("b") + ','
                               + user_with("\"\""));
    ASSERT_TRUE(request.echo.has_value());
    EXPECT_EQ(request.echo->tool_calls[0].id, "b");
    EXPECT_FALSE(read(user_with("\"\"")).echo.has_value());
}

TEST(MessageReader, MembersThatAreNotReadMayHoldAnything)
{
    for (std::string_view value : {"null", "5", "true", "\"x\"", "[[[]]]",
             "{\"messages\":[{\"role\":5}],\"stream\":false}"}) {
        std::string x = "\"x\":" + std::string(value);
        EXPECT_EQ(wrong_of("{" + x + ",\"role\":\"user\",\"content\":[{" + x
                           + ",\"type\":\"text\",\"text\":\"\"}]}"), "")
            << value;
        EXPECT_EQ(wrong_of(assistant_with("[{" + x + ",\"id\":\"a\","
            "\"function\":{" + x + ",\"name\":\"\",\"arguments\":\"\"}}]")),
            "") << value;
    }
}

}  // namespace

}  // namespace gate::chat
