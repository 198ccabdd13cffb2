#include "guard/injection/sieve.hpp"

#include "guard/injection/letter_block.hpp"
#include "guard/injection/word_borders.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace gate::guard {

namespace {

// So many bytes per byte of a text are looked at around literals; a text that
// has more of them is scanned whole.
constexpr size_t most_looks = 4;
constexpr size_t of_a_literal = 16;

constexpr size_t block = LetterBlock::size;

}  // namespace

// The literals of one text, in the order of their places.
class Sieve::Search {
public:
    Search(const Sieve& sieve, std::string_view text, std::vector<Span>* parts)
        : sieve_(sieve), text_(text), parts_(*parts),
          left_(4096 + text.size() * most_looks)
    {
    }

    // False when the text could not be scanned.
    bool run(hs_scratch_t* scratch, BentSearch* bent)
    {
        hs_error_t status = hs_scan(sieve_.free_database_, text_.data(),
            static_cast<unsigned>(text_.size()), 0, scratch, on_free, this);
        if (status != HS_SUCCESS && left_ != 0) {
            return false;
        }
        look_at_words(bent);
        take_free(text_.size());
        if (left_ == 0) {
            parts_ = {{0, static_cast<uint32_t>(text_.size())}};
        } else {
            merge();
        }
        return true;
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

    // False ends the scan: there is no memory, or there are so many that the
    // text is scanned whole. Nothing may be thrown through the library.
    bool put_free(unsigned number, size_t at) noexcept
    {
        try {
            free_.push_back({number, at});
        } catch (const std::bad_alloc&) {
            return false;
        }
        if (free_.size() * of_a_literal >= left_) {
            left_ = 0;
        }
        return left_ != 0;
    }

    // Words go through two loops, the first one without a jump that depends on
    // what they are.
    void look_at_words(BentSearch* bent)
    {
        WordSweep sweep(text_, {&sieve_.words_, bent != nullptr});
        while (sweep.next()) {
            for (uint32_t at : sweep.heads()) {
                take_word(at);
            }
            if (bent != nullptr) {
                bent->take(sweep);
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
        for (uint16_t way : sieve_.triggers_[number]) {
            const Rule& rule = rule_at(sieve_.ways_[way].rule);
            spend(of_a_literal);
            if (left_ == 0) {
                return;
            }
            if (rule.weight > 0 && rule.weight < flagging_weight) {
                take_weak(way, rule, at);
            } else if (is_possible(way, at)) {
                put(way, at);
            }
        }
    }

    void spend(size_t bytes) noexcept { left_ -= std::min(left_, bytes); }

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
        };
        spend(to - from);
        for (; from < to && !is_there; from += block) {
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
    // that are possible within reach add up to enough.
    void take_weak(uint16_t way, const Rule& rule, size_t at)
    {
        if (weak_.size() >= most_weak_) {
            forget_before(at);
        }
        weak_.push_back({at, way, false, false});
        note(rule, at);
        if (!is_enough(at)) {
            return;
        }
        seen_.fill({});
        sum_ = 0;
        size_t count = 0;
        for (Weak& weak : weak_) {
            spend(of_a_literal);
            if (weak.at + far() >= at
                && (weak.is_possible || is_possible(weak.way, weak.at))) {
                weak.is_possible = true;
                note(rule_at(sieve_.ways_[weak.way].rule), weak.at);
                weak_[count++] = weak;
            }
        }
        weak_.resize(count, {0, 0, false, false});
        if (!is_enough(at)) {
            return;
        }
        for (Weak& weak : weak_) {
            if (!weak.is_put) {
                put(weak.way, weak.at);
                weak.is_put = true;
            }
        }
    }

    // Drops those that are out of reach; the others are few.
    void forget_before(size_t at)
    {
        weak_.erase(weak_.begin(), std::find_if(weak_.begin(), weak_.end(),
            [&](const Weak& weak) { return weak.at + far() >= at; }));
        most_weak_ = std::max(most_weak_, 2 * weak_.size());
    }

    // Matches that add up are no further apart than this.
    size_t far() const noexcept { return weak_reach + 2 * sieve_.widest_; }

    void note(const Rule& rule, size_t at) noexcept
    {
        Seen& seen = seen_[static_cast<size_t>(rule.sign)];
        seen.at = at;
        if (rule.weight > seen.weight) {
            sum_ += rule.weight - seen.weight;
            seen.weight = rule.weight;
        }
    }

    // Whether the signs within reach before `at` add up to enough.
    bool is_enough(size_t at) noexcept
    {
        if (sum_ < flagging_weight) {
            return false;
        }
        for (Seen& sign : seen_) {
            if (sign.at + far() < at) {
                sum_ -= sign.weight;
                sign.weight = 0;
            }
        }
        return sum_ >= flagging_weight;
    }

    // The surroundings of a literal at `at`, widened to the borders of words.
    void put(uint16_t way, size_t at)
    {
        size_t width = sieve_.ways_[way].width;
        size_t from = at - std::min(at, width);
        size_t to = std::min(at + width, text_.size());
        Span part{static_cast<uint32_t>(token_start(text_, from)),
                  static_cast<uint32_t>(token_end(text_, to))};
        // most begin in the last one
        if (!parts_.empty() && parts_.back().start <= part.start
            && part.start <= parts_.back().end) {
            parts_.back().end = std::max(parts_.back().end, part.end);
        } else {
            parts_.push_back(part);
        }
    }

    void merge()
    {
        std::sort(parts_.begin(), parts_.end(),
            [](const Span& a, const Span& b) { return a.start < b.start; });
        size_t count = 0;
        for (const Span& part : parts_) {
            if (count > 0 && part.start <= parts_[count - 1].end) {
                uint32_t& end = parts_[count - 1].end;
                end = std::max(end, part.end);
            } else {
                parts_[count++] = part;
            }
        }
        parts_.resize(count, {0, 0});
    }

    struct Seen {
        size_t   at = 0;
        uint8_t  weight = 0;  // 0: not seen
    };

    struct Weak {
        size_t    at;
        uint16_t  way;
        bool      is_possible;  // what has to stand near it does
        bool      is_put;       // it is in a part
    };

    const Sieve&                    sieve_;
    std::string_view                text_;
    std::vector<Span>&              parts_;
    size_t                          left_;  // bytes that are looked at
    std::vector<Free>               free_;
    size_t                          next_free_ = 0;
    std::array<Seen, sign_count>    seen_{};
    unsigned                        sum_ = 0;  // of their weights
    std::vector<Weak>               weak_;  // in ascending order
    size_t                          most_weak_ = 1024;
};

bool Sieve::find(std::string_view text, Scratch& scratch,
    std::vector<Span>* parts, BentSearch* bent) const
{
    return Search(*this, text, parts).run(scratch.get(), bent);
}

}  // namespace gate::guard
