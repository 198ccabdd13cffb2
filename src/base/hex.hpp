// Lower-case hexadecimal, as key hashes and UUIDs are written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate {

void append_hex(std::string& out, const uint8_t* bytes, size_t size);

// Decodes exactly 2 * size digits, lower case only; false otherwise and the
// output is then unspecified.
bool decode_hex(std::string_view digits, uint8_t* out, size_t size) noexcept;

}  // namespace gate
