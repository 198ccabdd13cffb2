// Files of a cache: read whole, written so that a reader sees all of one or
// nothing of it. What they hold is for the reader to check.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gate::guard {

// The bytes of a plain file of at most 64 MB; nothing if there is none.
std::optional<std::string> read_cache_file(const std::string& path);

// Written under another name in the same folder, synced and renamed. Empty, or
// what went wrong. The file can be read by everybody.
std::string write_cache_file(const std::string& path, std::string_view bytes);

}  // namespace gate::guard
