#include "auth/key_file.hpp"

#include "base/hex.hpp"
#include "json/writer.hpp"

namespace gate::auth {

namespace {

std::string read_hash(json::Reader& in, Digest* hash)
{
    std::string digits;
    std::string wrong = json::expect_string(in, &digits);

    if (wrong.empty() && !decode_hex(digits, hash->data(), hash->size())) {
        wrong = "must be 64 lower-case hex digits, the SHA-256 of the key;"
                " \"internctl key hash\" makes it";
    }
    return wrong;
}

std::string read_kind(json::Reader& in, KeyKind* kind)
{
    std::string word;
    std::string wrong = json::expect_string(in, &word);

    if (!wrong.empty()) {
        return wrong;
    }
    if (word == "regular") {
        *kind = KeyKind::regular;
    } else if (word == "management" || word == "provisioning") {
        *kind = KeyKind::management;
    } else {
        return "must be \"regular\" or \"management\"";
    }
    return "";
}

std::string read_names(json::Reader& in, std::vector<std::string>* names)
{
    constexpr char wrong[] = "must be a list of guardrail names";

    if (in.peek() != '[' || !in.enter_array()) {
        return wrong;
    }
    while (in.next_element()) {
        std::string name;
        if (!json::expect_string(in, &name).empty()) {
            return wrong;
        }
        names->push_back(std::move(name));
    }
    return "";
}

std::string read_member(std::string_view name, json::Reader& in, Key* key)
{
    if (name == "hash") {
        return read_hash(in, &key->hash);
    }
    if (name == "kind") {
        return read_kind(in, &key->kind);
    }
    if (name == "id") {
        return json::expect_string_or_null(in, &key->id);
    }
    if (name == "user_id") {
        return json::expect_string_or_null(in, &key->user_id);
    }
    if (name == "workspace_id") {
        return json::expect_string_or_null(in, &key->workspace_id);
    }
    if (name == "programme") {
        return json::expect_boolean(in, &key->programme);
    }
    if (name == "member") {
        return json::expect_boolean(in, &key->member);
    }
    if (name == "guardrails") {
        return read_names(in, &key->guardrails);
    }
    return "is not a member of a key; known are hash, kind, id, user_id,"
           " workspace_id, programme, member, guardrails";
}

void append_member(std::string& out, std::string_view name,
    std::string_view value)
{
    if (!value.empty()) {
        out += ",\"";
        out += name;
        out += "\":";
        json::append_string(out, value);
    }
}

}  // namespace

std::optional<json::LineError> read_keys(std::string_view text,
    KeyTable& table)
{
    return json::for_each_line(text,
        [&table](uint32_t number, std::string_view line) -> std::string {
            Key key;
            bool has_hash = false;

            std::string wrong = json::read_object_line(line,
                [&](std::string_view name, json::Reader& in) {
                    has_hash = has_hash || name == "hash";
                    return read_member(name, in, &key);
                });
            if (!wrong.empty()) {
                return wrong;
            }
            if (!has_hash) {
                return "\"hash\" is missing";
            }

            key.line = number;
            const Key* earlier = table.add(std::move(key));
            if (earlier != nullptr) {
                return "the same \"hash\" stands in line "
                       + std::to_string(earlier->line);
            }
            return "";
        });
}

std::string key_line(const Key& key)
{
    std::string out = "{\"hash\":\"";
    append_hex(out, key.hash.data(), key.hash.size());
    out += "\",\"kind\":\"";
    out += name(key.kind);
    out += '"';
    append_member(out, "id", key.id);
    append_member(out, "user_id", key.user_id);
    append_member(out, "workspace_id", key.workspace_id);
    out += key.programme ? ",\"programme\":true" : ",\"programme\":false";
    out += key.member ? "" : ",\"member\":false";

    if (!key.guardrails.empty()) {
        out += ",\"guardrails\":";
        char separator = '[';
        for (const std::string& guardrail : key.guardrails) {
            out += separator;
            json::append_string(out, guardrail);
            separator = ',';
        }
        out += ']';
    }

    out += "}\n";
    return out;
}

std::string new_key_text()
{
    constexpr char alphabet[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    uint8_t bytes[32];

    if (!random_bytes(bytes, sizeof bytes)) {
        return "";
    }

    std::string out = "igk_";
    uint32_t bits = 0;
    int held = 0;

    for (uint8_t byte : bytes) {
        bits = bits << 8 | byte;
        held += 8;
        while (held >= 6) {
            held -= 6;
            out += alphabet[bits >> held & 63];
        }
    }
    out += alphabet[bits << (6 - held) & 63];

    return out;
}

}  // namespace gate::auth
