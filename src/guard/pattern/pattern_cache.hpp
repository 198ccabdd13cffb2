// Images of compiled patterns in a folder of the operator's.
//
// A file is named after the patterns, the library and the processor; it is
// written under another name, synced and renamed, so a reader sees all of it
// or nothing. What it holds is checked by read_image() and never trusted: a
// file that cannot be used is as good as none.
#pragma once

#include "guard/pattern/pattern_image.hpp"

#include <optional>
#include <string>
#include <vector>

namespace gate::guard {

class PatternCache {
public:
    // The folder exists; nothing is made in it before store().
    explicit PatternCache(std::string folder) : folder_(std::move(folder)) {}

    // An image that read_image() has accepted.
    std::optional<std::string> load(const std::vector<Pattern>& patterns)
        const;

    // Empty, or what went wrong. The file can be read by everybody.
    std::string store(const std::vector<Pattern>& patterns,
        const std::string& image) const;

    // Empty when there is no SHA-256.
    std::string path(const std::vector<Pattern>& patterns) const;

private:
    std::string  folder_;
};

}  // namespace gate::guard
