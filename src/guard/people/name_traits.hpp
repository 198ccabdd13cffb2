// What a word can be in a name, by what the table knows of it.
//
// A "clear" name is no ordinary word, place or product besides; an "unknown"
// word is in no list at all.
#pragma once

#include <cstdint>

#include "guard/people/name_words.hpp"

namespace gate::guard {

bool has(const NameWord& word, uint32_t flags) noexcept;  // any of NameFlag

bool is_ordinary(const NameWord& word) noexcept;
bool is_given(const NameWord& word) noexcept;
bool is_clear_given(const NameWord& word) noexcept;
bool is_clear_given(uint32_t flags) noexcept;
bool is_surname(const NameWord& word) noexcept;
bool is_clear_surname(const NameWord& word) noexcept;
bool is_unknown(const NameWord& word) noexcept;

// What has it before its name is a place: "San", "Lake".
bool is_place_head(const NameWord& word) noexcept;

// May be a later word of a name.
bool can_follow(const NameWord& word) noexcept;

}  // namespace gate::guard
