#include "guard/injection/bent_places.hpp"

#include <utility>

namespace gate::guard {

namespace {

// So many letters apart are no list of variables any more.
constexpr size_t fewest_apart = 5;

}  // namespace

void BentSearch::look_at(size_t at)
{
    if (is_single(at)) {
        look_at_apart(at);
    } else {
        look_at_token(at);
    }
}

void BentSearch::look_at_token(size_t at)
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
    Squeeze squeeze = holds_triple(core) ? Squeeze::yes : Squeeze::no;
    std::string_view key = straightened(core, squeeze);
    if (!key.empty()) {
        squeeze_ = squeeze == Squeeze::yes ? squeeze : squeeze_;
        start = static_cast<size_t>(core.data() - text_.data());
        put(start, start + core.size(), key);
    }
}

// The run may have begun in the block before.
void BentSearch::look_at_apart(size_t at)
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
    Work unlimited;
    BentSearch search(text);
    WordSweep sweep(text, {nullptr, true});
    while (sweep.next()) {
        search.take(sweep, &unlimited);
    }
    return search.finish();
}

}  // namespace gate::guard
