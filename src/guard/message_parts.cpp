#include "guard/message_parts.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

bool holds_parts(Word word) noexcept
{
    return word == Word::content || word == Word::input;
}

}  // namespace

void MessageParts::begin(Word word, bool is_array) noexcept
{
    Level level{};
    level.word = word;
    level.is_array = is_array;
    level.first = static_cast<uint32_t>(parts_.size());
    level.own_first = none;
    level.message = depth_ != 0 ? levels_[depth_ - 1].message : 0;

    if (level.message == 0) {
        bool is_message = is_array && holds_parts(word);
        level.message = static_cast<uint8_t>(is_message ? depth_ + 1 : 0);
    } else if (!is_array && in_array()
               && levels_[level.message - 1].word == Word::input
               && this->word() == Word::input)
    {
        level.message = 0;
    }
    levels_[depth_++] = level;
}

const std::vector<uint32_t>& MessageParts::end()
{
    const Level& level = levels_[--depth_];

    joined_.clear();
    if (!level.is_array || parts_.size() == level.first) {
        return joined_;
    }
    if (level.own_count >= 2) {
        join_own(level);
    }
    if (level.message != 0 && level.message != depth_ + 1) {
        uint32_t& most = levels_[level.message - 1].most;
        most = std::max(most, level.own_count);
        return joined_;
    }
    if (parts_.size() - level.first > std::max(level.most, level.own_count)) {
        join_all(level);
    }
    parts_.shrink(level.first);
    return joined_;
}

void MessageParts::join_own(const Level& level)
{
    joined_.reserve(joined_.size() + level.own_count + 1);
    for (uint32_t i = level.own_first; i != none; i = parts_[i].next) {
        joined_.push_back(parts_[i].piece);
    }
    joined_.push_back(end_of_text);
}

void MessageParts::join_all(const Level& level)
{
    joined_.reserve(joined_.size() + parts_.size() - level.first + 1);
    for (size_t i = level.first; i < parts_.size(); i++) {
        joined_.push_back(parts_[i].piece);
    }
    joined_.push_back(end_of_text);
}

bool MessageParts::is_part(Word word) const noexcept
{
    if (in_array()) {
        return holds_parts(word);
    }
    size_t object = word == Word::value ? depth_ - 1 : depth_;
    if (object < 2 || object > depth_ || !levels_[object - 2].is_array) {
        return false;
    }
    bool is_in_message = levels_[depth_ - 1].message != 0;
    switch (word) {
    case Word::text:
        return true;
    case Word::value:
        return this->word() == Word::text;
    case Word::content:  // the result of a tool may be a string
    case Word::thought:
        return is_in_message;
    default:
        return false;
    }
}

void MessageParts::add(Word word, uint32_t piece)
{
    size_t object = word == Word::value && !in_array() ? depth_ - 1 : depth_;
    Level& array = levels_[in_array() ? depth_ - 1 : object - 2];
    auto part = static_cast<uint32_t>(parts_.size());

    parts_.push_back({piece, none});
    if (array.own_count++ == 0) {
        array.own_first = part;
    } else {
        parts_[array.own_last].next = part;
    }
    array.own_last = part;
}

}  // namespace gate::guard
