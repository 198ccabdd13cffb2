// Names of Korean people: a surname of one syllable and two more.
#pragma once

#include <cstddef>
#include <string_view>

#include "guard/people/cjk_text.hpp"

namespace gate::guard {

// Whether `word` is one of the frequent surnames and seldom another word.
bool is_hangul_surname(std::string_view word) noexcept;

// Behind the name that the run of Hangul begins with, or 0 if nothing says
// that it is one: a field of that name before it, "이름은" before it and
// "입니다" behind it, "씨" or "님".
size_t hangul_name_end(std::string_view text, const cjk::Run& run) noexcept;

}  // namespace gate::guard
