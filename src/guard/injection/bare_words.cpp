#include "guard/injection/bare_words.hpp"

#include "base/sse2.hpp"
#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace gate::guard {

namespace {

// A tag is longer only with attributes that nobody writes by hand.
constexpr size_t longest_tag = 128;

// So many ordinary marks that are no further apart than this are looked at.
constexpr size_t close_marks = 3;
constexpr size_t close_distance = 12;

// these anywhere, the others where they are not inside of a word or, of a dot,
// at its end
constexpr std::string_view marks = "*_~`|,;:\"()[]{}<>#=+^\\";
constexpr std::string_view placed_marks = "-/.";

enum class Class : uint8_t { other, mark, by_place };

constexpr std::array<Class, 256> class_table() noexcept
{
    std::array<Class, 256> table{};
    for (char c : marks) {
        table[static_cast<unsigned char>(c)] = Class::mark;
    }
    for (char c : placed_marks) {
        table[static_cast<unsigned char>(c)] = Class::by_place;
    }
    return table;
}

constexpr std::array<Class, 256> classes = class_table();

bool is_in_word(std::string_view text, size_t at) noexcept
{
    return at < text.size()
           && (is_letter(text[at]) || (text[at] >= '0' && text[at] <= '9'));
}

// Of those that are marks by their place.
bool stands_as_mark(std::string_view text, size_t at) noexcept
{
    bool is_behind_word = at > 0 && is_in_word(text, at - 1);
    // a dot is the folding of a bullet; else the end of a sentence
    return !is_behind_word || (text[at] != '.' && !is_in_word(text, at + 1));
}

inline bool is_mark(std::string_view text, size_t at) noexcept
{
    Class kind = classes[static_cast<unsigned char>(text[at])];
    return kind == Class::mark
           || (kind == Class::by_place && stands_as_mark(text, at));
}

constexpr size_t block = 64;

// Bit i: byte i may be a mark.
uint64_t marks_of(std::string_view bytes) noexcept
{
    uint64_t bits = 0;
    for (size_t i = 0; i < bytes.size(); i++) {
        auto byte = static_cast<unsigned char>(bytes[i]);
        bits |= uint64_t{classes[byte] != Class::other} << i;
    }
    return bits;
}

#if defined(__SSE2__)

uint64_t marks_of_block(const char* at) noexcept
{
    using sse2::within;

    return sse2::Quad(at).each([](__m128i in) {
        // all of ASCII that is no letter, no digit and no space; there are no
        // capitals
        __m128i low = _mm_or_si128(within(in, '!', '/'), within(in, ':', '`'));
        return _mm_or_si128(low, _mm_cmpgt_epi8(in, sse2::all('z')));
    }).bits();
}

#else

uint64_t marks_of_block(const char* at) noexcept
{
    return marks_of({at, block});
}

#endif

// Finds the marks of a part, in one walk.
class MarkWalk {
public:
    MarkWalk(std::string_view text, const Span& part) noexcept
        : text_(text), at_(part.start), end_(part.end)
    {
        bits_ = marks_at(at_);
    }

    // The first mark that is not before `from`, or the end of the part. What
    // is asked for ascends.
    size_t next(size_t from) noexcept
    {
        if (from >= at_ + block) {
            at_ = from;
            bits_ = marks_at(at_);
        } else if (from > at_) {
            bits_ &= ~uint64_t{0} << (from - at_);
        }
        while (at_ < end_) {
            for (; bits_ != 0; bits_ &= bits_ - 1) {
                size_t found = at_ + static_cast<size_t>(
                    __builtin_ctzll(bits_));
                if (found >= end_ || is_mark(text_, found)) {
                    return std::min<size_t>(found, end_);
                }
            }
            at_ += block;
            bits_ = marks_at(at_);
        }
        return end_;
    }

private:
    uint64_t marks_at(size_t at) const noexcept
    {
        return at + block <= text_.size()
               ? marks_of_block(text_.data() + at)
               : marks_of(text_.substr(std::min(at, text_.size())));
    }

    std::string_view  text_;
    size_t            at_;
    size_t            end_;
    uint64_t          bits_;  // of the block at at_
};

class Stripper {
public:
    Stripper(std::string_view text, View* view) noexcept
        : text_(text), view_(*view)
    {
    }

