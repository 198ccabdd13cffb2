#include "guard/people/address_row.hpp"

#include "guard/people/address_bytes.hpp"
#include "guard/people/address_gap.hpp"
#include "guard/people/address_street.hpp"
#include "guard/people/address_tokens.hpp"
#include "guard/people/name_scan.hpp"
#include "guard/people/street_words.hpp"

namespace gate::guard {

using address_bytes::at_or_zero;
using address_bytes::is_ascii;
using address_bytes::is_digit;
using address_bytes::is_inner;
using address_bytes::is_letter;

namespace {

// What a word is to a street that ends behind it.
enum class Part : uint8_t {
    none,     // ends the row
    joined,   // a particle, a suffix in small letters
    head,     // the street may begin with it
    unknown,  // letters of other scripts, a word in two parts
};

struct Word {
    size_t    start;
    size_t    end;
    Part      part;
    uint32_t  marks;  // of a head only where a street may have such a word
};

// What makes a street of words that name one.
constexpr uint32_t strong_marks = mark_prefix | mark_ending | mark_suffix;

constexpr uint32_t unknown_marks = ~uint32_t{0};

// The marks of a word of ASCII, or `unknown` for one with other bytes.
uint32_t marks_of(std::string_view text, size_t start, size_t end,
    uint32_t unknown) noexcept
{
    size_t size = end - start;
    if (size >= max_street_word || count_ascii_letters(text, start) < size) {
        return unknown;
    }
    char small[max_street_word];
    small_letters(text, start, size, small);
    return street_marks_padded({small, size});
}

Part part_of(std::string_view word, uint32_t marks) noexcept
{
    if ((marks & mark_unit) != 0) {
        return Part::none;
    }
    bool capital = (word[0] & 0x20) == 0;
    if (capital || (marks & (mark_prefix | mark_ending)) != 0) {
        return Part::head;
    }
    bool is_suffix = word.size() > 2 && (marks & mark_suffix) != 0;
    bool joined = is_suffix || (marks & mark_particle) != 0;
    return joined ? Part::joined : Part::none;
}

// The word that ends before text[end], full stop included.
Word word_before(std::string_view text, size_t end) noexcept
{
    if (end > 0 && text[end - 1] == '.') {
        end--;
    }
    if (end == 0) {
        return {end, end, Part::none, 0};
    }
    char last = text[end - 1];
    if (!is_letter(last) && !is_digit(last)) {
        return {end, end, is_ascii(last) ? Part::none : Part::unknown, 0};
    }
    if (is_digit(last) && end > 1 && text[end - 2] == ' ') {
        return {end, end, Part::none, 0};  // as in a row of digits
    }
    size_t start = front_of_token(text, end);
    if (!is_letter(text[start])) {
        bool is_number = is_digit(text[start]);
        return {start, end, is_number ? Part::none : Part::unknown, 0};
    }
    std::string_view word = text.substr(start, end - start);
    uint32_t marks = 0;
    if (may_stand_in_street(word)) {
        marks = marks_of(text, start, end, unknown_marks);
        if (marks == unknown_marks) {
            return {start, end, Part::unknown, 0};
        }
    }
    return {start, end, part_of(word, marks), marks};
}

// The word at text[at].
Word word_at(std::string_view text, size_t at) noexcept
{
    size_t size = count_ascii_letters(text, at);
    char behind = at_or_zero(text, at + size);
    if (size == 16 || is_digit(behind) || is_inner(behind)
        || !is_ascii(behind))
    {
        return {at, at, Part::unknown, 0};
    }
    if (size == 0) {
        return {at, at, Part::none, 0};
    }
    std::string_view word = text.substr(at, size);
    uint32_t marks = marks_of(text, at, at + size, 0);
    return {at, at + size, part_of(word, marks), marks};
}

// Whether what stands before a street may be a unit or its number.
bool may_have_unit_before(std::string_view text, size_t start) noexcept
{
    size_t end = start;
    while (end > 0 && start - end < 2
           && (text[end - 1] == ' ' || text[end - 1] == ','))
    {
        end--;
    }
    if (end == start) {
        return false;
    }
    end -= end > 0 && text[end - 1] == '.' ? 1 : 0;
    char last = end > 0 ? text[end - 1] : ' ';
    if (!is_letter(last)) {
        return is_digit(last) || !is_ascii(last);
    }
    size_t front = front_of_token(text, end);
    return !is_letter(text[front])
        || (is_digit(text[start])
            && (marks_of(text, front, end, mark_unit)
                & mark_unit) != 0);
}

bool may_have_cue(std::string_view text, size_t start) noexcept
{
    return has_address_cue(text, start) || may_have_unit_before(text, start);
}

}  // namespace

bool may_begin_row(std::string_view text, size_t digit, size_t at) noexcept
{
    const size_t first = at;
    size_t end = at;
    for (size_t i = 0; i < max_street_words; i++) {
        Word word = word_at(text, at);
        uint32_t certain = i == 0 ? mark_prefix : mark_suffix;
        if (word.part == Part::unknown || (word.marks & certain) != 0) {
            return true;
        }
        if (word.part == Part::none) {
            break;
        }
        end = word.end;
        at = end + (at_or_zero(text, end) == '.' ? 1 : 0);
        if (at_or_zero(text, at) != ' ') {
            break;
        }
        if (i > 0 && (word.marks & mark_weak_suffix) != 0) {
            return true;  // the street may end here
        }
        at++;
    }
    return end != first
        && (may_begin_tail(text, end) || may_have_cue(text, digit));
}

bool may_end_row(std::string_view text, size_t digit,
    const HouseNumber& number) noexcept
{
    if (digit < 3 || number.kind == HouseNumber::Kind::none
        || number.digits > 4)
    {
        return false;
    }
    bool has_head = false;
    bool fits = false;
    size_t end = digit - 1;
    for (size_t i = 0; i < max_street_words; i++) {
        Word word = word_before(text, end);
        if (word.part == Part::unknown) {
            return true;
        }
        if (word.part == Part::none) {
            break;
        }
        has_head = has_head || word.part == Part::head;
        fits = fits || (word.marks & strong_marks) != 0
            || (word.part == Part::head && may_have_cue(text, word.start));
        if (has_head && fits) {
            return true;
        }
        if (word.start < 2 || text[word.start - 1] != ' ') {
            break;
        }
        end = word.start - 1;
    }
    return has_head && (number.kind == HouseNumber::Kind::unknown
                        || may_begin_tail(text, number.end));
}

}  // namespace gate::guard
