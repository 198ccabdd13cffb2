#include "guard/injection/repair.hpp"

#include "guard/injection/bent_word.hpp"
#include "guard/injection/key_words.hpp"

#include <array>
#include <cstring>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gate::guard {

namespace {

// So many letters apart are no list of variables any more.
constexpr size_t fewest_apart = 5;

std::string_view token_at(std::string_view text, size_t at) noexcept
{
    auto ends = [text](size_t i) { return text[i] == ' ' || text[i] == 0; };
    size_t start = at;
    size_t end = at;
    while (start > 0 && !ends(start - 1) && at - start <= longest_token) {
        start--;
    }
    while (end < text.size() && !ends(end) && end - at <= longest_token) {
        end++;
    }
    return text.substr(start, end - start);
}

struct Look {
    bool  worth = false;
    bool  squeeze = false;
};

// What is seen of the letters around one position.
class Neighbours {
public:
    Neighbours(std::string_view text, size_t at) noexcept
        : text_(text), at_(at)
    {
    }

    bool is_triple() const noexcept
    {
        return is_letter(get(0)) && get(0) == get(1) && get(1) == get(2);
    }

    bool is_leet() const noexcept
    {
        return leet_letter(get(0), 'i') != 0 && is_letter(get(1));
    }

    bool is_joined() const noexcept
    {
        return is_letter(get(0)) && is_separator(get(1)) && is_letter(get(2));
    }

    // a letter, a space, a letter, a space, a letter
    bool is_apart() const noexcept
    {
        return is_letter(get(0)) && get(1) == ' ' && is_letter(get(2))
               && get(3) == ' ' && is_letter(get(4)) && get(5) == ' ';
    }

private:
    char get(size_t i) const noexcept
    {
        return at_ + i < text_.size() ? text_[at_ + i] : '\0';
    }

    std::string_view  text_;
    size_t            at_;
};

// One place of the text at a time: what looks like an evasion is worth a view
// if a key word comes of it.
class Looker {
public:
    explicit Looker(std::string_view text) noexcept : text_(text) {}

    Look run() noexcept
    {
        size_t at = blocks();
        // the rest, from the start of the word that it may stand in
        while (at > 0 && is_letter(text_[at - 1])) {
            at--;
        }
        size_t word = at;
        for (; at <= text_.size(); at++) {
            if (at < text_.size() && is_letter(text_[at])) {
                look_at(at);
                continue;
            }
            look_at_word(word, at - word);
            look_at(at);
            word = at + 1;
        }
        return look_;
    }

private:
    // Looks at whole blocks; returns where it stopped.
    size_t blocks() noexcept;

    void look_at(size_t at) noexcept
    {
        Neighbours near(text_, at);
        look_.squeeze = look_.squeeze || near.is_triple();
        look_.worth = look_.worth || near.is_apart();
        // one look per token, however many joints it has
        if (look_.worth || at < looked_
            || !(near.is_joined() || near.is_leet())) {
            return;
        }
        std::string_view token = token_at(text_, at);
        looked_ = static_cast<size_t>(token.data() - text_.data())
                  + token.size();
        look_.worth = !straightened(core_of(token), Squeeze::no).empty();
    }

    void look_at_word(size_t start, size_t size) noexcept
    {
        if (!look_.worth && size >= 5
            && may_be_shuffled(text_[start], text_[start + size - 1], size)) {
            look_.worth =
                !key_word_shuffled(text_.substr(start, size)).empty();
        }
    }

    std::string_view  text_;
    Look              look_;
    size_t            looked_ = 0;  // the end of the last token that was read
};

#if defined(__SSE2__)

// Bit i: byte i of the block is in [least, most].
unsigned in_range(__m128i bytes, char least, char most) noexcept
{
    __m128i low = _mm_sub_epi8(bytes, _mm_set1_epi8(least));
    __m128i top = _mm_set1_epi8(static_cast<char>(most - least));
    return static_cast<unsigned>(_mm_movemask_epi8(
        _mm_cmpeq_epi8(_mm_min_epu8(low, top), low)));
}

unsigned letters_of(const char* at) noexcept
{
    return in_range(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at)),
                    'a', 'z');
}

