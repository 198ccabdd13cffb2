#include "chat/intern_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace gate::chat {

namespace {

std::string error_of(std::string_view text)
{
    InternTable table;
    auto error = read_interns(text, table);
    return error ? std::to_string(error->line) + ": " + error->message : "";
}

std::string line_with(std::string_view upstream, std::string_view rest = "")
{
    return "{\"id\":\"a\",\"upstream\":\"" + std::string(upstream) + "\""
           + std::string(rest) + "}";
}

// "host port literal base", or "-".
std::string parts_of(std::string_view text)
{
    std::string wrong;
    auto parts = parse_upstream(text, &wrong);
    if (!parts) {
        EXPECT_FALSE(wrong.empty()) << text;
        return "-";
    }
    return parts->host + ' ' + std::to_string(parts->port)
           + (parts->is_literal ? " literal" : "")
           + (parts->base.empty() ? "" : ' ' + parts->base);
}

std::string target_of(std::string_view upstream)
{
    InternTable table;
    auto error = read_interns(line_with(upstream), table);
    EXPECT_FALSE(error.has_value()) << upstream;
    return table.all().empty() ? "" : table.all()[0].proxy_target;
}

auth::Key caller(std::string user, std::string workspace)
{
    auth::Key key;
    key.user_id = std::move(user);
    key.workspace_id = std::move(workspace);
    return key;
}

TEST(InternTable, FindsEachInternByItsId)
{
    InternTable table;
    std::string text;
    for (int i = 99; i >= 0; i--) {
        text += "{\"id\":\"i" + std::to_string(i) + "\",\"upstream\":\"pool\","
                "\"name\":\"n" + std::to_string(i) + "\"}\n";
    }
    ASSERT_FALSE(read_interns(text, table));
    EXPECT_EQ(table.all().size(), 100u);
    for (int i = 0; i < 100; i++) {
        const Intern* intern = table.find("i" + std::to_string(i));
        ASSERT_NE(intern, nullptr) << i;
        EXPECT_EQ(intern->name, "n" + std::to_string(i));
        EXPECT_EQ(intern->line, static_cast<uint32_t>(100 - i));
    }
    for (std::string_view id : {"", "i", "i100", "I1", "i1 ", "i1/"}) {
        EXPECT_EQ(table.find(id), nullptr) << id;
    }
    EXPECT_EQ(InternTable().find("i1"), nullptr);
}

TEST(InternTable, ReadsEachMember)
{
    InternTable table;
    ASSERT_FALSE(read_interns("# x\n" + line_with("h:80",
        ",\"name\":\"N\",\"owner_user_id\":\"u\",\"workspace_id\":\"w\","
        "\"model\":\"m/x\",\"status\":\"stopped\""), table));
    const Intern* intern = table.find("a");
    ASSERT_NE(intern, nullptr);
    EXPECT_EQ(intern->name, "N");
    EXPECT_EQ(intern->owner_user_id, "u");
    EXPECT_EQ(intern->workspace_id, "w");
    EXPECT_EQ(intern->model, "m/x");
    EXPECT_EQ(intern->status, "stopped");
    EXPECT_EQ(intern->line, 2u);
}

TEST(InternTable, AnInternIsRunningUnlessToldOtherwise)
{
    InternTable table;
    ASSERT_FALSE(read_interns(line_with("h:80", ",\"model\":null"), table));
    EXPECT_EQ(table.find("a")->status, "running");
    EXPECT_EQ(table.find("a")->model, "");
}

TEST(InternTable, EachWrongLineIsNamedWithItsRemedy)
{
    EXPECT_EQ(error_of("\n{\"upstream\":\"p\"}"), "2: \"id\" is missing");
    EXPECT_EQ(error_of("{\"id\":\"a\"}"), "1: \"upstream\" is missing");
    EXPECT_EQ(error_of("{\"id\":5}"), "1: \"id\" must be a string");
    EXPECT_EQ(error_of(line_with("p", ",\"status\":\"up\"")),
              "1: \"status\" must be a status of the interface, such as"
              " \"running\" or \"stopped\"");
    EXPECT_EQ(error_of(line_with("p", ",\"status\":null")),
              "1: \"status\" must be a string");
    EXPECT_EQ(error_of(line_with("p", ",\"model\":1")),
              "1: \"model\" must be a string or null");
    EXPECT_EQ(error_of(line_with("p", ",\"port\":1")),
              "1: \"port\" is not a member of an intern; known are id, name,"
              " upstream, owner_user_id, workspace_id, model, status");
    EXPECT_EQ(error_of(line_with("unix:/x")),
              "1: \"upstream\" must be host:port, host:port/base or the name"
              " of an upstream {} block");
    EXPECT_EQ(error_of(line_with("h:80/a?b")),
              "1: \"upstream\" may hold letters, digits and - . _ ~ / only in"
              " its base");
    EXPECT_EQ(error_of(line_with("h:80") + " x"),
              "1: not one whole JSON object");
}

TEST(InternTable, AnIdIsOneSafePathSegment)
{
    for (std::string_view id : {".", "..", "a/b", "a b", "a%2e", "a?b", "a#b",
             "\\u00e9", "a\\\\b", "a:b", "a@b", "a;b"}) {
        EXPECT_EQ(error_of("{\"id\":\"" + std::string(id)
                           + "\",\"upstream\":\"p\"}"),
                  "1: \"id\" may hold letters, digits and - . _ ~ only") << id;
    }
    for (std::string_view id : {"a", "...", ".a", "A-b_c.d~0",
                                "0190c1d2-7e8f-7a00-8000-000000000000"}) {
        EXPECT_EQ(error_of("{\"id\":\"" + std::string(id)
                           + "\",\"upstream\":\"p\"}"), "") << id;
    }
}

TEST(InternTable, ARepeatedIdNamesBothLines)
{
    std::string other = "{\"id\":\"b\",\"upstream\":\"p\"}\n";
    EXPECT_EQ(error_of(line_with("p") + "\n" + other + line_with("q")),
              "3: \"id\" a stands in line 1 already");
}

TEST(InternTable, EachStatusOfTheInterfaceIsKnown)
{
    for (std::string_view status : {"awaiting_chat_install", "queued",
             "provisioning", "running", "failed", "stopped", "destroying",
             "destroy_failed"}) {
        EXPECT_EQ(error_of(line_with("p", ",\"status\":\""
                           + std::string(status) + "\"")), "") << status;
    }
}

TEST(InternTable, AnUpstreamIsAHostWithPortOrANamedBlock)
{
    EXPECT_EQ(parts_of("pool"), "pool 0");
    EXPECT_EQ(parts_of("my.host:8080"), "my.host 8080");
    EXPECT_EQ(parts_of("127.0.0.1:1"), "127.0.0.1 1 literal");
    EXPECT_EQ(parts_of("[::1]:65535"), "::1 65535 literal");
    EXPECT_EQ(parts_of("h:80/"), "h 80");
    EXPECT_EQ(parts_of("h:80/v1"), "h 80 /v1");
    EXPECT_EQ(parts_of("h:80/a/b.c/~d//"), "h 80 /a/b.c/~d");
    EXPECT_EQ(parts_of("[fd00::1]:80/v1"), "fd00::1 80 literal /v1");
}

TEST(InternTable, AnythingElseIsNoUpstream)
{
    for (std::string_view text : {"", ":", ":80", "h:", "h:0", "h:65536",
             "h:8o", "h:80x", "h/x", "pool/", "1.2.3.4", "[::1]", "[::1]80",
             "[::1", "::1", "[h]:80", "[]:80", "unix:/tmp/x", "unix",
             "http://h:80", "user@h:80", "h:80?x", "h:80/a b", "h:80/%41",
             "h:80/$x", "h:80#", "h h:80", "h:80/a\\b", "[127.0.0.1]:80",
             "h:80:90", "\xc3\xa9:80", "h:80/\xc3\xa9", "$h:80"}) {
        EXPECT_EQ(parts_of(text), "-") << text;
    }
}

TEST(InternTable, TheTargetHasThePathOnlyWithABase)
{
    EXPECT_EQ(target_of("pool"), "pool");
    EXPECT_EQ(target_of("h:80"), "h:80");
    EXPECT_EQ(target_of("h:80/"), "h:80");
    EXPECT_EQ(target_of("h:80//"), "h:80");
    EXPECT_EQ(target_of("h:80/v1"), "h:80/v1/chat/completions");
    EXPECT_EQ(target_of("h:80/v1//"), "h:80/v1/chat/completions");
    EXPECT_EQ(target_of("[::1]:80/a/b/"), "[::1]:80/a/b/chat/completions");
}

TEST(InternTable, AnInternIsSeenByItsOwnerInItsWorkspace)
{
    Intern open;
    EXPECT_TRUE(open.is_visible_to(caller("", "")));
    EXPECT_TRUE(open.is_visible_to(caller("u", "w")));

    Intern owned;
    owned.owner_user_id = "u";
    EXPECT_TRUE(owned.is_visible_to(caller("u", "any")));
    EXPECT_FALSE(owned.is_visible_to(caller("v", "any")));
    EXPECT_FALSE(owned.is_visible_to(caller("", "")));

    Intern placed;
    placed.workspace_id = "w";
    EXPECT_TRUE(placed.is_visible_to(caller("v", "w")));
    EXPECT_FALSE(placed.is_visible_to(caller("v", "x")));

    placed.owner_user_id = "u";
    EXPECT_TRUE(placed.is_visible_to(caller("u", "w")));
    EXPECT_FALSE(placed.is_visible_to(caller("u", "x")));
    EXPECT_FALSE(placed.is_visible_to(caller("v", "w")));
}

// fault H22
TEST(InternTable, TheIdIsTheSegmentBeforeTheRoute)
{
    EXPECT_EQ(intern_id_of("/api/v1/interns/alpha/chat/completions"),
              "alpha");
    EXPECT_EQ(intern_id_of("/x/chat/completions"), "x");
    EXPECT_EQ(intern_id_of("/interns/../chat/completions"), "..");
    for (std::string_view path : {"", "/", "/chat/completions",
             "chat/completions", "//chat/completions", "x/chat/completions",
             "/interns/a/chat/completions/", "/interns/a/chat/completion",
             "/interns/a/chat", "/interns/a/chat/completionsx",
             "/interns/a/Chat/completions", "/interns//chat/completions"}) {
        EXPECT_FALSE(intern_id_of(path).has_value()) << path;
    }
}

}  // namespace

}  // namespace gate::chat
