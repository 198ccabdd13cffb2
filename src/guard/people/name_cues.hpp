// What stands before a word and says that a person's name follows: "my name
// is", "Dear", "Patient:". Looks back over one line end and at most
// cue_reach bytes, never over a NUL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class Cue : uint8_t {
    none,
    weak,    // often a person: "with", "by", "says"
    strong,  // nearly always one
    label,   // a field of that name: "Author:", "<patient>"
};

constexpr size_t cue_reach = 48;

Cue cue_before(std::string_view text, size_t at) noexcept;

// False if the cue is neither strong nor a label, by one or two bytes.
bool may_have_strong_cue(std::string_view text, size_t at) noexcept;

// Whether the word behind text[end] tells what a person did: "said", "lives".
bool acts_behind(std::string_view text, size_t end) noexcept;

// Whether a house number, or a state and its postcode, stands behind: what
// ends at text[end] is a street or a town.
bool is_place_by_number(std::string_view text, size_t end) noexcept;

// Whether a sentence or a line begins at text[at].
bool begins_sentence(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
