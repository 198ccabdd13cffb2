#include "guard/payload_run.hpp"

#include "guard/base64.hpp"

#if defined(__SSE2__)
#include "base/sse2.hpp"
#endif

#include <algorithm>

namespace gate::guard {

namespace {

using Kind = Base64Unit::Kind;

constexpr size_t probe = 16;

bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_plain(char c) noexcept
{
    return is_upper(c) || is_lower(c) || is_digit(c);
}

#if defined(__SSE2__)

// How many bytes from `at` on are letters or digits; `end` is behind the text.
size_t count_plain(const char* at, const char* end) noexcept
{
    using sse2::within;
    const char* start = at;

    for (; end - at >= static_cast<ptrdiff_t>(probe); at += probe) {
        __m128i bytes = sse2::load(at);
        __m128i small = _mm_or_si128(bytes, sse2::all(0x20));
        int plain = _mm_movemask_epi8(_mm_or_si128(within(small, 'a', 'z'),
                                                   within(bytes, '0', '9')));
        if (plain != 0xffff) {
            at += __builtin_ctz(~static_cast<unsigned>(plain));
            return static_cast<size_t>(at - start);
        }
    }
    while (at < end && is_plain(*at)) {
        at++;
    }
    return static_cast<size_t>(at - start);
}

// Adds 16 bytes that are letters of base64.
void count_block(const char* at, LetterCounts* counts) noexcept
{
    using sse2::within;
    __m128i bytes = sse2::load(at);
    auto count = [](__m128i found) {
        // each that was found is -1
        __m128i zero = _mm_setzero_si128();
        __m128i sums = _mm_sad_epu8(_mm_sub_epi8(zero, found), zero);
        return static_cast<size_t>(_mm_cvtsi128_si32(sums)
                                   + _mm_extract_epi16(sums, 4));
    };
    size_t upper = count(within(bytes, 'A', 'Z'));
    size_t lower = count(within(bytes, 'a', 'z'));
    size_t digits = count(within(bytes, '0', '9'));
    counts->upper += upper;
    counts->lower += lower;
    counts->digits += digits;
    counts->marks += probe - upper - lower - digits;
}

// Whether 16 bytes are letters of base64.
bool are_letters(const char* at) noexcept
{
    using sse2::is;
    using sse2::within;
    __m128i bytes = sse2::load(at);
    __m128i small = _mm_or_si128(bytes, sse2::all(0x20));
    __m128i found = _mm_or_si128(within(small, 'a', 'z'),
                                 within(bytes, '/', '9'));
    __m128i marks = _mm_or_si128(_mm_or_si128(is(bytes, '+'), is(bytes, '-')),
                                 is(bytes, '_'));
    return _mm_movemask_epi8(_mm_or_si128(found, marks)) == 0xffff;
}

#else

size_t count_plain(const char* at, const char* end) noexcept
{
    const char* start = at;
    while (at < end && is_plain(*at)) {
        at++;
    }
    return static_cast<size_t>(at - start);
}

void count_block(const char* at, LetterCounts* counts) noexcept
{
    for (size_t i = 0; i < probe; i++) {
        counts->upper += is_upper(at[i]) ? 1 : 0;
        counts->lower += is_lower(at[i]) ? 1 : 0;
        counts->digits += is_digit(at[i]) ? 1 : 0;
        counts->marks += is_plain(at[i]) ? 0 : 1;
    }
}

bool are_letters(const char* at) noexcept
{
    return std::all_of(at, at + probe, is_base64_letter);
}

#endif

// Behind units of this kind, of which there are `count`.
size_t skip(std::string_view text, size_t at, Kind kind, size_t* count)
    noexcept
{
    for (*count = 0; at < text.size(); ++*count) {
        Base64Unit unit = read_base64_unit(text, at);
        if (unit.kind != kind) {
            break;
        }
        at += unit.length;
    }
    return at;
}

// A section of letters and digits between marks.
struct Section {
    size_t  start = 0;
    size_t  upper = 0;
    size_t  lower = 0;
    size_t  digits = 0;
    bool    is_varied = false;
    bool    is_capitalised = false;

    size_t size() const noexcept { return upper + lower + digits; }
    bool is_number() const noexcept { return digits == size(); }
    bool is_word() const noexcept
    {
        bool is_one_case = lower == size() || upper == size()
                           || (is_capitalised && upper == 1);
        return digits == 0 && size() >= 2 && is_one_case && is_varied;
    }
};

// No longer one can be read.
constexpr size_t longest_section = 20;

Section section_of(std::string_view text, size_t start, size_t size) noexcept
{
    Section section;
    section.start = start;
    section.is_capitalised = is_upper(text[start]);
    if (size > longest_section) {
        section.upper = section.lower = section.digits = size;
        return section;
    }
    for (char c : text.substr(start, size)) {
        section.is_varied |= c != text[start];
        section.upper += is_upper(c) ? 1 : 0;
        section.lower += is_lower(c) ? 1 : 0;
        section.digits += is_digit(c) ? 1 : 0;
    }
    return section;
}

// Sections that can be read, one behind the other.
class Chain {
public:
    Chain(size_t first, size_t last, std::vector<Span>* places) noexcept
        : first_(first), last_(last), places_(places)
    {
    }