    void take(const Span& part)
    {
        if (view_.size != 0
            && text_.substr(done_, part.start - done_).find('\0')
                   != text_.npos)
        {
            put_one(part.start, '\0');
        }
        MarkWalk marks(text_, part);
        size_t at = part.start;
        while (at < part.end) {
            size_t gap = marks.next(at);
            while (gap > at && text_[gap - 1] == ' ') {
                gap--;
            }
            copy(at, gap);
            at = gap_end(gap, part.end);
            if (at != gap) {
                put_space(gap, at);
            }
        }
        if (part.end < text_.size() && text_[part.end] != '\0') {
            put_one(part.end, cut_mark);
        }
        done_ = part.end;
    }

private:
    bool is_gap(size_t at) const noexcept
    {
        return text_[at] == ' ' || is_mark(text_, at);
    }

    // Behind the marks and spaces that stand at `at`.
    size_t gap_end(size_t at, size_t end) const noexcept
    {
        while (at < end && is_gap(at)) {
            at += text_[at] == '<' ? tag_size(at, end) : 1;
        }
        return at;
    }

    size_t tag_size(size_t at, size_t end) const noexcept
    {
        size_t name = at + 1;
        if (name < end && text_[name] == '/') {
            name++;
        }
        if (name >= end || !is_letter(text_[name])) {
            return 1;
        }
        std::string_view rest = text_.substr(name,
            std::min(end - name, longest_tag));
        size_t close = rest.find_first_of(std::string_view("<>\0", 3));
        bool is_tag = close != rest.npos && rest[close] == '>';
        return is_tag ? name + close + 1 - at : 1;
    }

    void copy(size_t from, size_t to)
    {
        if (from != to) {
            view_.map.copied(view_.size, from);
            std::memcpy(view_.bytes.get() + view_.size, text_.data() + from,
                        to - from);
            view_.size += to - from;
        }
    }

    void put_space(size_t from, size_t to)
    {
        if (to - from == 1) {
            view_.map.copied(view_.size, from);
        } else {
            view_.map.stands_for(view_.size, from, to - from);
        }
        view_.bytes[view_.size++] = ' ';
    }

    void put_one(size_t at, char c)
    {
        view_.map.copied(view_.size, at);
        view_.bytes[view_.size++] = c;
    }

    std::string_view  text_;
    View&             view_;
    size_t            done_ = 0;
};

// A comma, semicolon or colon with a space behind it, or a quote or bracket
// with one before or behind: one by itself is ordinary writing.
bool is_punctuation(std::string_view text, size_t at) noexcept
{
    bool is_before = at + 1 >= text.size() || !is_in_word(text, at + 1);
    switch (text[at]) {
    case ',': case ';': case ':': case ')':
        return is_before;
    case '(': case '"':
        return is_before || at == 0 || !is_in_word(text, at - 1);
    default:
        return classes[static_cast<unsigned char>(text[at])] != Class::mark;
    }
}

// Whether the marks of a part may keep its words apart: one that is not
// ordinary, or ordinary ones that stand close.
bool is_worth_a_look(std::string_view text, const Span& part) noexcept
{
    MarkWalk marks(text, part);
    size_t row = 0;   // of marks that are close, words between them
    size_t last = 0;
    size_t behind = part.start;  // the last mark, and spaces
    for (size_t at = marks.next(part.start); at < part.end;
         at = marks.next(at + 1))
    {
        if (!is_punctuation(text, at)) {
            return true;
        }
        while (behind < at && text[behind] == ' ') {
            behind++;
        }
        if (behind < at) {
            row = row != 0 && at - last <= close_distance ? row + 1 : 1;
        }
        if (row == close_marks) {
            return true;
        }
        last = at;
        behind = at + 1;
    }
    return false;
}

}  // namespace

View bare_words(std::string_view text, const std::vector<Span>& parts)
{
    std::vector<Span> marked;
    size_t size = 0;
    for (const Span& part : parts) {
        if (is_worth_a_look(text, part)) {
            marked.push_back(part);
            size += part.end - part.start + 2;
        }
    }

    View view;
    if (!marked.empty()) {
        view.reserve(size);
        Stripper stripper(text, &view);
        for (const Span& part : marked) {
            stripper.take(part);
        }
    }
    return view;
}

}  // namespace gate::guard
