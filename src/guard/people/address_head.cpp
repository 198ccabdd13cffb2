#include "guard/people/address_head.hpp"

#include "guard/people/street_words.hpp"

namespace gate::guard {

namespace {

constexpr size_t max_parts = 4;
constexpr size_t max_part_words = 5;
constexpr size_t no_part = static_cast<size_t>(-1);

// The token one space before text[start], or none.
Token token_before(TokenReader& in, size_t from, size_t start) noexcept
{
    if (start < from + 2 || in.text()[start - 1] != ' ') {
        return in.at(in.text().size());
    }
    Token token = in.before(start - 1);
    return token.start >= from ? token : in.at(in.text().size());
}

// "St." but no word that ends a sentence.
bool is_name(const Token& token) noexcept
{
    return token.kind == TokenKind::word && token.capital
           && (!token.dotted || token.small_size <= 2);
}

// "Stoke on Trent", "Newton le Willows"
bool joins_names(const Token& token) noexcept
{
    if (token.kind != TokenKind::word || token.capital || token.dotted) {
        return false;
    }
    std::string_view word = token.small();
    return token.is(mark_particle) || word == "on" || word == "upon"
           || word == "under" || word == "le";
}

bool is_house_number(const Token& token) noexcept
{
    return token.kind == TokenKind::number && token.digits <= 5
           && !token.dotted;
}

bool begins_sentence(std::string_view text, size_t start) noexcept
{
    return start == 0 || text[start - 1] == '\n'
           || (start > 1 && text[start - 1] == ' ' && text[start - 2] == '.');
}

// Where the words begin that end with the one at `start`: "Stoke on Trent",
// "12 Old Mill Lane".
size_t part_start(TokenReader& in, size_t from, size_t start) noexcept
{
    for (size_t i = 1; i < max_part_words; i++) {
        Token token = token_before(in, from, start);
        if (is_house_number(token)) {
            return token.start;
        }
        if (joins_names(token)) {
            token = token_before(in, from, token.start);
        }
        if (!is_name(token)) {
            break;
        }
        start = token.start;
    }
    return start;
}

// "Visit London": the first word is of the sentence.
size_t without_verb(TokenReader& in, size_t start, const Token& town) noexcept
{
    Token first = in.at(start);
    bool is_verb = start < town.start && first.kind == TokenKind::word
                   && begins_sentence(in.text(), start)
                   && in.is_ordinary(first);
    return is_verb ? first.next() + 1 : start;
}

// The comma before text[start], over a space or a line end.
size_t comma_before(std::string_view text, size_t from, size_t start) noexcept
{
    size_t at = start;
    while (at > from && start - at < 2
           && (text[at - 1] == ' ' || text[at - 1] == '\n'
               || text[at - 1] == '\r')) {
        at--;
    }
    return at < start && at > from && text[at - 1] == ',' ? at - 1 : no_part;
}

// Where the part begins that ends at text[end]: words, or "Unit 4".
size_t part_before(TokenReader& in, size_t from, size_t end) noexcept
{
    Token last = in.before(end);
    if (last.start < from) {
        return no_part;
    }
    if (is_house_number(last)) {
        last = token_before(in, from, last.start);
    }
    return is_name(last) ? part_start(in, from, last.start) : no_part;
}

}  // namespace

size_t read_address_head(TokenReader& in, size_t from, const Token& town)
    noexcept
{
    std::string_view text = in.text();
    size_t start = without_verb(in, part_start(in, from, town.start), town);
    for (size_t i = 0; i < max_parts; i++) {
        size_t comma = comma_before(text, from, start);
        if (comma == no_part) {
            break;
        }
        size_t part = part_before(in, from, comma);
        if (part == no_part) {
            break;
        }
        start = part;
    }
    return start;
}

}  // namespace gate::guard
