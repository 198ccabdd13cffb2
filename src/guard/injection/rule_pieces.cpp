#include "guard/injection/rule_pieces.hpp"

#include "guard/injection/rule_parts.hpp"
#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <utility>

namespace gate::guard {

namespace {

using Words = std::vector<std::string>;

// More texts than this for one piece are not told apart.
constexpr size_t most_words = 128;

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

void describe(RulePiece* piece)
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
Anchor anchor_of(const RulePieces& pieces, size_t at) noexcept
{
    while (at > 0) {
        const RulePiece& before = pieces[--at];
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

// A letter that is always there: more of it only makes a text rarer.
bool is_fixed(const RulePieces& pieces, size_t at) noexcept
{
    return at < pieces.size() && pieces[at].is_finite
           && pieces[at].words.size() == 1 && pieces[at].width == 1;
}

}  // namespace

RulePiece piece_of(std::string text)
{
    RulePiece piece;
    piece.is_finite = true;
    piece.width = text.size();
    piece.words = {std::move(text)};
    describe(&piece);
    return piece;
}

RulePiece piece_of_class(const std::string& members)
{
    RulePiece piece;
    piece.is_finite = true;
    piece.width = 1;
    for (char c : members) {
        piece.words.emplace_back(1, c);
    }
    describe(&piece);
    return piece;
}

std::vector<Offer> offers_of(const RulePieces& pieces)
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

RulePiece sequence(const RulePieces& pieces)
{
    RulePiece whole;
    Words all{{}};

    whole.is_finite = true;
    whole.may_be_empty = true;
    for (const RulePiece& piece : pieces) {
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
            [](const RulePiece& piece) {
                return !piece.ends_outside || !piece.may_be_empty;
            });
        whole.ends_outside = last == pieces.rend() || last->ends_outside;
    }
    return whole;
}

RulePiece alternatives(std::vector<RulePieces> ways)
{
    if (ways.size() == 1) {
        return sequence(ways.front());
    }
    RulePiece whole;
    Choice all;
    bool has_required = true;

    whole.is_finite = true;
    whole.ends_outside = true;
    for (const RulePieces& way : ways) {
        RulePiece piece = sequence(way);
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
    whole.ways = std::move(ways);
    return whole;
}

RulePiece repeated(RulePiece once, size_t least, size_t most)
{
    if (least == 1 && most == 1) {
        return once;
    }
    RulePiece piece;
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

}  // namespace gate::guard
