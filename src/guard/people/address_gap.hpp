// What may stand between two parts of an address, and whether more of one can
// follow at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

enum class Break : uint8_t { none, space, comma, line };

struct Gap {
    size_t  end;
    Break   kind = Break::none;
};

// A space, a comma, one line end: the gap that begins at text[at].
Gap read_gap(std::string_view text, size_t at) noexcept;

// False if read_address_tail() with CityCase::capital would find no postcode,
// state or unit, by the bytes of the words; behind a full stop too. Looks at
// a few hundred bytes at most.
bool may_begin_tail(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
