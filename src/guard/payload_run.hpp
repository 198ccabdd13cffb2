// Runs of base64 inside of a text, and what in them is spelled to be read.
//
// A run is letters of base64 with their escapes and padding, over line breaks
// and blanks too where the lines are long, as MIME breaks them. Long words,
// paths, hashes, keys and lists of ids are runs as well; which of them is a
// payload is decided elsewhere (payload.hpp).
#pragma once

#include "guard/finding.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace gate::guard {

// A line of a run is as long, but for the last one.
constexpr size_t least_segment = 32;

struct PayloadRun {
    size_t  start;
    size_t  end;
    size_t  letters;
};

// The letters from a place on, their escapes included; none: end is that place.
struct Segment {
    size_t  end;
    size_t  letters;
    bool    has_url_letters;
};

Segment read_segment(std::string_view text, size_t at) noexcept;

// Where at or after `from` a run of 47 letters or more is met, or npos; some
// of 32 and more are met as well. Looks at half of the bytes.
size_t find_letters(std::string_view text, size_t from) noexcept;

// Where the run begins in which `at` stands; not before `from`.
size_t start_of_run(std::string_view text, size_t at, size_t from) noexcept;

// The run that begins at `start`.
PayloadRun read_run(std::string_view text, size_t start) noexcept;

// What the letters of a part of a text are.
struct LetterCounts {
    size_t  upper = 0;
    size_t  lower = 0;
    size_t  digits = 0;
    size_t  marks = 0;   // "+/-_"
    size_t  spaces = 0;
    size_t  others = 0;  // that are not base64

    size_t all() const noexcept { return upper + lower + digits + marks; }
    // Whether bytes at random or of a file can look so: capitals, small
    // letters and digits, mixed.
    bool is_mixed() const noexcept
    {
        return upper > 0 && lower > 0 && digits > 0
               && lower <= (upper + digits) * 3;
    }
};

LetterCounts count_letters(std::string_view text) noexcept;

// Appends the places in [start, end) of the text where a reader would see words
// or numbers between the marks of base64: three words ("/ignore/all/rules/"),
// numbers of nine digits ("+14155552671/"). Bytes at random have such a place
// once in 100 MB.
void find_readable(std::string_view text, size_t start, size_t end,
    std::vector<Span>* places);

}  // namespace gate::guard
