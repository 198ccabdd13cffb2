// UUID version 7 (RFC 9562, section 5.7): sorts by the time of its making.
#pragma once

#include <cstdint>
#include <string>

namespace gate {

// 36 characters. `unix_ms` is wall-clock time, `random` 10 random bytes.
std::string uuid_v7(uint64_t unix_ms, const uint8_t (&random)[10]);

}  // namespace gate
