#include "guard/injection/bare_words.hpp"

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

// these anywhere, the others where they are not inside of a word
constexpr std::string_view marks = "*_~`|,;:\"()[]{}<>#=+^\\";
constexpr std::string_view inner_marks = "-/";

enum class Class : uint8_t { other, mark, inner_mark, dot };

constexpr std::array<Class, 256> class_table() noexcept
{
    std::array<Class, 256> table{};
    for (char c : marks) {
        table[static_cast<unsigned char>(c)] = Class::mark;
    }
    for (char c : inner_marks) {
        table[static_cast<unsigned char>(c)] = Class::inner_mark;
    }
    table['.'] = Class::dot;
    return table;
}

constexpr std::array<Class, 256> classes = class_table();

bool is_in_word(std::string_view text, size_t at) noexcept
{
    return at < text.size()
           && (is_letter(text[at]) || (text[at] >= '0' && text[at] <= '9'));
}

bool is_mark(std::string_view text, size_t at) noexcept
{
    switch (classes[static_cast<unsigned char>(text[at])]) {
    case Class::mark:
        return true;
    case Class::inner_mark:
        return at == 0 || !is_in_word(text, at - 1)
               || !is_in_word(text, at + 1);
    case Class::dot:
        // the folding of a bullet; else the end of a sentence
        return at == 0 || !is_in_word(text, at - 1);
    default:
        return false;
    }
}

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
        size_t at = part.start;
        while (at < part.end) {
            size_t end = gap_end(at, part.end);
            if (end != at) {
                put_space(at, end);
                at = end;
                continue;
            }
            size_t next = at + 1;
            while (next < part.end && !is_gap(next)) {
                next++;
            }
            view_.map.copied(view_.size, at);
            std::memcpy(view_.bytes.get() + view_.size, text_.data() + at,
                        next - at);
            view_.size += next - at;
            at = next;
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

    void put_space(size_t from, size_t to)
    {
        view_.map.stands_for(view_.size, from, to - from);
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
    size_t row = 0;   // of marks that are close, words between them
    size_t last = 0;
    bool is_apart = false;
    for (size_t at = part.start; at < part.end; at++) {
        if (!is_mark(text, at)) {
            is_apart = is_apart || text[at] != ' ';
            continue;
        }
        if (!is_punctuation(text, at)) {
            return true;
        }
        if (is_apart) {
            row = row != 0 && at - last <= close_distance ? row + 1 : 1;
        }
        if (row == close_marks) {
            return true;
        }
        last = at;
        is_apart = false;
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
