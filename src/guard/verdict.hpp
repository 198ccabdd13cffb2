// What a policy says of one request.
#pragma once

#include "base/error.hpp"
#include "guard/policy.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// The numbers of filters: the slugs, then what is not one of them.
constexpr uint16_t media_filter = slug_count;
constexpr uint16_t limit_filter = slug_count + 1;
constexpr uint16_t first_custom = slug_count + 2;
constexpr size_t max_customs = UINT16_MAX - first_custom + 1;  // a guardrail

// "email"; "media"; "inspection_limit"; "custom" for all patterns of an
// operator.
std::string_view filter_name(uint16_t filter) noexcept;

// Why a request may not go on. Views live as long as the guardrails.
struct Refusal {
    Reason            reason = Reason::content_blocked;
    std::string_view  guardrail;
    std::string_view  filter;  // empty: models, providers, retention
    std::string_view  label;
};

// The 403 of the interface; it never repeats what was matched (fault G32).
Error error_of(const Refusal& refusal);

struct FilterCount {
    uint32_t  guardrail;  // index in the policy
    uint16_t  filter;
    Action    action;
    uint32_t  count;  // places found
};

struct Verdict {
    Action                    action = Action::none;  // the strongest
    std::optional<Refusal>    refusal;
    std::vector<FilterCount>  counts;
    uint32_t                  redactions = 0;
    uint32_t                  media = 0;
    bool                      is_rewritten = false;
    bool                      is_over_limit = false;  // of its work
    std::string               body;  // in place of the request's

    bool passed() const noexcept { return !refusal; }
};

}  // namespace gate::guard
