// A view of the places of a text where something stands for something else,
// each with its surroundings: what is far from all of them has been judged in
// the text itself.
//
// A NUL stands between two excerpts that are not adjacent, and raw_cut_mark
// where one begins or ends within the text.
#pragma once

#include "guard/injection/view.hpp"

#include <cstddef>
#include <string_view>

namespace gate::guard {

class Excerpts {
public:
    explicit Excerpts(std::string_view text) noexcept : text_(text) {}

    // `bytes`, no more than `length` of them, stand for the `length` bytes at
    // `at`. Called in ascending order.
    void replace(size_t at, size_t length, std::string_view bytes);

    // Empty when nothing was replaced.
    View finish();

private:
    void copy(size_t from, size_t to);
    void mark(size_t at);
    void begin(size_t at);
    void end(size_t at);
    size_t start_before(size_t at) const noexcept;
    size_t end_behind(size_t at) const noexcept;

    std::string_view  text_;
    View              view_;
    size_t            done_ = 0;  // of the text, with what is left out
};

}  // namespace gate::guard
