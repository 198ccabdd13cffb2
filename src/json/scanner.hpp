// Reads a whole JSON text in one strict sweep, as events for a handler.
//
// The hot path's reader: grammar (RFC 8259), encoding, escapes, the depth
// (max_depth) and names that stand twice are judged while the text goes by
// (faults J01 to J19), by the same rules as prescan() and parse(). Strings
// come as they are spelled, as views into the text; escape.hpp decodes them.
// Numbers come as they are spelled, whatever their size.
//
// A handler is any class with these members; each may return false to stop:
//
//     bool begin(Kind object_or_array);
//     bool end(Kind object_or_array);
//     bool member(RawString name);
//     bool string(RawString text);
//     bool literal(Kind kind, std::string_view spelling);
//
// It sees events before the rest of the text is known to be sound: what it
// has gathered counts only if the answer is Parsed::whole.
//
// Cost: linear, without recursion; memory for the member names of the objects
// that are open. Texts of 2 GB and more are refused.
#pragma once

#include "json/lexer.hpp"
#include "json/member_names.hpp"
#include "json/sax.hpp"

namespace gate::json {

template <class Events>
class Scanner {
public:
    Scanner(std::string_view text, Events& events)
        : lexer_(text), names_(text), events_(events)
    {
    }

    Parsed read(Flaw* flaw)
    {
        bool is_good = value();
        while (is_good && depth_ > 0) {
            is_good = is_in_object() ? next_member() : next_element();
        }
        if (is_good) {
            lexer_.peek();
            is_good = lexer_.is_at_end() || refuse("text after the document");
        }

        if (is_good) {
            return Parsed::whole;
        }
        *flaw = lexer_.flaw();
        return flaw->cause.empty() ? Parsed::stopped : Parsed::invalid;
    }

private:
    bool refuse(std::string_view cause) noexcept
    {
        return lexer_.refuse(cause);
    }

    // one bit for each bracket that is open, the innermost lowest
    bool is_in_object() const noexcept { return (brackets_ & 1) != 0; }

    bool open(Kind kind)
    {
        if (depth_ == max_depth) {
            return refuse("nested too deeply");
        }
        lexer_.take();
        depth_++;
        brackets_ = brackets_ << 1 | (kind == Kind::object ? 1 : 0);
        is_first_ = true;
        if (kind == Kind::object) {
            names_.open();
        }
        return events_.begin(kind);
    }

    bool close(Kind kind)
    {
        lexer_.take();
        depth_--;
        brackets_ >>= 1;
        is_first_ = false;
        if (kind == Kind::object) {
            names_.close();
        }
        return events_.end(kind);
    }

    // The value that comes next, of an object or an array its opening.
    bool value()
    {
        std::string_view spelling;
        RawString text;

        switch (lexer_.peek()) {
        case '"':
            return lexer_.string(&text) && events_.string(text);
        case '{':
            return open(Kind::object);
        case '[':
            return open(Kind::array);
        case 't':
            return word(Kind::boolean, "true");
        case 'f':
            return word(Kind::boolean, "false");
        case 'n':
            return word(Kind::null, "null");
        default:
            return lexer_.number(&spelling)
                   && events_.literal(Kind::number, spelling);
        }
    }

    bool word(Kind kind, std::string_view spelling)
    {
        return lexer_.word(spelling) && events_.literal(kind, spelling);
    }

    // A comma and what is after it, or the end of the innermost bracket.
    bool next_member()
    {
        char c = lexer_.peek();

        if (c == '}') {
            return close(Kind::object);
        }
        if (!is_first_) {
            if (c != ',') {
                return refuse("not a comma or a closing brace");
            }
            lexer_.take();
            c = lexer_.peek();
        }
        is_first_ = false;

        RawString name;
        if (c != '"') {
            return refuse("not a member name");
        }
        if (!lexer_.string(&name)) {
            return false;
        }
        if (!add_name(name)) {
            return refuse("duplicate member name");
        }
        if (!events_.member(name)) {
            return false;
        }
        if (lexer_.peek() != ':') {
            return refuse("not a colon");
        }
        lexer_.take();
        return value();
    }

    bool next_element()
    {
        char c = lexer_.peek();

        if (c == ']') {
            return close(Kind::array);
        }
        if (!is_first_) {
            if (c != ',') {
                return refuse("not a comma or a closing bracket");
            }
            lexer_.take();
        }
        is_first_ = false;
        return value();
    }

    bool add_name(RawString name)
    {
        if (!name.has_escape) {
            return names_.add(name.raw);
        }
        decoded_.clear();
        unescape(decoded_, name.raw);
        return names_.add(decoded_);
    }

    Lexer        lexer_;
    MemberNames  names_;
    Events&      events_;
    uint64_t     brackets_ = 0;
    size_t       depth_ = 0;
    bool         is_first_ = false;  // just after an opening bracket
    std::string  decoded_;

    static_assert(max_depth <= 64, "one bit each in brackets_");
};

// `flaw` is set if the answer is Parsed::invalid. Throws only what the
// handler throws, and std::bad_alloc.
template <class Events>
Parsed scan(std::string_view text, Events& events, Flaw* flaw)
{
    if (text.size() > MemberNames::max_text) {
        *flaw = {MemberNames::max_text, "too long"};
        return Parsed::invalid;
    }
    return Scanner<Events>(text, events).read(flaw);
}

}  // namespace gate::json
