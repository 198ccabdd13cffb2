#include "guard/people/name_traits.hpp"

#include "guard/people/name_roles.hpp"
#include "guard/people/name_table.hpp"

namespace gate::guard {

namespace {

bool is_ordinary(uint32_t flags) noexcept
{
    return (flags & flag_common_word) != 0
        || ((flags & flag_word) != 0 && (flags & flag_known_given) == 0);
}

}  // namespace

bool has(const NameWord& word, uint32_t flags) noexcept
{
    return (word.flags & flags) != 0;
}

bool is_ordinary(const NameWord& word) noexcept
{
    return is_ordinary(word.flags);
}

bool is_given(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_given);
}

bool is_clear_given(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && is_clear_given(word.flags);
}

bool is_clear_given(uint32_t flags) noexcept
{
    return (flags & flag_given) != 0 && (flags & flag_proper) == 0
        && !is_ordinary(flags);
}

bool is_unknown(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && word.flags == 0 && !word.all_caps
        && word.end - word.start > 2;
}

bool is_surname(const NameWord& word) noexcept
{
    return word.kind == WordKind::name && has(word, flag_surname);
}

bool is_clear_surname(const NameWord& word) noexcept
{
    return is_surname(word) && !is_ordinary(word) && !has(word, flag_proper);
}

bool can_follow(const NameWord& word) noexcept
{
    if (word.kind != WordKind::name) {
        return false;
    }
    return has(word, flag_given | flag_surname) || is_unknown(word)
        || (has(word, flag_proper | flag_word)
            && !has(word, flag_common_word) && !word.all_caps);
}

bool is_place_head(const NameWord& word) noexcept
{
    return (word.roles & role_place_head) != 0;
}

}  // namespace gate::guard
