// Finds a text that stands in every match of a pattern.
//
// It is the longest run of characters that stand alone in the pattern, outside
// groups and unrepeated. A buffer without it need not be searched by RE2.
#pragma once

#include <cstdint>
#include <string>

namespace gate::guard {

class NeedleFinder {
public:
    // The next character of the pattern.
    void extend(uint32_t c)
    {
        if (c >= 0x80) {
            interrupt();
            return;
        }
        run_ += static_cast<char>(c);
    }

    // The last character may be missing.
    void drop_last()
    {
        if (!run_.empty()) {
            run_.pop_back();
        }
    }

    // Something else follows.
    void interrupt()
    {
        if (run_.size() > longest_.size()) {
            longest_ = run_;
        }
        run_.clear();
    }

    // The pattern has a branch without what was seen.
    void branch() { has_branches_ = true; }

    std::string needle()
    {
        interrupt();
        return has_branches_ ? "" : longest_;
    }

private:
    std::string  run_;
    std::string  longest_;
    bool         has_branches_ = false;
};

}  // namespace gate::guard
