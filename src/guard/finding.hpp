// What the built-in filters look for and what they find.
//
// The texts of one request are judged together: they stand in one buffer with
// text_break between them. A NUL is in no text (fault J15), so nothing that a
// filter finds reaches over one; the line ends beside it let a pattern's ^
// and $ see where a text begins and ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace gate::guard {

// interface.md, "content_filter_builtins"
enum class Slug : uint8_t {
    email,
    phone,
    ssn,
    credit_card,
    ip_address,
    person_name,
    address,
    prompt_injection,
};

constexpr size_t slug_count = static_cast<size_t>(Slug::prompt_injection) + 1;

// "credit-card"
std::string_view name(Slug slug) noexcept;
std::optional<Slug> slug_named(std::string_view word) noexcept;

// "[CREDIT_CARD]": what a redaction leaves (architecture.md 5).
std::string_view label(Slug slug) noexcept;

// How much has to be right about a card or a phone number.
enum class Rigor : uint8_t {
    usual,   // valid, or of the right shape beside a word that says so
    strict,  // valid only
    shape,   // of the right shape
};

// "strict" and "shape", which only two slugs take.
std::optional<Rigor> rigor_named(std::string_view word) noexcept;
bool has_rigor(Slug slug) noexcept;

// A set of slugs.
class SlugSet {
public:
    constexpr SlugSet() noexcept = default;
    constexpr SlugSet(std::initializer_list<Slug> slugs) noexcept
    {
        for (Slug slug : slugs) {
            add(slug);
        }
    }

    constexpr bool has(Slug slug) const noexcept
    {
        return (bits_ & bit(slug)) != 0;
    }
    constexpr bool has_any(const SlugSet& of) const noexcept
    {
        return (bits_ & of.bits_) != 0;
    }
    constexpr void add(Slug slug) noexcept { bits_ |= bit(slug); }
    constexpr bool empty() const noexcept { return bits_ == 0; }

    static constexpr SlugSet all() noexcept
    {
        SlugSet set;
        set.bits_ = (1u << slug_count) - 1;
        return set;
    }

private:
    static constexpr uint32_t bit(Slug slug) noexcept
    {
        return 1u << static_cast<uint32_t>(slug);
    }

    uint32_t  bits_ = 0;
};

// Bytes [start, end) of the buffer, at the borders of characters.
struct Span {
    uint32_t  start;
    uint32_t  end;
};

struct Finding {
    Span  span;
    Slug  slug;
};

using Findings = std::vector<Finding>;

constexpr std::string_view text_break("\n\0\n", 3);

// A buffer is shorter, so that a Span can point anywhere in it.
constexpr size_t max_buffer = size_t{1} << 30;

}  // namespace gate::guard
