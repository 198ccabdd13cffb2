// The interns of a gate_interns file, found by id.
//
// Built once when the configuration is read, then only read. An intern that a
// caller may not see is answered exactly like one that does not exist.
#pragma once

#include "auth/key_table.hpp"
#include "json/lines.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::chat {

// Where an intern's daemon listens: `host:port`, `host:port/base`, or the
// name of an `upstream {}` block (port 0, no base).
struct Upstream {
    std::string  host;  // without the brackets of an IPv6 literal
    uint16_t     port = 0;
    bool         is_literal = false;  // an IPv4 or IPv6 address
    std::string  base;  // "/base" without a trailing slash, or empty
};

struct Intern {
    std::string  id;
    std::string  name;
    std::string  upstream;  // as written
    std::string  owner_user_id;  // empty: every programme key sees it
    std::string  workspace_id;  // likewise
    std::string  model;  // empty: the workspace's default
    std::string  status = "running";
    uint32_t     line = 0;

    // What $gate_intern_upstream says: with a base, the whole request path.
    std::string  proxy_target;

    bool is_visible_to(const auth::Key& caller) const noexcept;
};

// The parts of an upstream as written, or nothing with `*wrong` set.
// `unix:` paths and user names are wrong.
std::optional<Upstream> parse_upstream(std::string_view text,
    std::string* wrong);

class InternTable {
public:
    InternTable() = default;
    InternTable(const InternTable&) = delete;
    InternTable& operator=(const InternTable&) = delete;

    const Intern* find(std::string_view id) const noexcept;

    const std::vector<Intern>& all() const noexcept { return interns_; }

private:
    friend std::optional<json::LineError> read_interns(std::string_view,
        InternTable&);

    std::vector<Intern>  interns_;  // sorted by id
};

// Reads the text of a gate_interns file (architecture.md 3).
std::optional<json::LineError> read_interns(std::string_view text,
    InternTable& table);

// The id of `…/interns/{id}/chat/completions`: the segment before
// /chat/completions, or nothing for any other path.
std::optional<std::string_view> intern_id_of(std::string_view path) noexcept;

}  // namespace gate::chat