    void add(const Section& section, size_t end)
    {
        bool is_number = section.is_number();

        if (section.size() > longest_section
            || !(is_number || section.is_word()))
        {
            finish();
            return;
        }
        if (count_++ == 0) {
            start_ = section.start;
        }
        end_ = end;
        digits_ += is_number ? section.size() : 0;
        words_ += is_number ? 0 : 1;
        letters_ += is_number ? 0 : section.size();
    }

    void finish()
    {
        bool is_readable = digits_ >= 9 || (words_ >= 3 && letters_ >= 9);
        if (is_readable) {
            // with the marks beside it: "+1..." is a phone number
            size_t start = std::max(start_, first_ + 1) - 1;
            size_t end = std::min(end_ + 1, last_);
            places_->push_back({static_cast<uint32_t>(start),
                                static_cast<uint32_t>(end)});
            first_ = end;
        }
        count_ = digits_ = words_ = letters_ = 0;
    }

private:
    size_t              first_;  // of what is not in a place yet
    size_t              last_;
    std::vector<Span>*  places_;
    size_t              start_ = 0;
    size_t              end_ = 0;
    size_t              count_ = 0;
    size_t              digits_ = 0;
    size_t              words_ = 0;
    size_t              letters_ = 0;
};

}  // namespace

Segment read_segment(std::string_view text, size_t at) noexcept
{
    Segment segment{at, 0, false};

    while (segment.end < text.size()) {
        size_t plain = count_plain(text.data() + segment.end,
                                   text.data() + text.size());
        segment.end += plain;
        segment.letters += plain;
        if (segment.end == text.size()) {
            break;
        }
        char c = text[segment.end];
        if (is_base64_letter(c)) {
            segment.has_url_letters |= c == '-' || c == '_';
            segment.end++;
            segment.letters++;
            continue;
        }
        Base64Unit unit = read_base64_unit(text, segment.end);
        if (unit.kind != Kind::letter) {
            break;
        }
        segment.end += unit.length;
        segment.letters++;
    }
    return segment;
}

size_t find_letters(std::string_view text, size_t from) noexcept
{
    for (size_t at = from; at + probe <= text.size(); at += 2 * probe) {
        if (are_letters(text.data() + at)) {
            return at;
        }
    }
    return text.npos;
}

size_t start_of_run(std::string_view text, size_t at, size_t from) noexcept
{
    while (at > from) {
        if (is_base64_letter(text[at - 1])) {
            at--;
            continue;
        }
        if (text[at - 1] != '\\') {
            break;
        }
        size_t back = at - 1;
        while (back > from && text[back - 1] == '\\') {
            back--;
        }
        // an escape for a letter is one, any other takes its own letters
        Base64Unit unit = read_base64_unit(text, back);
        if (unit.kind != Kind::letter) {
            size_t rest = text[at] == 'u' ? 5 : 1;
            at = std::min(at + rest, text.size());
            break;
        }
        at = back;
    }
    return at;
}

PayloadRun read_run(std::string_view text, size_t start) noexcept
{
    PayloadRun run{start, start, 0};
    size_t first = 0;  // letters of its first line
    size_t at = start;

    for ( ;; ) {
        Segment line = read_segment(text, at);
        size_t padding = 0;
        size_t end = skip(text, line.end, Kind::padding, &padding);
        bool is_first = run.letters == 0;
        bool is_line = line.letters >= least_segment
                       && line.letters % 4 == 0 && line.letters == first;
        bool is_last = line.letters > 0 && line.letters <= first
                       && (run.letters + line.letters + padding) % 4 == 0;
        if (line.letters == 0
            || (!is_first && (line.has_url_letters
                              || !(is_line || is_last))))
        {
            return run;
        }
        first = is_first ? line.letters : first;
        run.letters += line.letters;
        run.end = end;

        size_t spaces = 0;
        at = skip(text, end, Kind::space, &spaces);
        bool may_go_on = padding == 0 && spaces > 0 && at < text.size()
                         && line.letters == first && first >= least_segment
                         && !line.has_url_letters;
        if (!may_go_on) {
            return run;
        }
    }
}

LetterCounts count_letters(std::string_view text) noexcept
{
    LetterCounts counts;

    for (size_t at = 0; at < text.size(); ) {
        if (at + probe <= text.size() && are_letters(text.data() + at)) {
            count_block(text.data() + at, &counts);
            at += probe;
            continue;
        }
        char c = text[at];
        if (is_plain(c)) {
            counts.lower += is_lower(c) ? 1 : 0;
            counts.upper += is_upper(c) ? 1 : 0;
            counts.digits += is_digit(c) ? 1 : 0;
            at++;
            continue;
        }
        Base64Unit unit = read_base64_unit(text, at);
        counts.marks += unit.kind == Kind::letter ? 1 : 0;
        counts.spaces += unit.kind == Kind::space ? 1 : 0;
        counts.others += unit.kind == Kind::other ? 1 : 0;
        at += unit.length;
    }
    return counts;
}

void find_readable(std::string_view text, size_t start, size_t end,
    std::vector<Span>* places)
{
    Chain chain(start, end, places);

    for (size_t at = start; at < end; at++) {
        size_t size = count_plain(text.data() + at, text.data() + end);
        if (size > 0) {
            chain.add(section_of(text, at, size), at + size);
            at += size;
        }
    }
    chain.finish();
}

}  // namespace gate::guard
