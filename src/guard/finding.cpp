#include "guard/finding.hpp"

#include <array>

namespace gate::guard {

namespace {

struct Words {
    std::string_view  name;
    std::string_view  label;
};

// in the order of enum Slug
constexpr std::array<Words, slug_count> words = {{
    {"email", "[EMAIL]"},
    {"phone", "[PHONE]"},
    {"ssn", "[SSN]"},
    {"credit-card", "[CREDIT_CARD]"},
    {"ip-address", "[IP_ADDRESS]"},
    {"person-name", "[PERSON_NAME]"},
    {"address", "[ADDRESS]"},
    {"regex-prompt-injection", "[PROMPT_INJECTION]"},
}};

}  // namespace

std::string_view name(Slug slug) noexcept
{
    return words[static_cast<size_t>(slug)].name;
}

std::string_view label(Slug slug) noexcept
{
    return words[static_cast<size_t>(slug)].label;
}

std::optional<Slug> slug_named(std::string_view word) noexcept
{
    for (size_t i = 0; i < words.size(); i++) {
        if (words[i].name == word) {
            return static_cast<Slug>(i);
        }
    }
    return std::nullopt;
}

std::optional<Rigor> rigor_named(std::string_view word) noexcept
{
    if (word == "strict") {
        return Rigor::strict;
    }
    return word == "shape" ? std::optional(Rigor::shape) : std::nullopt;
}

bool has_rigor(Slug slug) noexcept
{
    return slug == Slug::phone || slug == Slug::credit_card;
}

}  // namespace gate::guard