size_t Looker::blocks() noexcept
{
    constexpr unsigned block = 0xffff;
    size_t at = 0;
    unsigned before = 0;  // whether a letter stands before the block

    for (; at + 32 <= text_.size(); at += 16) {
        const char* p = text_.data() + at;
        auto load = [p](size_t i) {
            return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i));
        };
        __m128i bytes = load(0);
        unsigned letters = in_range(bytes, 'a', 'z') | letters_of(p + 16) << 16;
        __m128i next = load(1);
        unsigned triple = static_cast<unsigned>(_mm_movemask_epi8(
            _mm_and_si128(_mm_cmpeq_epi8(bytes, next),
                          _mm_cmpeq_epi8(next, load(2)))));

        // ! to +, the digits, @ and |: more than leetspeak uses
        unsigned signs = (in_range(bytes, '!', '+') | in_range(bytes, '0', '9')
                          | in_range(bytes, '@', '@')
                          | in_range(bytes, '|', '|'));
        unsigned gap = ~letters >> 1 & letters >> 2;
        unsigned joined = letters & gap
            & ~static_cast<unsigned>(_mm_movemask_epi8(
                _mm_cmpeq_epi8(next, _mm_set1_epi8(' '))));
        unsigned apart = letters & gap & ~letters >> 3 & letters >> 4;

        unsigned odd = ((triple & letters) | (signs & letters >> 1) | joined
                        | apart) & block;
        for (; odd != 0; odd &= odd - 1) {
            look_at(at + static_cast<unsigned>(__builtin_ctz(odd)));
        }

        unsigned words = letters & ~(letters << 1 | before) & letters >> 1
            & letters >> 2 & letters >> 3 & letters >> 4 & block;
        for (; words != 0; words &= words - 1) {
            unsigned start = static_cast<unsigned>(__builtin_ctz(words));
            // a word that leaves the two blocks is longer than any key word
            unsigned rest = ~(letters >> start);
            if (rest != 0) {
                look_at_word(at + start,
                             static_cast<unsigned>(__builtin_ctz(rest)));
            }
        }
        before = letters >> 15 & 1;
    }
    return at;
}

#else

size_t Looker::blocks() noexcept
{
    return 0;
}

#endif

class Repairer {
public:
    Repairer(std::string_view text, Squeeze squeeze)
        : text_(text), squeeze_(squeeze)
    {
        view_.reserve(text.size() + 1);
    }

    View run()
    {
        while (at_ < text_.size()) {
            if (text_[at_] == ' ' || text_[at_] == '\0') {
                copy(1);
            } else if (!take_apart()) {
                take_token();
            }
        }
        if (!changed_) {
            return {};
        }
        return std::move(view_);
    }

private:
    void copy(size_t count)
    {
        view_.map.copied(view_.size, at_);
        append(text_.substr(at_, count));
        at_ += count;
    }

    void append(std::string_view bytes)
    {
        std::memcpy(view_.bytes.get() + view_.size, bytes.data(),
                    bytes.size());
        view_.size += bytes.size();
    }

    void put(std::string_view word, size_t length)
    {
        view_.map.stands_for(view_.size, at_, length);
        append(word);
        at_ += length;
        changed_ = true;
    }

    void take_token()
    {
        size_t end = at_;
        while (end < text_.size() && text_[end] != ' ' && text_[end] != 0) {
            end++;
        }
        std::string_view token = text_.substr(at_, end - at_);
        std::string_view core = core_of(token);
        std::string_view key = straightened(core, squeeze_);
        if (!key.empty() && key.size() <= core.size()) {
            copy(static_cast<size_t>(core.data() - token.data()));
            put(key, core.size());
        }
        copy(end - at_);
    }

    bool take_apart();
    size_t key_at(size_t letter, size_t count) const noexcept;

    std::string_view  text_;
    Squeeze           squeeze_;
    View              view_;
    size_t            at_ = 0;
    bool              changed_ = false;
};

// The length of the longest key word in the letters apart from `at_` on,
// every second byte, from letter number `letter` of `count`; 0 for none.
size_t Repairer::key_at(size_t letter, size_t count) const noexcept
{
    std::array<char, longest_key_word> letters;
    size_t size = 0;
    size_t best = 0;
    while (size < letters.size() && letter + size < count) {
        letters[size] = text_[at_ + 2 * (letter + size)];
        size++;
        if (size > 1 && !key_word({letters.data(), size}).empty()) {
            best = size;
        }
    }
    return best;
}

// Letters apart are put together to key words, the longest first: where one
// word ends and the next begins is not to be seen any more.
bool Repairer::take_apart()
{
    size_t count = 0;
    auto get = [this](size_t i) {
        return i < text_.size() ? text_[i] : '\0';
    };
    while (is_letter(get(at_ + 2 * count))) {
        count++;
        if (get(at_ + 2 * count - 1) != ' ') {
            break;
        }
    }
    // the last one may be the first letter of an ordinary word
    if (count > 0 && is_letter(get(at_ + 2 * count - 1))) {
        count--;
    }
    if (count < fewest_apart) {
        return false;
    }

    size_t first = at_;
    for (size_t letter = 0; letter < count;) {
        size_t size = key_at(letter, count);
        size_t taken = size == 0 ? 1 : size;
        std::array<char, longest_key_word + 1> word;
        for (size_t i = 0; i < taken; i++) {
            word[i] = text_[first + 2 * (letter + i)];
        }
        size_t length = taken;
        bool is_last = letter + taken == count;
        if (size != 0 && !is_last) {
            word[length++] = ' ';
        }
        view_.map.stands_for(view_.size, first + 2 * letter, 2 * taken - 1);
        append({word.data(), length});
        letter += taken;
    }
    at_ = first + 2 * count - 1;
    changed_ = true;
    return true;
}

}  // namespace

View repaired(std::string_view text)
{
    Look look = Looker(text).run();
    if (!look.worth && !look.squeeze) {
        return {};
    }
    return Repairer(text, look.squeeze ? Squeeze::yes : Squeeze::no).run();
}

}  // namespace gate::guard
