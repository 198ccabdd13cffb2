// Where windows of a text are cut, and how they are written into the buffer.
//
// A cut is at white space if there is any near, so that it makes no word out
// of a part of one.
#pragma once

#include "guard/collected.hpp"

#include <string_view>

namespace gate::guard {

// `at`, or a place shortly before it, but not before `least`; between two
// characters if `least` is.
size_t cut_before(std::string_view text, size_t at, size_t least) noexcept;
// `at`, or a place shortly after it.
size_t cut_after(std::string_view text, size_t at) noexcept;

// Writes one window: begin(), pieces that follow each other, end().
class WindowWriter {
public:
    explicit WindowWriter(Collected* out) noexcept : out_(out) {}

    void begin(bool is_cut);
    // What was appended to the buffer from `start` on.
    void add(uint32_t start, Piece::Kind kind, uint32_t source);
    void end(bool is_cut);

private:
    Collected*  out_;
    bool        is_cut_ = false;  // in front of the next piece
};

}  // namespace gate::guard
