// A JSON text as a tree, for tests that look into what was written. Made by
// yajl alone, so that it does not lean on the readers under test.
#pragma once

#include "json_dump.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gate::test {

struct Tree {
    json::Kind                                 kind = json::Kind::null;
    std::string                                text;  // string or literal
    std::vector<std::pair<std::string, Tree>>  members;
    std::vector<Tree>                          items;

    // The first member of this name, or nullptr.
    const Tree* get(std::string_view name) const
    {
        for (auto& member : members) {
            if (member.first == name) {
                return &member.second;
            }
        }
        return nullptr;
    }

    bool is_string(std::string_view wanted) const
    {
        return kind == json::Kind::string && text == wanted;
    }

    // Whether the members are exactly these, in this order.
    bool has_only(std::vector<std::string_view> names) const
    {
        if (kind != json::Kind::object || members.size() != names.size()) {
            return false;
        }
        for (size_t i = 0; i < names.size(); i++) {
            if (members[i].first != names[i]) {
                return false;
            }
        }
        return true;
    }
};

class TreeBuilder final : public json::Handler {
public:
    bool begin(json::Kind kind) override
    {
        open_.push_back(&add());
        open_.back()->kind = kind;
        return true;
    }

    bool end(json::Kind) override
    {
        open_.pop_back();
        return true;
    }

    bool member(std::string_view name) override
    {
        name_ = name;
        return true;
    }

    bool string(std::string_view text) override
    {
        Tree& one = add();
        one.kind = json::Kind::string;
        one.text = text;
        return true;
    }

    bool literal(json::Kind kind, std::string_view spelling) override
    {
        Tree& one = add();
        one.kind = kind;
        one.text = spelling;
        return true;
    }

    Tree  root;

private:
    Tree& add()
    {
        if (open_.empty()) {
            return root;
        }
        // a container's vectors do not grow while one of its own is open
        Tree& parent = *open_.back();
        if (parent.kind == json::Kind::object) {
            parent.members.emplace_back(name_, Tree());
            return parent.members.back().second;
        }
        parent.items.emplace_back();
        return parent.items.back();
    }

    std::vector<Tree*>  open_;
    std::string         name_;
};

inline std::optional<Tree> tree_of(std::string_view text)
{
    TreeBuilder builder;
    if (!Yajl(builder).read(text)) {
        return std::nullopt;
    }
    return std::move(builder.root);
}

}  // namespace gate::test
