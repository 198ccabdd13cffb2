// What the groups of digits from one place on look like: a phone number of
// some country, a date, an address, or a list.
//
// Says nothing about the words around them (phone.hpp) and nothing about
// which countries have such a number (phone_plan.hpp).
#pragma once

#include "guard/pii/digit_run.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gate::guard {

class PhoneShape {
public:
    static constexpr size_t least_digits = 6;
    static constexpr size_t most_digits = 17;  // "00", and 15 of E.164

    // "10 20 30 40": group `i` stands in a list of numbers. There, only the
    // North American 3-3-4 is worth a look, and an area code with a 0.
    static bool is_in_list(const DigitRun& run, size_t i) noexcept;
    // "24. 12. 2026": group `i` is part of a date that starts before it.
    static bool is_in_date(const DigitRun& run, size_t i) noexcept;

    // Of groups `first` up to `end` of the run, which outlives the shape.
    PhoneShape(const DigitRun& run, size_t first, size_t end) noexcept;

    size_t first() const noexcept { return first_; }
    // Behind the groups that a number may have.
    size_t end_group() const noexcept { return first_ + size_; }
    // There are not enough digits for a number.
    bool is_short() const noexcept
    {
        return size_ == 0 || totals_[size_ - 1] < least_digits;
    }
    // Where it starts, an opening bracket included.
    uint32_t start() const noexcept { return start_; }
    bool is_bracketed() const noexcept { return is_bracketed_; }

    // Those up to group `last`, without a bracketed trunk 0.
    std::string_view digits(size_t last) const noexcept
    {
        return {digits_, totals_[last - first_]};
    }
    // All marks that part the groups.
    Gap gaps(size_t last) const noexcept;
    // Group `i`, which is not the first, may be that of the next number.
    bool starts_next(size_t i) const noexcept;

    // The number may end behind group `last`.
    bool is_end(size_t last) const noexcept;
    // "555-0132-Fax", "555-0132 (work)"
    bool has_label(size_t last) const noexcept;

    bool is_date() const noexcept { return date_size(run_, first_) != 0; }
    bool is_dotted_four() const noexcept;  // an IPv4 address or a version
    bool has_short_group(size_t last) const noexcept;
    bool has_sentence_end(size_t last) const noexcept;  // "12. 34"
    // "12 -34": group `i`, which the run may not have, has a sign.
    bool is_signed(size_t i) const noexcept;

    // One of the next three may hold.
    bool may_be_sure() const noexcept;
    bool is_north_american(size_t last) const noexcept;
    bool has_trunk_prefix(size_t last) const noexcept;
    bool has_bracketed_area(size_t last) const noexcept;

private:
    static constexpr size_t most_groups = 8;

    static size_t date_size(const DigitRun& run, size_t i) noexcept;

    size_t total(size_t last) const noexcept
    {
        return totals_[last - first_];
    }
    // the list of like groups goes on behind `last`
    bool is_series(size_t last) const noexcept;
    // a number with groups of the same size follows
    bool is_repeated(size_t last) const noexcept;
    bool is_postcode(size_t last) const noexcept;

    const DigitRun&  run_;
    size_t           first_;
    size_t           size_ = 0;  // groups
    bool             is_bracketed_ = false;
    uint32_t         start_;
    uint8_t          totals_[most_groups];
    char             digits_[2 * most_digits];
};

}  // namespace gate::guard
