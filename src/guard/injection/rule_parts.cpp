#include "guard/injection/rule_parts.hpp"

#include "guard/injection/literal_choice.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gate::guard {

namespace {

using Words = std::vector<std::string>;

constexpr size_t endless = static_cast<size_t>(-1);

// More texts than this for one piece are not told apart.
constexpr size_t most_words = 128;
constexpr size_t widest_class = 4;

bool is_word_byte(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

// A part of a pattern: all the texts that it matches, if they are few, and
// texts of which each match holds one, if there are any.
struct Piece;
using Pieces = std::vector<Piece>;

struct Piece {
    bool    is_finite = false;
    Words   words;     // all of them, when finite
    Choice  required;
    size_t  width = 0;
    bool    is_border = false;      // \b
    bool    may_be_empty = false;
    bool    ends_outside = false;   // a match ends with no letter or is empty
    std::vector<Pieces>  ways;      // the alternatives of a group
};

Words products(const Words& left, const Words& right)
{
    Words all;
    all.reserve(left.size() * right.size());
    for (const std::string& a : left) {
        for (const std::string& b : right) {
            all.push_back(a + b);
        }
    }
    return all;
}

void describe(Piece* piece)
{
    piece->may_be_empty = false;
    piece->ends_outside = true;
    for (const std::string& word : piece->words) {
        piece->may_be_empty = piece->may_be_empty || word.empty();
        piece->ends_outside = piece->ends_outside
                              && (word.empty() || !is_word_byte(word.back()));
    }
}

// Where a literal stands that begins with piece number `at`.
Anchor anchor_of(const Pieces& pieces, size_t at) noexcept
{
    while (at > 0) {
        const Piece& before = pieces[--at];
        if (before.is_border) {
            return Anchor::word;
        }
        if (!before.ends_outside) {
            return Anchor::none;
        }
        if (!before.may_be_empty) {
            return Anchor::word;
        }
    }
    return Anchor::piece;
}

// A choice that pieces [from, to) of a sequence offer.
struct Offer {
    size_t  from;
    size_t  to;
    Choice  choice;
};

// A letter that is always there: more of it only makes a text rarer.
bool is_fixed(const Pieces& pieces, size_t at) noexcept
{
    return at < pieces.size() && pieces[at].is_finite
           && pieces[at].words.size() == 1 && pieces[at].width == 1;
}

std::vector<Offer> offers_of(const Pieces& pieces)
{
    std::vector<Offer> offers;
    for (size_t i = 0; i < pieces.size(); i++) {
        Anchor anchor = anchor_of(pieces, i);
        if (!pieces[i].required.literals.empty()) {
            offers.push_back({i, i + 1, pieces[i].required.inside(anchor)});
        }
        if (i > 0 && is_fixed(pieces, i - 1) && anchor == Anchor::none) {
            continue;
        }
        Words run{{}};
        for (size_t end = i; end < pieces.size() && pieces[end].is_finite
                             && run.size() * pieces[end].words.size()
                                <= most_words; end++) {
            run = products(run, pieces[end].words);
            if (is_fixed(pieces, end + 1)) {
                continue;
            }
            Choice choice = choice_of(run, anchor);
            if (!choice.literals.empty()) {
                offers.push_back({i, end + 1, std::move(choice)});
            }
        }
    }
    return offers;
}

Piece sequence(const Pieces& pieces)
{
    Piece whole;
    Words all{{}};

    whole.is_finite = true;
    whole.may_be_empty = true;
    for (const Piece& piece : pieces) {
        whole.width += piece.width;
        whole.may_be_empty = whole.may_be_empty && piece.may_be_empty;
        whole.is_finite = whole.is_finite && piece.is_finite
                          && all.size() * piece.words.size() <= most_words;
        if (whole.is_finite) {
            all = products(all, piece.words);
        }
    }
    for (Offer& offer : offers_of(pieces)) {
        take_rarer(std::move(offer.choice), &whole.required);
    }
    if (whole.is_finite) {
        whole.words = std::move(all);
        describe(&whole);
    } else {
        auto last = std::find_if(pieces.rbegin(), pieces.rend(),
            [](const Piece& piece) {
                return !piece.ends_outside || !piece.may_be_empty;
            });
        whole.ends_outside = last == pieces.rend() || last->ends_outside;
    }
    return whole;
}

Piece alternatives(const Pieces& pieces)
{
    Piece whole;
    Choice all;
    bool has_required = true;

    whole.is_finite = true;
    whole.ends_outside = true;
    for (const Piece& piece : pieces) {
        whole.width = std::max(whole.width, piece.width);
        whole.may_be_empty = whole.may_be_empty || piece.may_be_empty;
        whole.ends_outside = whole.ends_outside && piece.ends_outside;
        has_required = has_required && !piece.required.literals.empty();
        all.add(piece.required);
        whole.is_finite = whole.is_finite && piece.is_finite
            && whole.words.size() + piece.words.size() <= most_words;
        if (whole.is_finite) {
            whole.words.insert(whole.words.end(), piece.words.begin(),
                               piece.words.end());
        }
    }
    if (has_required) {
        whole.required = std::move(all);
    }
    return whole;
}

Piece repeated(Piece once, size_t least, size_t most)
{
    if (least == 1 && most == 1) {
        return once;
    }
    Piece piece;
    piece.width = once.width
        * (most != endless ? most
           : once.width == 1 ? widest_filler : most_repeats);
    piece.may_be_empty = least == 0 || once.may_be_empty;
    piece.ends_outside = once.ends_outside;
    if (least > 0) {
        piece.required = once.required;
    } else if (once.is_finite && most == 1) {
        piece.is_finite = true;
        piece.words = std::move(once.words);
        piece.words.emplace_back();
    }
    return piece;
}

class Parser {
public:
    explicit Parser(std::string_view pattern) : pattern_(pattern) {}

    // The pieces of the whole pattern, one after the other.
    Pieces run()
    {
        Pieces pieces = read_pieces();
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

    static Piece text(std::string word)
    {
        Piece piece;
        piece.is_finite = true;
        piece.width = word.size();
        piece.words = {std::move(word)};
        describe(&piece);
        return piece;
    }

    Piece read_alternatives();
    Pieces read_pieces();
    Piece read_repeats(Piece once);
    Piece read_one();
    Piece read_escape();
    Piece read_class();
    char read_class_member();

    std::string_view  pattern_;
    size_t            at_ = 0;
};

Piece Parser::read_alternatives()
{
    std::vector<Pieces> ways{read_pieces()};
    while (take("|")) {
        ways.push_back(read_pieces());
    }

    Pieces pieces;
    for (const Pieces& way : ways) {
        pieces.push_back(sequence(way));
    }
    Piece whole = pieces.size() == 1 ? std::move(pieces.front())
                                     : alternatives(pieces);
    whole.ways = std::move(ways);
    return whole;
}

Pieces Parser::read_pieces()
{
    Pieces pieces;
    while (at_ < pattern_.size() && pattern_[at_] != '|'
           && pattern_[at_] != ')') {
        pieces.push_back(read_repeats(read_one()));
    }
    return pieces;
}

Piece Parser::read_repeats(Piece once)
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

Piece Parser::read_one()
{
    if (take("(?:")) {
        Piece piece = read_alternatives();
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
        return text("");
    case '(': case ')': case '.': case '^': case '?': case '*': case '+':
    case '{':
        fail();
    default:
        return text(std::string(1, c));
    }
}

Piece Parser::read_escape()
{
    if (take("x00")) {
        return text(std::string(1, '\0'));
    }
    char c = next();
    if (c == 'b') {
        Piece border = text("");
        border.is_border = true;
        return border;
    }
    if (is_word_byte(c) || (c >= 'A' && c <= 'Z')) {
        fail();
    }
    return text(std::string(1, c));
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

Piece Parser::read_class()
{
    Piece piece;
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
    piece.width = 1;
    if (is_small && members.size() <= widest_class) {
        piece.is_finite = true;
        for (char c : members) {
            piece.words.emplace_back(1, c);
        }
        describe(&piece);
    }
    return piece;
}

// The rarest offer of pieces before `to` or, if it is 0, from `from` on.
const Offer* rarest(const std::vector<Offer>& offers, size_t from, size_t to)
{
    const Offer* best = nullptr;
    for (const Offer& offer : offers) {
        if ((to == 0 ? offer.from >= from : offer.to <= to)
            && (best == nullptr || offer.choice.cost <= best->choice.cost)
            && offer.choice.is_at_words()) {
            best = &offer;
        }
    }
    return best;
}

Needs needs_of(const Pieces& pieces)
{
    std::vector<Offer> offers = offers_of(pieces);
    const Offer* best = nullptr;

    for (Offer& offer : offers) {
        // where the pattern begins is anywhere
        offer.choice = offer.choice.inside(Anchor::none);
    }
    for (const Offer& offer : offers) {
        if (best == nullptr || offer.choice.cost <= best->choice.cost) {
            best = &offer;
        }
    }

    Needs needs;
    if (best == nullptr) {
        return needs;
    }
    needs.literals = best->choice.as_literals();
    auto width = [&pieces](size_t from, size_t to) {
        size_t sum = 0;
        for (size_t i = from; i < to; i++) {
            sum += pieces[i].width;
        }
        return sum;
    };
    const Offer* before = best->from == 0 ? nullptr
                                          : rarest(offers, 0, best->from);
    if (before != nullptr) {
        needs.before = before->choice.as_literals();
        needs.before_reach = width(before->from, best->to);
    }
    const Offer* behind = rarest(offers, best->to, 0);
    if (behind != nullptr) {
        needs.behind = behind->choice.as_literals();
        needs.behind_reach = width(best->from, behind->to);
    }
    return needs;
}

// The pieces of each way to match a pattern that is one group.
std::vector<Pieces> ways_of(const Pieces& pieces)
{
    std::vector<Pieces> ways{{}};
    for (const Piece& piece : pieces) {
        bool is_split = piece.ways.size() > 1 && ways.size() == 1
            && std::all_of(ways[0].begin(), ways[0].end(),
                   [](const Piece& before) { return before.width == 0; });
        if (!is_split) {
            for (Pieces& way : ways) {
                way.push_back(piece);
            }
            continue;
        }
        Pieces before = std::move(ways[0]);
        ways.assign(piece.ways.size(), before);
        for (size_t i = 0; i < ways.size(); i++) {
            ways[i].insert(ways[i].end(), piece.ways[i].begin(),
                           piece.ways[i].end());
        }
    }
    bool is_one_group = std::all_of(pieces.begin(), pieces.end(),
        [](const Piece& piece) {
            return piece.width == 0 || piece.ways.size() > 1;
        });
    return is_one_group ? ways : std::vector<Pieces>{pieces};
}

}  // namespace

RuleParts parts_of(std::string_view pattern)
{
    Pieces pieces = Parser(pattern).run();
    RuleParts parts;

    for (const Pieces& way : ways_of(pieces)) {
        parts.ways.push_back(needs_of(way));
    }
    parts.width = sequence(pieces).width;
    return parts;
}

}  // namespace gate::guard
