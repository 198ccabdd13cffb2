#include "guard/injection/bent_places.hpp"

#include "guard/injection/key_words.hpp"
#include "guard/injection/letter_block.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace gate::guard {

namespace {

// So many letters apart are no list of variables any more.
constexpr size_t fewest_apart = 5;

constexpr bool is_border(char c) noexcept
{
    return c == ' ' || c == '\0';
}

unsigned lowest(uint64_t bits) noexcept
{
    return static_cast<unsigned>(__builtin_ctzll(bits));
}

// One look over a text. Masks find what may be bent; each find is then looked
// at with its token.
class Look {
public:
    Look(std::string_view text, Squeeze squeeze) noexcept
        : text_(text), squeeze_(squeeze)
    {
    }

    // False when the text turns out to ask for Squeeze::yes.
    bool run()
    {
        size_t at = 0;
        for (; at + LetterBlock::reads <= text_.size(); at += step_) {
            if (!look_at_block(at, text_.data() + at)) {
                return false;
            }
        }
        for (; at < text_.size(); at += step_) {
            std::array<char, LetterBlock::reads> rest{};
            std::memcpy(rest.data(), text_.data() + at,
                        std::min(text_.size() - at, rest.size()));
            if (!look_at_block(at, rest.data())) {
                return false;
            }
        }
        return true;
    }

    std::vector<Span>& places() noexcept { return places_; }

private:
    bool look_at_block(size_t at, const char* bytes);
    uint64_t shuffled(const char* bytes, uint64_t starts, uint64_t others)
        const noexcept;
    void look_at_sign(size_t at);
    void look_at_token(size_t at);
    void look_at_apart(size_t at);

    bool begins_apart(size_t at) const noexcept
    {
        return is_letter(text_[at]) && text_[at + 1] == ' '
               && (at == 0 || is_border(text_[at - 1]));
    }

    void put(size_t start, size_t end)
    {
        places_.push_back({static_cast<uint32_t>(start),
                           static_cast<uint32_t>(end)});
    }

    std::string_view   text_;
    Squeeze            squeeze_;
    std::vector<Span>  places_;
    size_t             looked_ = 0;     // the end of the last token read
    size_t             step_ = 0;       // to the next block
    uint64_t           is_within_ = 0;  // 1: the block begins within a word
};

// A block ends with its last byte that is no letter, where the next one
// begins: no word as short as a key word is cut.
inline bool Look::look_at_block(size_t at, const char* bytes)
{
    const auto [letters, spaces, doubles] = letter_block(bytes);
    uint64_t pairs = doubles & letters;
    if ((pairs & pairs << 1) != 0 && squeeze_ == Squeeze::no) {
        return false;
    }

    uint64_t others = ~letters;
    uint64_t second = letters >> 1;
    uint64_t starts = letters & ~(letters << 1 | is_within_);
    uint64_t signs = ~spaces & others & second;
    uint64_t apart = starts & spaces >> 1 & letters >> 2 & spaces >> 3
        & letters >> 4;
    uint64_t odd = signs | apart;
    if (squeeze_ == Squeeze::yes) {
        odd |= pairs;
    }

    is_within_ = 1;
    step_ = LetterBlock::size - 1;
    if (others != 0) {
        unsigned last = LetterBlock::size - 1
            - static_cast<unsigned>(__builtin_clzll(others));
        if (last + longest_key_word >= LetterBlock::size - 1) {
            is_within_ = 0;
            step_ = last;
        }
        // five letters or more, and their end
        odd |= shuffled(bytes, starts & second & letters >> 2 & letters >> 3
                                   & letters >> 4
                                   & ((uint64_t{1} << last) - 1),
                        others);
    }
    for (; odd != 0; odd &= odd - 1) {
        unsigned i = lowest(odd);
        if ((others >> i & 1) != 0) {
            look_at_sign(at + i);
        } else if ((apart >> i & 1) != 0) {
            look_at_apart(at + i);
        } else {
            look_at_token(at + i);
        }
    }
    return true;
}

// Those of the words that begin at `starts` that are shuffled key words.
inline uint64_t Look::shuffled(const char* bytes, uint64_t starts,
    uint64_t others) const noexcept
{
    uint64_t found = 0;
    for (; starts != 0; starts &= starts - 1) {
        unsigned start = lowest(starts);
        unsigned size = lowest(others >> start);
        const char* word = bytes + start;
        if (may_be_shuffled(word[0], word[size - 1], size)
            && !key_word_shuffled({word, size}).empty()) {
            found |= starts & -starts;
        }
    }
    return found;
}

// A sign before a letter.
void Look::look_at_sign(size_t at)
{
    char sign = text_[at];
    if (leet_letter(sign, 'i') != 0
        || (is_separator(sign) && at > 0 && is_letter(text_[at - 1]))) {
        look_at_token(at);
    }
}

void Look::look_at_token(size_t at)
{
    // one look per token, however many joints it has
    if (at < looked_) {
        return;
    }
    size_t least = std::max(looked_, at - std::min(at, longest_token));
    size_t most = std::min(text_.size(), at + longest_token);
    size_t start = at;
    size_t end = at;
    while (start > least && !is_border(text_[start - 1])) {
        start--;
    }
    while (end < most && !is_border(text_[end])) {
        end++;
    }
    looked_ = end;
    if (!straightened(core_of(text_.substr(start, end - start)),
                      squeeze_).empty()) {
        put(start, end);
    }
}

// The run may have begun in the block before.
void Look::look_at_apart(size_t at)
{
    while (at >= looked_ + 2 && begins_apart(at - 2)) {
        at -= 2;
    }
    if (at < looked_ || !begins_apart(at)) {
        return;
    }
    if (size_t count = letters_apart(text_, at); count != 0) {
        looked_ = at + 2 * count - 1;
        put(at, looked_);
    }
}

}  // namespace

size_t letters_apart(std::string_view text, size_t at) noexcept
{
    auto get = [text](size_t i) { return i < text.size() ? text[i] : '\0'; };
    size_t count = 0;
    while (is_letter(get(at + 2 * count))) {
        count++;
        if (get(at + 2 * count - 1) != ' ') {
            break;
        }
    }
    // the last one may be the first letter of an ordinary word
    if (count > 0 && is_letter(get(at + 2 * count - 1))) {
        count--;
    }
    return count < fewest_apart ? 0 : count;
}

BentPlaces bent_places(std::string_view text)
{
    BentPlaces bent;
    for (;;) {
        Look look(text, bent.squeeze);
        if (look.run()) {
            bent.places = std::move(look.places());
            return bent;
        }
        bent.squeeze = Squeeze::yes;
    }
}

}  // namespace gate::guard
