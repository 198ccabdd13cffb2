#include "guard/message_turns.hpp"

#include "guard/joined_texts.hpp"

namespace gate::guard {

void MessageTurns::begin(size_t depth)
{
    if (depth_ == 0) {
        depth_ = depth;
        first_text_ = texts_.size();
        first_piece_ = out_->pieces.size();
        own_units_ = 0;
        role_.clear();
    }
}

void MessageTurns::add(uint32_t piece, bool is_part)
{
    bool is_first = !is_part || own_units_ == 0;
    own_units_ += is_first ? 1 : 0;
    texts_.push_back(is_first ? piece | starts_unit : piece);
}

void MessageTurns::end(size_t depth)
{
    if (depth != depth_) {
        return;
    }
    depth_ = 0;
    if (out_->pieces.size() == first_piece_) {
        return;
    }

    if (role_ != turn_role_ || own_units_ == 0) {
        join(first_text_);
        for (size_t i = first_text_; i < texts_.size(); i++) {
            texts_[i - first_text_] = texts_[i];
        }
        texts_.shrink(texts_.size() - first_text_);
        turn_role_ = role_;
        units_ = 0;
    }
    units_ += own_units_;
}

void MessageTurns::finish()
{
    if (depth_ == 0) {
        join(texts_.size());
        texts_.clear();
        turn_role_.clear();
        units_ = 0;
    }
}

void MessageTurns::join(size_t texts)
{
    if (units_ >= 2) {
        join_by("", texts);
        join_by("\n", texts);
    }
}

void MessageTurns::join_by(std::string_view separator, size_t texts)
{
    JoinedText joined(out_, turn_reach, separator);

    unit_.clear();
    for (size_t i = 0; i < texts; i++) {
        if ((texts_[i] & starts_unit) != 0 && !unit_.empty()) {
            joined.add(unit_.data(), unit_.size(), false);
            unit_.clear();
        }
        unit_.push_back(texts_[i] & ~starts_unit);
    }
    joined.add(unit_.data(), unit_.size(), true);
}

}  // namespace gate::guard
