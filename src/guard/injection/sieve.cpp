#include "guard/injection/sieve.hpp"

#include "guard/injection/costs.hpp"
#include "guard/injection/letter_block.hpp"
#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace gate::guard {

namespace {

constexpr size_t block = LetterBlock::size;

}  // namespace

// The literals of one text, in the order of their places.
class Sieve::Search {
public:
    Search(const Sieve& sieve, std::string_view text, Work* work,
        std::vector<RulePart>* parts)
        : sieve_(sieve), text_(text), work_(*work), parts_(*parts),
          last_parts_(rule_count(), none)
    {
    }

    // False when the text could not be scanned.
    bool run(hs_scratch_t* scratch, BentSearch* bent)
    {
        if (!work_.spend(text_.size() * cost::swept_byte)
            || hs_scan(sieve_.free_database_, text_.data(),
                       static_cast<unsigned>(text_.size()), 0, scratch,
                       on_free, this) != HS_SUCCESS) {
            return false;
        }
        look_at_words(bent);
        take_free(text_.size());
        sort_parts();
        return !work_.is_over();
    }

private:
    struct Free {
        unsigned  number;
        size_t    at;
    };

    static int on_free(unsigned number, unsigned long long,
        unsigned long long to, unsigned, void* context)
    {
        auto* self = static_cast<Search*>(context);
        return self->put_free(number, static_cast<size_t>(to) - 1) ? 0 : 1;
    }

    // False ends the scan: there is no memory, or the work is over. Nothing
    // may be thrown through the library.
    bool put_free(unsigned number, size_t at) noexcept
    {
        try {
            free_.push_back({number, at});
        } catch (const std::bad_alloc&) {
            return false;
        }
        return work_.spend(cost::literal);
    }

    // Words go through two loops, the first one without a jump that depends on
    // what they are.
    void look_at_words(BentSearch* bent)
    {
        WordSweep sweep(text_, {&sieve_.words_, bent != nullptr});
        while (!work_.is_over() && sweep.next()) {
            for (uint32_t at : sweep.heads()) {
                take_word(at);
            }
            if (bent != nullptr) {
                bent->take(sweep, &work_);
            }
        }
    }

    void take_word(size_t at)
    {
        sieve_.words_.find(text_.substr(at), [this, at](uint32_t number) {
            take_free(at);
            take(number, at);
        });
    }

    // Those that stand before `end`.
    void take_free(size_t end)
    {
        for (; next_free_ < free_.size() && free_[next_free_].at < end;
             next_free_++) {
            take(free_[next_free_].number, free_[next_free_].at);
        }
    }

    void take(uint32_t number, size_t at)
    {
        const std::vector<uint16_t>& ways = sieve_.triggers_[number];
        work_.spend(cost::literal + ways.size() * cost::way);
        for (uint16_t way : ways) {
            if (work_.is_over()) {
                return;
            }
            const Rule& rule = rule_at(sieve_.ways_[way].rule);
            if (rule.weight > 0 && rule.weight < flagging_weight) {
                take_weak(way, rule, at);
            } else if (is_possible(way, at)) {
                put(way, at);
            }
        }
    }

    bool is_possible(uint16_t number, size_t at)
    {
        const Way& way = sieve_.ways_[number];
        size_t from = at - std::min(at, size_t{way.before_reach});
        size_t to = std::min(at + way.behind_reach, text_.size());
        return (way.before_reach == 0
                || has({number, Part::before}, way.before_bits, from, at))
               && (way.behind_reach == 0
                   || has({number, Part::behind}, way.behind_bits, at + 1,
                          to));
    }

    // Whether a word that is `use` begins in [from, to).
    bool has(const Use& use, uint64_t bits, size_t from, size_t to)
    {
        bool is_there = false;
        auto look = [&](uint32_t number) {
            const std::vector<Use>& uses = sieve_.uses_[number];
            is_there = is_there || std::find(uses.begin(), uses.end(), use)
                                   != uses.end();
            work_.spend(cost::companion + uses.size());
        };
        for (; from < to && !is_there; from += block) {
            work_.spend(cost::looked_block);
            bool is_within = from > 0 && is_letter(text_[from - 1]);
            uint64_t starts = starts_of(letters_at(text_, from), is_within);
            if (to - from < block) {
                starts &= (uint64_t{1} << (to - from)) - 1;
            }
            for (; starts != 0 && !is_there; starts &= starts - 1) {
                size_t at = from + static_cast<unsigned>(
                    __builtin_ctzll(starts));
                uint64_t head = WordTable::head_at(text_, at);
                if ((WordTable::bit_of(head) & bits) != 0) {
                    sieve_.companions_.find(text_.substr(at), look);
                }
            }
        }
        return is_there;
    }

