// A guardrail as it is written, and the policy that several make together.
//
// Allowed lists intersect, ignored lists unite, ignored beats allowed; zero
// retention is wanted if one guardrail wants it; filters unite, and for the
// same filter block beats redact beats flag (architecture.md 5). So a request
// is asked of each guardrail in turn, and nothing is ever copied together.
#pragma once

#include "guard/finding.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gate::guard {

class PatternSet;

// Ascending in strength.
enum class Action : uint8_t { none, flag, redact, block };

std::string_view name(Action action) noexcept;
std::optional<Action> action_named(std::string_view word) noexcept;

struct BuiltinFilter {
    Action  action = Action::none;
    Rigor   rigor = Rigor::usual;
};

// "filter_regex PATTERN ACTION [LABEL]"
struct CustomFilter {
    std::string  pattern;
    std::string  label;  // empty: [REDACTED]
    Action       action = Action::block;
};

constexpr std::string_view default_label = "[REDACTED]";

struct Guardrail {
    Guardrail();
    ~Guardrail();
    Guardrail(Guardrail&&) noexcept;
    Guardrail& operator=(Guardrail&&) noexcept;

    std::string                             name;  // its id to a caller
    std::vector<std::string>                allowed_models;
    std::vector<std::string>                ignored_models;
    std::vector<std::string>                allowed_providers;
    std::vector<std::string>                ignored_providers;
    std::vector<std::string>                zero_retention;  // vendor groups
    std::array<BuiltinFilter, slug_count>   builtins;
    std::vector<CustomFilter>               customs;
    std::shared_ptr<const PatternSet>       patterns;  // of customs, in order
    std::vector<std::string>                allowed_texts;

    bool has_filters() const noexcept;
    bool has_model_rules() const noexcept
    {
        return !allowed_models.empty() || !ignored_models.empty();
    }
    bool has_provider_rules() const noexcept
    {
        return !allowed_providers.empty() || !ignored_providers.empty();
    }
};

// The guardrails of one request, in the order in which they are asked: those
// of the location, then those of the key. They outlive the request.
using Policy = std::vector<const Guardrail*>;

// What the policy does about one slug: the strongest action and the widest of
// the rigors.
struct Strongest {
    Action    action = Action::none;
    Rigor     rigor = Rigor::strict;
};

Strongest strongest(const Policy& policy, Slug slug) noexcept;

}  // namespace gate::guard
