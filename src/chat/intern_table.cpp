#include "chat/intern_table.hpp"

#include "base/network.hpp"

#include <algorithm>
#include <array>

namespace gate::chat {

namespace {

constexpr std::string_view completions = "/chat/completions";

constexpr std::string_view url_safe =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

// the eight of the interface, "Intern status"
constexpr std::array<std::string_view, 8> statuses = {
    "awaiting_chat_install", "queued", "provisioning", "running", "failed",
    "stopped", "destroying", "destroy_failed",
};

bool is_safe(std::string_view text, std::string_view also = "") noexcept
{
    for (char c : text) {
        if (url_safe.find(c) == url_safe.npos && also.find(c) == also.npos) {
            return false;
        }
    }
    return !text.empty();
}

std::string read_id(json::Reader& in, std::string* id)
{
    std::string wrong = json::expect_string(in, id);

    if (wrong.empty() && (!is_safe(*id) || *id == "." || *id == "..")) {
        wrong = "may hold letters, digits and - . _ ~ only";
    }
    return wrong;
}

std::string read_status(json::Reader& in, std::string* status)
{
    std::string wrong = json::expect_string(in, status);

    if (wrong.empty()
        && std::find(statuses.begin(), statuses.end(), *status)
           == statuses.end())
    {
        wrong = "must be a status of the interface, such as \"running\" or"
                " \"stopped\"";
    }
    return wrong;
}

std::string read_upstream(json::Reader& in, Intern* intern)
{
    std::string wrong = json::expect_string(in, &intern->upstream);
    if (!wrong.empty()) {
        return wrong;
    }

    auto parts = parse_upstream(intern->upstream, &wrong);
    if (!parts) {
        return wrong;
    }

    intern->proxy_target = intern->upstream;
    while (intern->proxy_target.back() == '/') {
        intern->proxy_target.pop_back();
    }
    if (!parts->base.empty()) {
        intern->proxy_target += completions;
    }
    return "";
}

std::string read_member(std::string_view name, json::Reader& in,
    Intern* intern)
{
    if (name == "id") {
        return read_id(in, &intern->id);
    }
    if (name == "name") {
        return json::expect_string_or_null(in, &intern->name);
    }
    if (name == "upstream") {
        return read_upstream(in, intern);
    }
    if (name == "owner_user_id") {
        return json::expect_string_or_null(in, &intern->owner_user_id);
    }
    if (name == "workspace_id") {
        return json::expect_string_or_null(in, &intern->workspace_id);
    }
    if (name == "model") {
        return json::expect_string_or_null(in, &intern->model);
    }
    if (name == "status") {
        return read_status(in, &intern->status);
    }
    return "is not a member of an intern; known are id, name, upstream,"
           " owner_user_id, workspace_id, model, status";
}

bool by_id(const Intern& a, const Intern& b) noexcept
{
    return a.id < b.id;
}

}  // namespace

bool Intern::is_visible_to(const auth::Key& caller) const noexcept
{
    return (owner_user_id.empty() || owner_user_id == caller.user_id)
           && (workspace_id.empty() || workspace_id == caller.workspace_id);
}

std::optional<Upstream> parse_upstream(std::string_view text,
    std::string* wrong)
{
    *wrong = "must be host:port, host:port/base or the name of an"
             " upstream {} block";
    Upstream out;
    std::string_view rest = text;

    if (!rest.empty() && rest[0] == '[') {
        size_t end = rest.find(']');
        if (end == rest.npos) {
            return std::nullopt;
        }
        out.host = rest.substr(1, end - 1);
        rest.remove_prefix(end + 1);
        out.is_literal = net::parse_address(out.host).has_value();
        if (!out.is_literal || out.host.find(':') == std::string::npos) {
            return std::nullopt;
        }
    } else {
        out.host = rest.substr(0, rest.find_first_of(":/"));
        rest.remove_prefix(out.host.size());
        if (!is_safe(out.host) || out.host == "unix") {
            return std::nullopt;
        }
        out.is_literal = net::parse_address(out.host).has_value();
    }

    if (!rest.empty() && rest[0] == ':') {
        size_t end = std::min(rest.find('/'), rest.size());
        auto port = net::parse_port(rest.substr(1, end - 1));
        if (!port) {
            return std::nullopt;
        }
        out.port = *port;
        rest.remove_prefix(end);
    }

    if (out.port == 0 && (out.is_literal || !rest.empty())) {
        return std::nullopt;
    }

    while (!rest.empty() && rest.back() == '/') {
        rest.remove_suffix(1);
    }
    if (!rest.empty() && !is_safe(rest, "/")) {
        *wrong = "may hold letters, digits and - . _ ~ / only in its base";
        return std::nullopt;
    }
    out.base = rest;
    return out;
}

const Intern* InternTable::find(std::string_view id) const noexcept
{
    auto at = std::lower_bound(interns_.begin(), interns_.end(), id,
        [](const Intern& intern, std::string_view wanted) {
            return intern.id < wanted;
        });
    return at != interns_.end() && at->id == id ? &*at : nullptr;
}

std::optional<json::LineError> read_interns(std::string_view text,
    InternTable& table)
{
    auto error = json::for_each_line(text,
        [&table](uint32_t number, std::string_view line) -> std::string {
            Intern intern;
            std::string wrong = json::read_object_line(line,
                [&intern](std::string_view name, json::Reader& in) {
                    return read_member(name, in, &intern);
                });
            if (!wrong.empty()) {
                return wrong;
            }
            if (intern.id.empty() || intern.upstream.empty()) {
                return intern.id.empty() ? "\"id\" is missing"
                                         : "\"upstream\" is missing";
            }
            intern.line = number;
            table.interns_.push_back(std::move(intern));
            return "";
        });
    if (error) {
        return error;
    }

    auto& all = table.interns_;
    std::stable_sort(all.begin(), all.end(), by_id);
    auto twin = std::adjacent_find(all.begin(), all.end(),
        [](const Intern& a, const Intern& b) { return a.id == b.id; });
    if (twin != all.end()) {
        return json::LineError{twin[1].line, "\"id\" " + twin->id
                               + " stands in line "
                               + std::to_string(twin->line) + " already"};
    }
    return std::nullopt;
}

std::optional<std::string_view> intern_id_of(std::string_view path) noexcept
{
    if (path.size() <= completions.size()
        || path.substr(path.size() - completions.size()) != completions)
    {
        return std::nullopt;
    }

    path.remove_suffix(completions.size());
    size_t slash = path.rfind('/');
    if (slash == path.npos || slash + 1 == path.size()) {
        return std::nullopt;
    }
    return path.substr(slash + 1);
}

}  // namespace gate::chat