    // What stands near a weak one is looked at when it may matter: when all
    // that may be possible within reach add up to enough.
    void take_weak(uint16_t way, const Rule& rule, size_t at)
    {
        if (weak_.size() + possible_.size() >= most_weak_) {
            forget_before(at);
        }
        weak_.push_back({at, way});
        may_be_.note(rule, at);
        if (!is_enough(&may_be_, at)) {
            return;
        }
        for (const Weak& weak : weak_) {
            if (weak.at + far() >= at && is_possible(weak.way, weak.at)) {
                possible_.push_back(weak);
                are_.note(rule_at(sieve_.ways_[weak.way].rule), weak.at);
            }
        }
        weak_.clear();
        may_be_ = are_;
        if (is_enough(&are_, at)) {
            put_possible(at);
        }
    }

    void put_possible(size_t at)
    {
        for (const Weak& weak : possible_) {
            if (weak.at + far() >= at) {
                put(weak.way, weak.at);
            }
        }
        possible_.clear();
    }

    // Drops those that are out of reach; the others are few.
    void forget_before(size_t at)
    {
        for (std::vector<Weak>* list : {&weak_, &possible_}) {
            list->erase(list->begin(), std::find_if(list->begin(), list->end(),
                [&](const Weak& weak) { return weak.at + far() >= at; }));
        }
        most_weak_ = std::max(most_weak_,
                              2 * (weak_.size() + possible_.size()));
    }

    // Matches that add up are no further apart than this.
    size_t far() const noexcept { return weak_reach + 2 * sieve_.widest_; }

    // The surroundings of a literal at `at`, widened to the borders of words.
    void put(uint16_t number, size_t at)
    {
        const Way& way = sieve_.ways_[number];
        size_t from = at - std::min(at, size_t{way.width});
        size_t to = std::min(at + way.width, text_.size());
        Span span{static_cast<uint32_t>(token_start(text_, from)),
                  static_cast<uint32_t>(token_end(text_, to))};
        uint32_t& last = last_parts_[way.rule];
        // most begin in the last one of their rule
        if (last != none && parts_[last].span.start <= span.start
            && span.start <= parts_[last].span.end) {
            uint32_t& end = parts_[last].span.end;
            end = std::max(end, span.end);
        } else {
            last = static_cast<uint32_t>(parts_.size());
            parts_.push_back({span, way.rule});
            work_.spend(cost::part);
        }
    }

    void sort_parts()
    {
        auto key = [](const RulePart& part) {
            return uint64_t{part.span.start} << 16 | part.rule;
        };
        std::sort(parts_.begin(), parts_.end(),
            [key](const RulePart& a, const RulePart& b) {
                return key(a) < key(b);
            });
        // weak ones may have been put behind others of their rule
        std::fill(last_parts_.begin(), last_parts_.end(), none);
        size_t count = 0;
        for (const RulePart& part : parts_) {
            uint32_t& last = last_parts_[part.rule];
            if (last != none && part.span.start <= parts_[last].span.end) {
                uint32_t& end = parts_[last].span.end;
                end = std::max(end, part.span.end);
            } else {
                last = static_cast<uint32_t>(count);
                parts_[count++] = part;
            }
        }
        parts_.resize(count, {{0, 0}, 0});
    }

    // The weights of signs, each as of where it was seen last.
    struct Sum {
        struct Seen {
            size_t   at = 0;
            uint8_t  weight = 0;  // 0: not seen
        };

        void note(const Rule& rule, size_t at) noexcept
        {
            Seen& sign = seen[static_cast<size_t>(rule.sign)];
            sign.at = at;
            if (rule.weight > sign.weight) {
                sum += rule.weight - sign.weight;
                sign.weight = rule.weight;
            }
        }

        std::array<Seen, sign_count>  seen{};
        unsigned                      sum = 0;
    };

    // Whether the signs within reach before `at` add up to enough.
    bool is_enough(Sum* signs, size_t at) const noexcept
    {
        if (signs->sum < flagging_weight) {
            return false;
        }
        for (Sum::Seen& sign : signs->seen) {
            if (sign.at + far() < at) {
                signs->sum -= sign.weight;
                sign.weight = 0;
            }
        }
        return signs->sum >= flagging_weight;
    }

    struct Weak {
        size_t    at;
        uint16_t  way;
    };

    static constexpr uint32_t none = UINT32_MAX;

    const Sieve&            sieve_;
    std::string_view        text_;
    Work&                   work_;
    std::vector<RulePart>&  parts_;
    std::vector<uint32_t>   last_parts_;  // of each rule
    std::vector<Free>       free_;
    size_t                  next_free_ = 0;
    Sum                     may_be_;
    std::vector<Weak>       weak_;      // that were not looked at yet
    Sum                     are_;
    std::vector<Weak>       possible_;  // that are in no part yet
    size_t                  most_weak_ = 1024;
};

bool Sieve::find(std::string_view text, Scratch& scratch,
    std::vector<RulePart>* parts, BentSearch* bent) const
{
    return Search(*this, text, &scratch.work(), parts)
        .run(scratch.get(), bent);
}

}  // namespace gate::guard
