// Reads a JSON text in place, member by member.
//
// For small texts of a known shape: the events of an intern's stream and the
// lines of the keys and interns files. The text must have passed prescan(),
// or values are not to be trusted; no text makes it read out of bounds. It
// checks the grammar and the depth as it goes, and does not find a member
// that stands twice. Strings come as views into the text unless they
// hold an escape. Any error is final: every later call fails.
//
//     json::Reader in(text);
//     if (in.enter_object()) {
//         while (in.next_member(&name)) {
//             if (name == "id") { in.read_string(&id); } else { in.skip(); }
//         }
//     }
//     if (!in.finished()) { … not one whole document … }
#pragma once

#include "json/escape.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace gate::json {

class Reader {
public:
    // The longest nesting that skip() follows.
    static constexpr size_t max_depth = 64;

    explicit Reader(std::string_view text) noexcept : text_(text) {}

    // The first byte of the value that comes next: '{' '[' '"' 't' 'f' 'n',
    // '-' or a digit; 0 at an error.
    char peek() noexcept;

    bool enter_object() noexcept;
    // The next member's name, then stand before its value. False after the
    // last one, with the object left, or at an error.
    bool next_member(std::string_view* name);

    bool enter_array() noexcept;
    // Whether another element follows; stands before it.
    bool next_element() noexcept;

    // Reads a string; the view lives until the next read of this reader if
    // the string held an escape, else as long as the text.
    bool read_string(std::string_view* out);
    // Reads a string as it is spelled: what stands between its quotes.
    bool read_raw_string(std::string_view* inside) noexcept;
    bool read_boolean(bool* out) noexcept;
    // An integer without fraction or exponent that fits.
    bool read_integer(int64_t* out) noexcept;
    bool read_null() noexcept;
    // Passes over any value; *raw, if given, is its text.
    bool skip(std::string_view* raw = nullptr) noexcept;

    bool failed() const noexcept { return failed_; }
    // How far it has read.
    size_t offset() const noexcept { return at_; }
    // One whole document was read and only white space is left.
    bool finished() noexcept;

private:
    void skip_space() noexcept;
    bool fail() noexcept;
    bool literal(std::string_view word) noexcept;
    bool raw_string(std::string_view* inside, bool* escaped) noexcept;
    bool skip_number() noexcept;
    bool skip_value(size_t depth) noexcept;
    bool skip_container(char close, size_t depth) noexcept;

    std::string_view  text_;
    size_t            at_ = 0;
    bool              failed_ = false;
    bool              first_ = false;  // just after an opening bracket
    std::string       name_;
    std::string       string_;
};

}  // namespace gate::json
