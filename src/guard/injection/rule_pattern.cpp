#include "guard/injection/rule_pieces.hpp"

#include <cctype>
#include <stdexcept>
#include <utility>

namespace gate::guard {

namespace {

// A larger class is not told apart.
constexpr size_t widest_class = 4;

class Parser {
public:
    explicit Parser(std::string_view pattern) : pattern_(pattern) {}

    // The pieces of the whole pattern, one after the other.
    RulePieces run()
    {
        RulePieces pieces = read_pieces();
        if (at_ != pattern_.size()) {
            fail();
        }
        return pieces;
    }

private:
    [[noreturn]] void fail() const
    {
        throw std::invalid_argument("a rule that is not understood: "
                                    + std::string(pattern_));
    }

    bool take(std::string_view text) noexcept
    {
        bool is_there = pattern_.substr(at_, text.size()) == text;
        at_ += is_there ? text.size() : 0;
        return is_there;
    }

    char next()
    {
        if (at_ == pattern_.size()) {
            fail();
        }
        return pattern_[at_++];
    }

    size_t read_number()
    {
        size_t number = 0;
        if (at_ == pattern_.size() || !is_digit(pattern_[at_])) {
            fail();
        }
        while (at_ < pattern_.size() && is_digit(pattern_[at_])) {
            number = number * 10 + static_cast<size_t>(next() - '0');
        }
        return number;
    }

    static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

    RulePiece read_alternatives();
    RulePieces read_pieces();
    RulePiece read_repeats(RulePiece once);
    RulePiece read_one();
    RulePiece read_escape();
    RulePiece read_class();
    char read_class_member();

    std::string_view  pattern_;
    size_t            at_ = 0;
};

RulePiece Parser::read_alternatives()
{
    std::vector<RulePieces> ways{read_pieces()};
    while (take("|")) {
        ways.push_back(read_pieces());
    }
    return alternatives(std::move(ways));
}

RulePieces Parser::read_pieces()
{
    RulePieces pieces;
    while (at_ < pattern_.size() && pattern_[at_] != '|'
           && pattern_[at_] != ')') {
        pieces.push_back(read_repeats(read_one()));
    }
    return pieces;
}

RulePiece Parser::read_repeats(RulePiece once)
{
    if (take("?")) {
        return repeated(std::move(once), 0, 1);
    }
    if (take("*")) {
        return repeated(std::move(once), 0, endless);
    }
    if (take("+")) {
        return repeated(std::move(once), 1, endless);
    }
    if (!take("{")) {
        return once;
    }
    size_t least = read_number();
    size_t most = take(",") ? read_number() : least;
    if (!take("}")) {
        fail();
    }
    return repeated(std::move(once), least, most);
}

RulePiece Parser::read_one()
{
    if (take("(?:")) {
        RulePiece piece = read_alternatives();
        if (!take(")")) {
            fail();
        }
        return piece;
    }
    char c = next();
    switch (c) {
    case '\\':
        return read_escape();
    case '[':
        return read_class();
    case '$':
        return piece_of("");
    case '(': case ')': case '.': case '^': case '?': case '*': case '+':
    case '{':
        fail();
    default:
        return piece_of(std::string(1, c));
    }
}

RulePiece Parser::read_escape()
{
    if (take("x00")) {
        return piece_of(std::string(1, '\0'));
    }
    char c = next();
    if (c == 'b') {
        RulePiece border = piece_of("");
        border.is_border = true;
        return border;
    }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
        fail();
    }
    return piece_of(std::string(1, c));
}

char Parser::read_class_member()
{
    if (take("\\x00")) {
        return '\0';
    }
    if (take("\\n")) {
        return '\n';
    }
    if (take("\\r")) {
        return '\r';
    }
    return take("\\") ? next() : next();
}

RulePiece Parser::read_class()
{
    std::string members;
    bool is_small = !take("^");

    while (!take("]")) {
        char from = read_class_member();
        members += from;
        if (at_ + 1 < pattern_.size() && pattern_[at_ + 1] != ']'
            && take("-")) {
            char to = read_class_member();
            for (int c = from + 1; c <= to; c++) {
                members += static_cast<char>(c);
            }
        }
    }
    if (is_small && members.size() <= widest_class) {
        return piece_of_class(members);
    }
    RulePiece piece;
    piece.width = 1;
    return piece;
}

}  // namespace

RulePieces read_pattern(std::string_view pattern)
{
    return Parser(pattern).run();
}

}  // namespace gate::guard
