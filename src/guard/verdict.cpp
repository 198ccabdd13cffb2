#include "guard/verdict.hpp"

#include "json/writer.hpp"

namespace gate::guard {

namespace {

std::string_view message_of(Reason reason) noexcept
{
    switch (reason) {
    case Reason::model_not_allowed:
        return "This model is not allowed by a guardrail";
    case Reason::provider_not_allowed:
        return "No provider is left that a guardrail allows";
    case Reason::retention_not_allowed:
        return "A guardrail requires zero data retention, which no provider"
               " of this model offers";
    default:
        return "The request was blocked by a guardrail";
    }
}

void append_member(std::string& out, std::string_view member,
    std::string_view value)
{
    if (!value.empty()) {
        out += ",\"";
        out += member;
        out += "\":";
        json::append_string(out, value);
    }
}

}  // namespace

std::string_view filter_name(uint16_t filter) noexcept
{
    if (filter < slug_count) {
        return name(static_cast<Slug>(filter));
    }
    return filter == media_filter ? "media"
           : filter == limit_filter ? "inspection_limit" : "custom";
}

Error error_of(const Refusal& refusal)
{
    Error error = make_error(403, refusal.reason,
                             std::string(message_of(refusal.reason)));
    append_member(error.details, "guardrail_id", refusal.guardrail);
    append_member(error.details, "filter", refusal.filter);
    append_member(error.details, "label", refusal.label);
    return error;
}

}  // namespace gate::guard
