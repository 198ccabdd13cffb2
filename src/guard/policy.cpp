#include "guard/policy.hpp"

#include "guard/pattern/pattern_set.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

constexpr std::string_view words[] = {"none", "flag", "redact", "block"};

// How much a rigor lets through as a finding.
int width(Rigor rigor) noexcept
{
    switch (rigor) {
    case Rigor::strict:
        return 0;
    case Rigor::usual:
        return 1;
    case Rigor::shape:
        return 2;
    }
    return 1;
}

}  // namespace

Guardrail::Guardrail() = default;
Guardrail::~Guardrail() = default;
Guardrail::Guardrail(Guardrail&&) noexcept = default;
Guardrail& Guardrail::operator=(Guardrail&&) noexcept = default;

std::string_view name(Action action) noexcept
{
    return words[static_cast<size_t>(action)];
}

std::optional<Action> action_named(std::string_view word) noexcept
{
    for (size_t i = 1; i < std::size(words); i++) {
        if (words[i] == word) {
            return static_cast<Action>(i);
        }
    }
    return std::nullopt;
}

bool Guardrail::has_filters() const noexcept
{
    for (const BuiltinFilter& filter : builtins) {
        if (filter.action != Action::none) {
            return true;
        }
    }
    return !customs.empty();
}

Strongest strongest(const Policy& policy, Slug slug) noexcept
{
    Strongest found;

    for (const Guardrail* guardrail : policy) {
        const BuiltinFilter& filter =
            guardrail->builtins[static_cast<size_t>(slug)];
        if (filter.action == Action::none) {
            continue;
        }
        found.action = std::max(found.action, filter.action);
        if (width(filter.rigor) > width(found.rigor)) {
            found.rigor = filter.rigor;
        }
    }
    return found;
}

}  // namespace gate::guard
