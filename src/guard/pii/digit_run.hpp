// A number as it is written: groups of digits and what stands between them.
//
// "+1 (415) 555-0132" is one run of four groups. A run goes on as long as no
// more than three spaces, dashes, dots, slashes or brackets part two groups;
// it ends at a line end, a comma, a letter or a sign. Detectors look at runs,
// not at text, so a text is cut into numbers once. A run remembers a bounded
// number of groups and the first digits of each.
//
// A run may hold several numbers: "4111 1111 1111 1111 - 12/27". Which of its
// gaps part two of them is said here; which groups are one number, by the
// detectors.
#pragma once

#include "guard/finding.hpp"
#include "guard/pii/glyph.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

// What stands between two groups: a set of marks.
using Gap = uint8_t;

constexpr Gap gap_none = 0;  // the run starts or ends here
constexpr Gap gap_space = 1;
constexpr Gap gap_dash = 2;
constexpr Gap gap_dot = 4;
constexpr Gap gap_slash = 8;
constexpr Gap gap_open = 16;
constexpr Gap gap_close = 32;

constexpr size_t longest_gap = 3;  // in marks

// What a mark stands for as a gap; gap_none if it is none.
constexpr Gap mark_of(char c) noexcept
{
    switch (c) {
    case ' ': return gap_space;
    case '-': return gap_dash;
    case '.': return gap_dot;
    case '/': return gap_slash;
    case '(': return gap_open;
    case ')': return gap_close;
    default: return gap_none;
    }
}

// A dash or a dot joins two numbers to a longer one, unless there is white
// space beside it: "12-34", but not "12 - 34" or "12. 34". A slash does not.
constexpr bool is_joining(Gap gap) noexcept
{
    return (gap & (gap_dash | gap_dot)) != 0 && (gap & gap_space) == 0;
}

// " - ", ". ", " / ": between two numbers rather than inside of one.
constexpr bool is_wide(Gap gap) noexcept
{
    return (gap & gap_space) != 0
           && (gap & (gap_dash | gap_dot | gap_slash)) != 0;
}

struct Group {
    uint32_t  start;
    uint32_t  end;
    uint32_t  count;  // of digits
    Gap       before;
    char      digits[20];  // the first ones, '0' to '9'

    size_t kept() const noexcept
    {
        return count < sizeof digits ? count : sizeof digits;
    }
    std::string_view view() const noexcept { return {digits, kept()}; }
    // of up to nine digits
    uint32_t value() const noexcept;
};

class DigitRun {
public:
    static constexpr size_t capacity = 32;
    // No detector looks at more groups than this.
    static constexpr size_t lookahead = 12;

    // Reads the run whose first digit stands at `at`. Up to `taken`, the text
    // belongs to what was found before.
    DigitRun(std::string_view text, size_t at, size_t taken = 0) noexcept;

    // Up to `end`, the text now belongs to what was found.
    void take(size_t end) noexcept { taken_ = end; }
    // Only a gap stands between what was found last and group `i`.
    bool follows_taken(size_t i) const noexcept;

    std::string_view text() const noexcept { return text_; }
    size_t size() const noexcept { return size_; }
    const Group& operator[](size_t i) const noexcept { return groups_[i]; }

    // The run may go on behind the groups that are kept.
    bool is_cut() const noexcept { return size_ == capacity; }

    Gap gap_after(size_t i) const noexcept
    {
        return i + 1 < size_ ? groups_[i + 1].before : gap_none;
    }

    // The characters beside group `i`, a gap's included.
    char before(size_t i) const noexcept
    {
        return glyph_before(text_, groups_[i].start).c;
    }
    char after(size_t i) const noexcept
    {
        return glyph_at(text_, groups_[i].end).c;
    }

    // No word and no number that joins it stands right before group `i`, or
    // right behind it.
    bool is_free_before(size_t i) const noexcept;
    bool is_free_after(size_t i) const noexcept;
    // The same, but an underscore parts a number with dashes, of which there
    // are none in identifiers, from a word: "scan_4111-1111-1111-1111_x.pdf".
    bool is_parted_before(size_t i) const noexcept
    {
        return (before(i) == '_' && gap_after(i) == gap_dash)
               || is_free_before(i);
    }
    bool is_parted_after(size_t i) const noexcept
    {
        return (after(i) == '_' && groups_[i].before == gap_dash)
               || is_free_after(i);
    }
    // "555-0132-Fax": a word behind a dash, where only digits were looked at
    bool has_dashed_word(size_t i) const noexcept;
    // "506F 5070 5071 507A": a dump, or a table with more than `most` numbers
    // as wide as group `first` right before that one. Reads a bounded stretch
    // of the text, over line ends, up to what was taken.
    bool is_in_table(size_t first, size_t last, size_t most) const noexcept;

private:
    // The group at `*at`, which moves behind it.
    void read_group(size_t* at, Gap before) noexcept;

    std::string_view  text_;
    size_t            taken_;
    size_t            size_ = 0;
    Group             groups_[capacity];
};

// Groups of a run that a detector takes as one finding.
struct Match {
    uint32_t  start = 0;
    uint32_t  end = 0;  // 0: no match
    size_t    last = 0;  // the last group, which may be behind `end`

    explicit operator bool() const noexcept { return end != 0; }
};

}  // namespace gate::guard
