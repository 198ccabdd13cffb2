#include "guard/injection/rule_parts.hpp"

#include "guard/injection/rule_pieces.hpp"

#include <algorithm>
#include <utility>

namespace gate::guard {

namespace {

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

Needs needs_of(const RulePieces& pieces)
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
std::vector<RulePieces> ways_of(const RulePieces& pieces)
{
    std::vector<RulePieces> ways{{}};
    for (const RulePiece& piece : pieces) {
        bool is_split = piece.ways.size() > 1 && ways.size() == 1
            && std::all_of(ways[0].begin(), ways[0].end(),
                   [](const RulePiece& before) { return before.width == 0; });
        if (!is_split) {
            for (RulePieces& way : ways) {
                way.push_back(piece);
            }
            continue;
        }
        RulePieces before = std::move(ways[0]);
        ways.assign(piece.ways.size(), before);
        for (size_t i = 0; i < ways.size(); i++) {
            ways[i].insert(ways[i].end(), piece.ways[i].begin(),
                           piece.ways[i].end());
        }
    }
    bool is_one_group = std::all_of(pieces.begin(), pieces.end(),
        [](const RulePiece& piece) {
            return piece.width == 0 || piece.ways.size() > 1;
        });
    return is_one_group ? ways : std::vector<RulePieces>{pieces};
}

}  // namespace

RuleParts parts_of(std::string_view pattern)
{
    RulePieces pieces = read_pattern(pattern);
    RuleParts parts;

    for (const RulePieces& way : ways_of(pieces)) {
        parts.ways.push_back(needs_of(way));
    }
    parts.width = sequence(pieces).width;
    return parts;
}

}  // namespace gate::guard
