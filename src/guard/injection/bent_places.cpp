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

size_t lowest(uint64_t bits) noexcept
{
    return static_cast<unsigned>(__builtin_ctzll(bits));
}

size_t highest_zeros(uint64_t bits) noexcept
{
    return static_cast<unsigned>(__builtin_clzll(bits));
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
    bool run();
    std::vector<BentPlace>& places() noexcept { return places_; }

private:
    uint64_t shuffled(const char* bytes, uint64_t starts, uint64_t others)
        const noexcept;
    void look_at_odd(size_t at, uint64_t odd);
    void look_at_sign(size_t at);
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
    Squeeze                 squeeze_;
    std::vector<BentPlace>  places_;
    size_t                  looked_ = 0;  // the end of the last token read
};

// A block ends with its last byte that is no letter, where the next one
// begins: no word as short as a key word is cut. Of a longer one the rest may
// look like a word, which is found out with its token.
bool Look::run()
{
    constexpr size_t most = LetterBlock::size - 1;
    std::array<char, LetterBlock::reads> rest{};

    for (size_t at = 0; at < text_.size();) {
        const char* bytes = text_.data() + at;
        if (text_.size() - at < rest.size()) {
            rest.fill('\0');
            std::memcpy(rest.data(), bytes, text_.size() - at);
            bytes = rest.data();
        }
        const auto [letters, spaces, doubles] = letter_block(bytes);
        uint64_t pairs = doubles & letters;
        if ((pairs & pairs << 1) != 0 && squeeze_ == Squeeze::no) {
            return false;
        }

        uint64_t second = letters >> 1;
        uint64_t starts = letters & ~(letters << 1);
        uint64_t single = starts & spaces >> 1;
        uint64_t odd = (~(letters | spaces) & second) | (single & single >> 2)
            | (squeeze_ == Squeeze::yes ? pairs : 0);
        uint64_t others = ~letters;
        size_t last = others == 0 ? 0 : most - highest_zeros(others);
        // words of five letters or more that end in the block
        starts &= second & letters >> 2 & letters >> 3 & letters >> 4
            & ((uint64_t{1} << last) - 1);
        odd |= shuffled(bytes, starts, others);
        if (odd != 0) {
            look_at_odd(at, odd);
        }

        at += last + longest_key_word < most ? most : last;
    }
    return true;
}

void Look::look_at_odd(size_t at, uint64_t odd)
{
    for (; odd != 0; odd &= odd - 1) {
        size_t place = at + lowest(odd);
        if (!is_letter(text_[place])) {
            look_at_sign(place);
        } else if (is_single(place)) {
            look_at_apart(place);
        } else {
            look_at_token(place);
        }
    }
}

// Those of the words that begin at `starts` that are shuffled key words.
inline uint64_t Look::shuffled(const char* bytes, uint64_t starts,
    uint64_t others) const noexcept
{
    uint64_t found = 0;
    for (; starts != 0; starts &= starts - 1) {
        size_t start = lowest(starts);
        size_t size = lowest(others >> start);
        const char* word = bytes + start;
        if (may_be_shuffled(word, size)
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
    // once, however many joints it has
    if (at < looked_) {
        return;
    }
    size_t start = at;
    size_t end = at;
    while (start > looked_ && !is_border(text_[start - 1])) {
        start--;
    }
    while (end < text_.size() && !is_border(text_[end])) {
        end++;
    }
    looked_ = end;
    std::string_view core = core_of(text_.substr(start, end - start));
    std::string_view key = straightened(core, squeeze_);
    if (!key.empty()) {
        start = static_cast<size_t>(core.data() - text_.data());
        put(start, start + core.size(), key);
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
        put(at, looked_, {});
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
