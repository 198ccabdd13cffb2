// Reads the text of a gate_keys file (architecture.md 3).
//
// One JSON object a line: "hash" (64 lower-case hex digits: SHA-256 of the
// key) and, all optional, "kind", "id", "user_id", "workspace_id",
// "programme", "member", "guardrails". An unknown member, a hash that stands
// twice or a key text in place of its hash is an error with its line.
#pragma once

#include "auth/key_table.hpp"
#include "json/lines.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace gate::auth {

std::optional<json::LineError> read_keys(std::string_view text,
    KeyTable& table);

// The line of one key, with a newline, as read_keys() takes it.
std::string key_line(const Key& key);

// "igk_" and 43 base64url characters: 256 random bits (gaps.md, "Key text").
// Empty when the system has no randomness.
std::string new_key_text();

}  // namespace gate::auth
