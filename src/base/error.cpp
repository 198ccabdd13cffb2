#include "base/error.hpp"

#include "json/writer.hpp"

#include <array>

namespace gate {

namespace {

struct Word {
    std::string_view  text;
    bool              retryable;
};

// in the order of enum Reason
constexpr std::array<Word, reason_count> words = {{
    {"", false},
    {"attachment_failed", false},
    {"bad_request", false},
    {"busy", true},
    {"client_closed_request", false},
    {"configuration_error", false},
    {"content_blocked", false},
    {"intern_not_ready", true},
    {"intern_rejected", false},
    {"intern_unreachable", true},
    {"interaction_not_pending", false},
    {"interaction_unknown", false},
    {"internal_error", true},
    {"invalid_body", false},
    {"model_not_allowed", false},
    {"not_found", false},
    {"payload_too_large", false},
    {"provider_not_allowed", false},
    {"rate_limited", true},
    {"retention_not_allowed", false},
    {"run_ended", false},
    {"stream_severed", true},
    {"timeout", true},
    {"turn_failed", false},
    {"unsupported_media_type", false},
    {"upstream_unavailable", true},
}};

}  // namespace

std::string_view name(Reason reason) noexcept
{
    return words[static_cast<size_t>(reason)].text;
}

Reason reason_named(std::string_view word) noexcept
{
    for (size_t i = 1; i < words.size(); i++) {
        if (words[i].text == word) {
            return static_cast<Reason>(i);
        }
    }
    return Reason::none;
}

bool is_retryable(Reason reason) noexcept
{
    return words[static_cast<size_t>(reason)].retryable;
}

Error make_error(int status, Reason reason, std::string message)
{
    return Error{status, reason, is_retryable(reason), std::move(message), {}};
}

void append_error_object(std::string& out, const Error& error)
{
    out += "{\"code\":";
    out += std::to_string(error.status);
    out += ",\"message\":";
    json::append_string(out, error.message);

    if (error.reason != Reason::none) {
        out += ",\"metadata\":{\"reason\":\"";
        out += name(error.reason);
        out += "\",\"retryable\":";
        out += error.retryable ? "true" : "false";
        out += error.details;
        out += '}';
    }

    out += '}';
}

std::string error_body(const Error& error)
{
    std::string out = "{\"error\":";
    append_error_object(out, error);
    out += "}\n";
    return out;
}

}  // namespace gate
