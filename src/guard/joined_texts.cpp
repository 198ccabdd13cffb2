#include "guard/joined_texts.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

constexpr uint32_t none = UINT32_MAX;

// Of a long text no fewer bytes are left out.
constexpr size_t least_gap = 256;

}  // namespace

void JoinedText::add(const uint32_t* pieces, size_t count, bool is_last)
{
    Unit unit{pieces, count, 0};
    for (size_t i = 0; i < count; i++) {
        unit.size += out_->pieces[pieces[i]].size;
    }
    size_t head = is_first_ ? 0 : reach_;
    size_t tail = is_last ? 0 : reach_;

    if (!is_first_ && !separator_.empty()) {
        add_separator();
    }
    if (unit.size <= head + tail + least_gap) {
        if (is_first_) {
            window_.begin(false);
        }
        add_bytes(unit, 0, unit.size);
        if (is_last) {
            window_.end(false);
        }
    } else {
        if (!is_first_) {
            add_bytes(unit, 0, head);
            window_.end(true);
            last_whole_ = none;
        }
        if (!is_last) {
            window_.begin(true);
            add_bytes(unit, unit.size - tail, unit.size);
        }
    }
    is_first_ = false;
}

// No piece: it is nothing of the body.
void JoinedText::add_separator()
{
    out_->buffer += separator_;
    last_whole_ = none;
}

// Bytes [from, to) of a unit and, where that parts a piece, a few more.
void JoinedText::add_bytes(const Unit& unit, size_t from, size_t to)
{
    size_t start = 0;  // of the piece in the unit

    for (size_t i = 0; i < unit.count && start < to; i++) {
        const Piece piece = out_->pieces[unit.pieces[i]];
        size_t end = start + piece.size;
        if (from <= start && end <= to) {
            add_whole(unit.pieces[i]);
        } else if (from < end) {
            std::string_view text = out_->text_of(piece);
            size_t first = from <= start
                           ? 0 : cut_before(text, from - start, 0);
            size_t last = end <= to ? piece.size
                                    : cut_after(text, to - start);
            add_part(piece, first, last);
        }
        start = end;
    }
}

void JoinedText::add_whole(uint32_t index)
{
    const Piece piece = out_->pieces[index];
    bool is_next = last_whole_ != none && index == last_whole_ + 1
        && piece.start == out_->pieces[last_whole_].end() + text_break.size();

    if (!is_next) {
        add_part(piece, 0, piece.size);
        last_whole_ = index;
        return;
    }
    out_->buffer.reserve(out_->buffer.size() + piece.size);
    out_->buffer += out_->text_of(piece);
    Piece& joined = out_->pieces.back();
    joined.size += piece.size;
    if (joined.kind() == Piece::Kind::copy) {
        joined.kind_bits = static_cast<uint32_t>(Piece::Kind::run);
        joined.source = static_cast<uint32_t>(out_->runs.size());
        out_->runs.push_back({last_whole_, index});
    }
    out_->runs.back().last = last_whole_ = index;
}

void JoinedText::add_part(const Piece& piece, size_t from, size_t to)
{
    // room first: the bytes come from the buffer itself
    out_->buffer.reserve(out_->buffer.size() + (to - from));
    auto at = static_cast<uint32_t>(out_->buffer.size());
    out_->buffer += out_->text_of(piece).substr(from, to - from);
    window_.add(at, Piece::Kind::copy,
                piece.start + static_cast<uint32_t>(from));
    last_whole_ = none;
}

}  // namespace gate::guard
