#include "auth/key_file.hpp"

#include "base/hex.hpp"
#include "json_tree.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace gate::auth {

namespace {

const std::string hash_a(64, 'a');
const std::string hash_b(64, 'b');

std::string line_with(const std::string& rest)
{
    return "{\"hash\":\"" + hash_a + "\"" + rest + "}";
}

Digest digest(const std::string& digits)
{
    Digest out;
    EXPECT_TRUE(decode_hex(digits, out.data(), out.size()));
    return out;
}

// The error of a file, as an operator sees it: "line: text".
std::string error_of(std::string_view text)
{
    KeyTable table;
    auto error = read_keys(text, table);
    return error ? std::to_string(error->line) + ": " + error->message : "";
}

TEST(KeyFile, TheHashAloneMakesARegularKey)
{
    KeyTable table;
    ASSERT_FALSE(read_keys(line_with("") + "\n", table));
    const Key* key = table.find(digest(hash_a));
    ASSERT_NE(key, nullptr);
    EXPECT_EQ(key->kind, KeyKind::regular);
    EXPECT_FALSE(key->programme);
    EXPECT_TRUE(key->member);
    EXPECT_EQ(key->id + key->user_id + key->workspace_id, "");
    EXPECT_TRUE(key->guardrails.empty());
    EXPECT_EQ(key->line, 1u);
}

TEST(KeyFile, ReadsEachMember)
{
    KeyTable table;
    ASSERT_FALSE(read_keys("# keys\n\n \t\r\n" + line_with(
        ",\"kind\":\"management\",\"id\":\"k-1\",\"user_id\":\"u\\u00e9\","
        "\"workspace_id\":\"w\",\"programme\":true,\"member\":false,"
        "\"guardrails\":[\"a\",\"b c\"]") + "\r\n", table));

    const Key* key = table.find(digest(hash_a));
    ASSERT_NE(key, nullptr);
    EXPECT_EQ(key->kind, KeyKind::management);
    EXPECT_EQ(key->id, "k-1");
    EXPECT_EQ(key->user_id, "u\xc3\xa9");
    EXPECT_EQ(key->workspace_id, "w");
    EXPECT_TRUE(key->programme);
    EXPECT_FALSE(key->member);
    EXPECT_EQ(key->guardrails, (std::vector<std::string>{"a", "b c"}));
    EXPECT_EQ(key->line, 4u);
}

TEST(KeyFile, ProvisioningIsAnotherWordForManagement)
{
    KeyTable table;
    ASSERT_FALSE(read_keys(line_with(",\"kind\":\"provisioning\""), table));
    EXPECT_EQ(table.find(digest(hash_a))->kind, KeyKind::management);
}

TEST(KeyFile, NullMeansAbsentForIdUserAndWorkspace)
{
    KeyTable table;
    ASSERT_FALSE(read_keys(line_with(
        ",\"id\":null,\"user_id\":null,\"workspace_id\":null"), table));
    EXPECT_EQ(table.find(digest(hash_a))->user_id, "");
}

TEST(KeyFile, AnEmptyFileIsAGoodOne)
{
    for (std::string_view text : {"", "\n\n", "# nothing", "  # x\r\n\t"}) {
        EXPECT_EQ(error_of(text), "");
    }
}

TEST(KeyFile, EachWrongLineIsNamedWithItsRemedy)
{
    const std::string hex = "must be 64 lower-case hex digits, the SHA-256 of"
                            " the key; \"internctl key hash\" makes it";
    EXPECT_EQ(error_of("{\"hash\":\"igk_abc\"}"), "1: \"hash\" " + hex);
    EXPECT_EQ(error_of("{\"hash\":\"" + std::string(64, 'A') + "\"}"),
              "1: \"hash\" " + hex);
    EXPECT_EQ(error_of("{\"hash\":1}"), "1: \"hash\" must be a string");
    EXPECT_EQ(error_of("\n{\"id\":\"x\"}"), "2: \"hash\" is missing");
    EXPECT_EQ(error_of(line_with(",\"kind\":\"admin\"")),
              "1: \"kind\" must be \"regular\" or \"management\"");
    EXPECT_EQ(error_of(line_with(",\"kind\":null")),
              "1: \"kind\" must be a string");
    EXPECT_EQ(error_of(line_with(",\"user_id\":5")),
              "1: \"user_id\" must be a string or null");
    EXPECT_EQ(error_of(line_with(",\"id\":\"\"")),
              "1: \"id\" must not be empty or hold control characters");
    EXPECT_EQ(error_of(line_with(",\"id\":\"a\\n\"")),
              "1: \"id\" must not be empty or hold control characters");
    for (std::string_view value : {"\"true\"", "1", "null", "{}", "tru"}) {
        std::string rest = ",\"programme\":" + std::string(value);
        EXPECT_EQ(error_of(line_with(rest)),
                  "1: \"programme\" must be true or false") << value;
    }
}

TEST(KeyFile, TheMembersAreAClosedList)
{
    EXPECT_EQ(error_of("# a\n" + line_with(",\"note\":\"x\"")),
              "2: \"note\" is not a member of a key; known are hash, kind, id,"
              " user_id, workspace_id, programme, member, guardrails");
    EXPECT_EQ(error_of(line_with(",\"Kind\":\"regular\"")).substr(0, 9),
              "1: \"Kind\"");
}

TEST(KeyFile, GuardrailsAreAListOfNames)
{
    const std::string wrong =
        "1: \"guardrails\" must be a list of guardrail names";
    for (std::string_view value : {"\"a\"", "null", "{}", "[1]", "[\"\"]",
             "[\"a\",null]", "[[\"a\"]]", "[,]", "[\"a\",]"}) {
        EXPECT_EQ(error_of(line_with(",\"guardrails\":" + std::string(value))),
                  wrong) << value;
    }
    EXPECT_EQ(error_of(line_with(",\"guardrails\":[]")), "");
}

TEST(KeyFile, ARepeatedHashNamesBothLines)
{
    EXPECT_EQ(error_of(line_with("") + "\n#\n" + line_with("") + "\n"),
              "3: the same \"hash\" stands in line 1");
    EXPECT_EQ(error_of("{\"hash\":\"" + hash_b + "\"}\n" + line_with("")),
              "");
}

TEST(KeyFile, ALineThatIsNoStrictObjectIsRefused)
{
    EXPECT_EQ(error_of(line_with(",\"id\":\"a\",\"id\":\"a\"")),
              "1: member \"id\" stands twice");
    EXPECT_EQ(error_of(line_with(",\"id\":\"a\",\"\\u0069d\":\"a\"")),
              "1: member \"id\" stands twice");
    EXPECT_EQ(error_of("[]"), "1: not a JSON object; write one {…} a line");
    EXPECT_EQ(error_of(line_with("") + " x"), "1: not one whole JSON object");
    EXPECT_EQ(error_of(line_with(",")), "1: not one whole JSON object");
    EXPECT_EQ(error_of("\xef\xbb\xbf" + line_with("")),
              "1: not ASCII outside a string at column 1");
    EXPECT_EQ(error_of(line_with(",\"id\":\"\xff\"")),
              "1: not UTF-8 at column 82");
}

TEST(KeyFile, ALineCutAnywhereIsRefused)
{
    std::string line = line_with(",\"kind\":\"regular\",\"guardrails\":[\"a\"]"
                                 ",\"member\":true,\"id\":\"\\u00e9\"");
    EXPECT_EQ(error_of(line), "");
    for (size_t size = 1; size < line.size(); size++) {
        EXPECT_EQ(error_of("\n" + line.substr(0, size)).substr(0, 3), "2: ")
            << line.substr(0, size);
    }
}

TEST(KeyFile, AKeyThatIsWrittenIsReadAgain)
{
    Key key;
    key.hash = digest(hash_b);
    key.kind = KeyKind::management;
    key.programme = true;
    key.member = false;
    key.id = "a\"b\\c";
    key.user_id = "\xf0\x9f\x98\x80</script>";
    key.guardrails = {"one", "two"};

    std::string line = key_line(key);
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    KeyTable table;
    ASSERT_FALSE(read_keys(line, table));
    const Key* back = table.find(key.hash);
    ASSERT_NE(back, nullptr);
    EXPECT_EQ(back->kind, key.kind);
    EXPECT_EQ(back->programme, key.programme);
    EXPECT_EQ(back->member, key.member);
    EXPECT_EQ(back->id, key.id);
    EXPECT_EQ(back->user_id, key.user_id);
    EXPECT_EQ(back->workspace_id, "");
    EXPECT_EQ(back->guardrails, key.guardrails);
}

TEST(KeyFile, ANewKeyIs256BitsOfBase64url)
{
    std::set<std::string> seen;
    std::set<char> letters;

    for (int i = 0; i < 500; i++) {
        std::string key = new_key_text();
        ASSERT_EQ(key.size(), 4u + 43u);
        ASSERT_EQ(key.substr(0, 4), "igk_");
        for (char c : key.substr(4)) {
            EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(c))
                        || c == '-' || c == '_') << key;
            letters.insert(c);
        }
        // 43 characters hold 258 bits; the last two are zero
        EXPECT_NE(std::string("AEIMQUYcgkosw048").find(key.back()),
                  std::string::npos) << key;
        EXPECT_TRUE(seen.insert(key).second);
    }
    EXPECT_EQ(letters.size(), 64u);
}

}  // namespace

}  // namespace gate::auth
