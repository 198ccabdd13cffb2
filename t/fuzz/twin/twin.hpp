// The filters compiled a second time, without SIMD and without the sieve of
// addresses (open_sieve.cpp): what they say is what the first ones must say.
// Both stand in one program, for the twin's sources are compiled with their
// namespace renamed (build.mk); only plain types pass between the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace twin {

// Answers of guard::find_builtins() for one slug, by its number.
struct Place {
    uint32_t  start;
    uint32_t  end;
};

std::vector<Place> find(unsigned slug, unsigned rigor,
    std::string_view buffer);

// What the injection filter makes of a text: normalise(), decoded(), and
// repaired() of the first.
enum class Form { normalised, decoded, repaired };

std::string formed(Form form, std::string_view text);

// Where json::prescan() sees a flaw; `none` if it sees none.
constexpr size_t none = SIZE_MAX;
size_t flaw_of(std::string_view json);

}  // namespace twin
