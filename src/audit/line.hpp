// One line of the audit log: fields as name="value" and name=number.
//
// nginx cuts a log line at 2,048 bytes, its own beginning included. Each value
// has a bound, so that no long value takes the place of the fields after it;
// one that is cut ends with "...".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gate::audit {

// What is left of nginx's line for ours.
constexpr size_t longest_line = 1900;

class Line {
public:
    // An empty value is left out. What is no printable ASCII is escaped, and
    // counts with its escapes against `most`, which is at least 4.
    void field(std::string_view name, std::string_view value, size_t most);
    void number(std::string_view name, int64_t value);

    // Each field begins with a space.
    const std::string& text() const noexcept { return text_; }

private:
    std::string  text_;
};

}  // namespace gate::audit
