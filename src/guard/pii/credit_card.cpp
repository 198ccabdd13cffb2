#include "guard/pii/credit_card.hpp"

namespace gate::guard {

namespace {

constexpr size_t least_digits = 12;
constexpr size_t most_digits = 19;

struct Digits {
    char    at[most_digits];
    size_t  size = 0;

    void add(const Group& group) noexcept
    {
        for (char c : group.view()) {
            at[size++] = c;
        }
    }
};

// Numbers that start with `low` to `high` have one of these lengths.
struct Issuer {
    uint32_t  low;
    uint32_t  high;
    uint32_t  lengths;  // a bit for each
};

constexpr uint32_t length(size_t n) noexcept { return 1u << n; }

constexpr uint32_t lengths(size_t from, size_t to) noexcept
{
    return (length(to + 1) - 1) & ~(length(from) - 1);
}

// The first four digits. Maestro's shorter numbers are left out: with five
// leading pairs and a check digit they are any number.
constexpr Issuer issuers[] = {
    {1800, 1800, length(15)},          // JCB
    {2131, 2131, length(15)},          // JCB
    {2200, 2204, lengths(16, 19)},     // Mir
    {2221, 2720, length(16)},          // Mastercard
    {3000, 3059, lengths(14, 19)},     // Diners
    {3095, 3095, lengths(14, 19)},     // Diners
    {3400, 3499, length(15)},          // American Express
    {3500, 3599, lengths(16, 19)},     // JCB
    {3600, 3699, lengths(14, 19)},     // Diners
    {3700, 3799, length(15)},          // American Express
    {3800, 3999, lengths(14, 19)},     // Diners
    {4000, 4999, length(13) | length(16) | length(19)},  // Visa
    {5000, 5099, length(16) | length(18) | length(19)},  // Maestro
    {5100, 5599, length(16)},          // Mastercard
    {5600, 5999, length(16) | length(18) | length(19)},  // Maestro
    {6000, 6999, lengths(16, 19)},     // Discover, UnionPay, RuPay, Maestro
    {8100, 8299, length(16)},          // RuPay
};

// The lengths that numbers with this group in front have.
uint32_t issued_lengths(const Group& head) noexcept
{
    uint32_t lead = 0;
    for (size_t i = 0; i < 4; i++) {
        lead = lead * 10 + static_cast<uint32_t>(head.digits[i] - '0');
    }
    for (const Issuer& issuer : issuers) {
        if (lead >= issuer.low && lead <= issuer.high) {
            return issuer.lengths;
        }
    }
    return 0;
}

// ISO/IEC 7812-1, annex B
bool has_check_digit(const Digits& digits) noexcept
{
    int sum = 0;
    for (size_t i = 0; i < digits.size; i++) {
        int digit = digits.at[digits.size - 1 - i] - '0';
        int twice = digit * 2;
        sum += i % 2 == 0 ? digit : twice - (twice > 9 ? 9 : 0);
    }
    return sum % 10 == 0;
}

bool is_one_digit_repeated(const Digits& digits) noexcept
{
    for (size_t i = 1; i < digits.size; i++) {
        if (digits.at[i] != digits.at[0]) {
            return false;
        }
    }
    return true;
}

// "order 4111...": a check digit is right by chance in one number of ten.
bool is_serial(const Cues& before) noexcept
{
    return before[Cue::serial] <= 2
           && before[Cue::card] > before[Cue::serial];
}

// "my Visa 4111...", "4111... is the Visa"
bool has_card_word(const DigitRun& run, size_t last, LazyCues* cues) noexcept
{
    const Cues& before = cues->get();
    if (before.has(Cue::card)) {
        return before[Cue::card] <= before[Cue::serial];
    }
    return cues_after(run.text(), run[last].end)[Cue::card] <= 3;
}

// One of a list of groups of four: no word is about this one.
bool is_in_list(const DigitRun& run, size_t first) noexcept
{
    return run[first].before != gap_none && run[first - 1].count == 4
           && run[first].before == run.gap_after(first);
}

// What makes a number of some digits a card.
struct Demand {
    Rigor      rigor;
    uint32_t   issued;  // lengths
    bool       is_in_list;
    LazyCues*  cues;
};

// How sure it is that some digits are a card.
enum class Grade : uint8_t {
    none,
    likely,
    valid,  // issuer, length and check digit are right
};

Grade grade(const Digits& digits, const DigitRun& run, size_t last,
    const Demand& demand) noexcept
{
    bool is_issued = (demand.issued & length(digits.size)) != 0;
    bool may_waive = demand.rigor != Rigor::strict && !demand.is_in_list;

    if ((!is_issued && !may_waive) || is_one_digit_repeated(digits)) {
        return Grade::none;
    }
    bool is_valid = is_issued && has_check_digit(digits);
    if (is_valid || (is_issued && demand.rigor == Rigor::shape)) {
        bool is_other = demand.rigor == Rigor::usual
                        && run[last].count >= least_digits
                        && is_serial(demand.cues->get());
        return is_other ? Grade::none
               : is_valid ? Grade::valid : Grade::likely;
    }
    bool is_likely = (is_issued || demand.rigor == Rigor::shape
                      || has_check_digit(digits))
                     && may_waive && has_card_word(run, last, demand.cues);
    return is_likely ? Grade::likely : Grade::none;
}

// Numbers of four digits that may stand before it, as a year does; two cards
// that are none.
size_t most_cells(Grade grade) noexcept
{
    return grade == Grade::valid ? 8 : 0;
}

// 4-4-4-4, 4-6-5, 4-4-4-4-3: group `i` may stand in its place.
bool fits(const DigitRun& run, size_t first, size_t i) noexcept
{
    size_t count = run[i].count;
    switch (i - first) {
    case 0: return count == 4;
    case 1: return count == 4 || count == 6;
    default: return count <= 5;
    }
}

// Nothing follows a short group, nor the third of 4-6-5.
bool is_last(const DigitRun& run, size_t first, size_t i) noexcept
{
    return i > first
           && (run[i].count < 4
               || (i == first + 2 && run[first + 1].count == 6));
}

bool is_parted(const DigitRun& run, size_t first, size_t i) noexcept
{
    Gap gap = run[i].before;
    return gap == run[first + 1].before
           && (gap == gap_space || gap == gap_dash || gap == gap_dot);
}

// A valid number starts inside of what is only likely.
bool has_valid_inside(const DigitRun& run, size_t first, size_t last,
    LazyCues* cues) noexcept
{
    for (size_t i = first + 1; i <= last; i++) {
        if (match_credit_card(run, i, Rigor::strict, cues)) {
            return true;
        }
    }
    return false;
}

bool is_free(const DigitRun& run, size_t last) noexcept
{
    return run.is_parted_after(last) && !run.has_dashed_word(last);
}

}  // namespace

Match match_credit_card(const DigitRun& run, size_t first, Rigor rigor,
    LazyCues* cues) noexcept
{
    const Group& head = run[first];
    bool is_whole = head.count >= least_digits && head.count <= most_digits;
    if ((head.count != 4 && !is_whole) || !run.is_parted_before(first)) {
        return {};
    }

    const Demand demand{rigor, issued_lengths(head), is_in_list(run, first),
                        cues};
    Digits digits;
    Match valid;
    Match likely;
    for (size_t i = first; i < run.size(); i++) {
        const Group& group = run[i];
        if (i > first && (is_whole || !is_parted(run, first, i))) {
            break;
        }
        if (!(is_whole || fits(run, first, i))
            || digits.size + group.count > most_digits) {
            break;
        }
        digits.add(group);
        if (digits.size >= least_digits && is_free(run, i)) {
            Grade of = grade(digits, run, i, demand);
            if (of != Grade::none
                && !run.is_in_table(first, i, most_cells(of))) {
                Match& match = of == Grade::valid ? valid : likely;
                match = {head.start, group.end, i};
            }
        }
        if (is_last(run, first, i)) {
            break;
        }
    }
    // what stands before or behind a valid number belongs to another one
    if (valid || (likely && has_valid_inside(run, first, likely.last, cues))) {
        return valid;
    }
    return likely;
}

}  // namespace gate::guard
