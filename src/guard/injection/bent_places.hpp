// Where a normalised text holds words that an evasion bent: cores of tokens
// that do become key words (bent_word.hpp) and letters apart.
//
// No memory where nothing is bent. Linear on any text: no token is looked at
// twice.
#pragma once

#include "guard/injection/bent_word.hpp"
#include "guard/injection/costs.hpp"
#include "guard/injection/word_sweep.hpp"
#include "guard/work.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gate::guard {

struct BentPlace {
    uint32_t          start;
    uint32_t          end;
    std::string_view  key;  // that stands there; empty for letters apart
};

struct BentPlaces {
    std::vector<BentPlace>  places;  // ascending, apart from each other
    // whether a word with a letter three times in a row is one of them
    Squeeze                 squeeze = Squeeze::no;
};

// Takes what a sweep of the text finds odd and looks at each with its token.
class BentSearch {
public:
    explicit BentSearch(std::string_view text) noexcept : text_(text) {}

    // After each next() of the sweep. Charges for what it looks at.
    void take(const WordSweep& sweep, Work* work)
    {
        work->spend(sweep.compared() * cost::shuffled_word);
        for (uint32_t at : sweep.odd()) {
            if (at >= looked_ && !work->spend(cost::odd_token)) {
                return;
            }
            look_at(at);
        }
    }

    // The places, at the end of the sweep.
    BentPlaces finish() { return {std::move(places_), squeeze_}; }

private:
    void look_at(size_t at);
    void look_at_token(size_t at);
    void look_at_apart(size_t at);

    bool is_single(size_t at) const noexcept
    {
        return at + 1 < text_.size() && is_letter(text_[at])
               && text_[at + 1] == ' ';
    }

    bool begins_apart(size_t at) const noexcept
    {
        return is_single(at) && (at == 0 || is_border(text_[at - 1]));
    }

    void put(size_t start, size_t end, std::string_view key)
    {
        places_.push_back({static_cast<uint32_t>(start),
                           static_cast<uint32_t>(end), key});
    }

    std::string_view        text_;
    std::vector<BentPlace>  places_;
    Squeeze                 squeeze_ = Squeeze::no;
    size_t                  looked_ = 0;  // the end of the last token read
};

// By a sweep of its own.
BentPlaces bent_places(std::string_view text);

// How many letters stand apart ("i g n o r e") from `at` on, the first byte of
// a token, each but the last with a space behind it; 0 for fewer than an
// evasion needs. They take twice as many bytes, less one.
size_t letters_apart(std::string_view text, size_t at) noexcept;

}  // namespace gate::guard
