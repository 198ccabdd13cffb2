#include "guard/injection/repair.hpp"

#include "guard/injection/costs.hpp"
#include "guard/injection/key_words.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace gate::guard {

namespace {

// Two marks and a NUL: surroundings that are nearer are one.
constexpr size_t least_gap = 3;

// The surroundings of places, each found from the borders of the last one, so
// that no byte is looked at twice.
class Surroundings {
public:
    explicit Surroundings(std::string_view text) noexcept : text_(text) {}

    void add(const BentPlace& place)
    {
        size_t floor = spans_.empty() ? 0 : spans_.back().end;
        size_t start = std::max<size_t>(place.start, floor);
        size_t least = start - std::min(start - floor, excerpt_reach);
        while (start > least && text_[start - 1] != '\0') {
            start--;
        }
        start = token_start(text_, start, floor);
        if (spans_.empty() || !touches(floor, start)) {
            spans_.push_back({static_cast<uint32_t>(start), place.end});
        }
        spans_.back().end = end_of(std::max<size_t>(place.end, floor),
                                   place.end + excerpt_reach);
    }

    std::vector<Span>& spans() noexcept { return spans_; }

private:
    // Whether surroundings from `start` on go on with those that end at `end`.
    bool touches(size_t end, size_t start) const noexcept
    {
        if (start == end) {
            return true;
        }
        return start - end < least_gap && text_[end] != '\0'
               && text_[start - 1] != '\0';
    }

    uint32_t end_of(size_t end, size_t most) const noexcept
    {
        most = std::min(most, text_.size());
        while (end < most && text_[end] != '\0') {
            end++;
        }
        return static_cast<uint32_t>(token_end(text_, end));
    }

    std::string_view   text_;
    std::vector<Span>  spans_;
};

std::vector<Span> surroundings(std::string_view text,
    const std::vector<BentPlace>& places)
{
    Surroundings around(text);
    for (const BentPlace& place : places) {
        around.add(place);
    }
    return std::move(around.spans());
}

class Repairer {
public:
    Repairer(std::string_view text, const BentPlaces& bent) noexcept
        : text_(text), bent_(bent)
    {
    }

    View run(const std::vector<Span>& parts)
    {
        size_t most = 0;
        for (Span part : parts) {
            most += part.end - part.start + least_gap;
        }
        view_.reserve(most);

        for (size_t i = 0; i < parts.size(); i++) {
            if (i > 0) {
                put_nul(parts[i - 1].end, parts[i].start);
            }
            take_part(parts[i]);
        }
        return std::move(view_);
    }

private:
    bool is_cut_before(size_t at) const noexcept
    {
        return at > 0 && text_[at - 1] != '\0';
    }

    bool is_cut_behind(size_t at) const noexcept
    {
        return at < text_.size() && text_[at] != '\0';
    }

    // Between a part that ends at `end` and one that starts at `start`; two
    // marks stand for the bytes next to it.
    void put_nul(size_t end, size_t start)
    {
        size_t nul = !is_cut_behind(end) ? end
                     : !is_cut_before(start) ? start - 1 : end + 1;
        put(std::string_view("\0", 1), nul, 1);
    }

    void take_part(Span part)
    {
        if (is_cut_before(part.start)) {
            put({&cut_mark, 1}, part.start - 1, 1);
        }
        part_ = text_.substr(0, part.end);
        copied_ = part.start;
        for (at_ = part.start; at_ < part.end;) {
            if (is_border(text_[at_])) {
                at_++;
            } else if (!take_apart()) {
                take_token();
            }
        }
        copy();
        if (is_cut_behind(part.end)) {
            put({&cut_mark, 1}, part.end, 1);
        }
    }

    // What is the same up to here.
    void copy()
    {
        if (at_ > copied_) {
            view_.map.copied(view_.size, copied_);
            append(text_.substr(copied_, at_ - copied_));
            copied_ = at_;
        }
    }

    void append(std::string_view bytes)
    {
        std::memcpy(view_.bytes.get() + view_.size, bytes.data(),
                    bytes.size());
        view_.size += bytes.size();
    }

    void put(std::string_view bytes, size_t source, size_t length)
    {
        view_.map.stands_for(view_.size, source, length);
        append(bytes);
    }

    void take_token()
    {
        size_t end = at_;
        while (end < part_.size() && !is_border(part_[end])) {
            end++;
        }
        BentPlace place = place_in(end);
        if (!place.key.empty()) {
            at_ = place.start;
            copy();
            put(place.key, at_, place.end - place.start);
            copied_ = place.end;
        }
        at_ = end;
    }

    // The place in the token up to `end`, with no key where there is none.
    // Near a bent word less is asked of a token than by the look.
    BentPlace place_in(size_t end)
    {
        while (next_ < bent_.places.size()
               && bent_.places[next_].start < at_) {
            next_++;
        }
        if (next_ < bent_.places.size() && bent_.places[next_].start < end) {
            return bent_.places[next_];
        }
        std::string_view core = core_of(part_.substr(at_, end - at_));
        auto start = static_cast<uint32_t>(core.data() - text_.data());
        return {start, start + static_cast<uint32_t>(core.size()),
                straightened(core, bent_.squeeze)};
    }

    bool take_apart();
    size_t key_at(size_t letter, size_t count) const noexcept;

    std::string_view   text_;
    const BentPlaces&  bent_;
    size_t             next_ = 0;    // of the places
    View               view_;
    std::string_view   part_;        // the text up to the end of the part
    size_t             at_ = 0;
    size_t             copied_ = 0;  // up to here the view has the part
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
    size_t count = letters_apart(part_, at_);
    if (count == 0) {
        return false;
    }
    copy();
    for (size_t letter = 0; letter < count;) {
        size_t size = key_at(letter, count);
        size_t taken = size == 0 ? 1 : size;
        std::array<char, longest_key_word + 1> word;
        for (size_t i = 0; i < taken; i++) {
            word[i] = text_[at_ + 2 * (letter + i)];
        }
        size_t length = taken;
        bool is_last = letter + taken == count;
        if (size != 0 && !is_last) {
            word[length++] = ' ';
        }
        put({word.data(), length}, at_ + 2 * letter, 2 * taken - 1);
        letter += taken;
    }
    at_ += 2 * count - 1;
    copied_ = at_;
    return true;
}

}  // namespace

uint64_t repair_cost(size_t size, const BentPlaces& bent) noexcept
{
    uint64_t bytes = 0;
    uint64_t apart = 0;
    for (const BentPlace& place : bent.places) {
        bytes += place.end - place.start + 2 * excerpt_reach;
        apart += place.key.empty() ? place.end - place.start : 0;
    }
    return std::min<uint64_t>(size, bytes) * cost::repaired_byte
           + apart * cost::apart_byte;
}

View repaired(std::string_view text, const BentPlaces& bent)
{
    if (bent.places.empty()) {
        return {};
    }
    return Repairer(text, bent).run(surroundings(text, bent.places));
}

}  // namespace gate::guard
