// Says where in a text the rules can match at all, so that the rest is not
// scanned with them. It looks for literals that each match holds
// (rule_parts.hpp), nearly all of them at the beginnings of words, and near
// them for others; an ordinary prompt has few of them together, or none.
//
// A rule that flags by itself can match around its literals. Weak rules
// matter only where the signs that are possible add up to enough.
#pragma once

#include "guard/finding.hpp"
#include "guard/injection/bent_places.hpp"
#include "guard/injection/rule_set.hpp"
#include "guard/injection/word_table.hpp"
#include "guard/pattern/scratch.hpp"
#include "guard/pattern/vectorscan.hpp"

#include <hs/hs_runtime.h>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace gate::guard {

// A part of a text that is to be scanned with one rule.
struct RulePart {
    Span      span;
    uint16_t  rule;
};

// Immutable; any number of threads may use one.
class Sieve {
public:
    Sieve() noexcept = default;
    ~Sieve() { hs_free_database(free_database_); }
    Sieve(const Sieve&) = delete;
    Sieve& operator=(const Sieve&) = delete;

    // Reads the rules; some 100 ms. Empty is success, else the reason.
    std::string make();

    bool fit(Scratch& scratch) const noexcept
    {
        return scratch.fit(free_database_, free_number_);
    }

    // The parts of a normalised text to be scanned, in the order of their
    // starts, those of one rule apart from each other; each begins and ends
    // at a word's border where there is one. What is odd is shown to `bent`
    // in the same pass, unless it is null. False when the text could not be
    // scanned, or costs more than the scratch's work allows.
    bool find(std::string_view text, Scratch& scratch,
        std::vector<RulePart>* parts, BentSearch* bent = nullptr) const;

private:
    // One way to match a rule.
    struct Way {
        uint16_t  rule;
        uint16_t  width;         // of a match
        uint16_t  before_reach;  // 0: nothing has to stand there
        uint16_t  behind_reach;
        uint64_t  before_bits;   // WordTable::bit_of() what does
        uint64_t  behind_bits;
    };

    // What a literal is to a way.
    enum class Part : uint8_t { before, behind };

    struct Use {
        uint16_t  way;
        Part      part;

        bool operator==(const Use& other) const
        {
            return way == other.way && part == other.part;
        }
    };

    using Uses = std::map<std::string, std::vector<Use>>;
    using Triggers = std::map<std::string, std::vector<uint16_t>>;

    class Search;

    void add_rule(size_t rule, Triggers* at_words, Triggers* anywhere,
        Uses* companions);
    std::string compile_free(const Triggers& literals);

    std::vector<Way>                    ways_;
    size_t                              widest_ = 0;

    // what is looked for, and the ways that it belongs to, by its number
    WordTable                           words_;
    std::vector<std::vector<uint16_t>>  triggers_;

    // what has to stand near it
    WordTable                           companions_;
    std::vector<std::vector<Use>>       uses_;

    // the few literals that are not at a word, numbered as those that are
    hs_database_t*                      free_database_ = nullptr;
    uint64_t                            free_number_ = next_database_number();
};

}  // namespace gate::guard
