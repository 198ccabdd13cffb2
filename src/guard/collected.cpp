#include "guard/collected.hpp"

namespace gate::guard {

namespace {

// kept between requests
constexpr size_t spare_buffer = 256 * 1024;
constexpr size_t spare_runs = 256;

// Less than any reach of a window.
constexpr uint32_t cut_margin = 128;

}  // namespace

size_t Collected::piece_at(uint32_t at) const noexcept
{
    size_t least = 0;
    size_t most = pieces.size();

    while (least < most) {
        size_t middle = least + (most - least) / 2;
        if (pieces[middle].end() <= at) {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    return least;
}

bool Collected::is_near_cut(const Span& span) const noexcept
{
    if (!has_copies) {
        return false;
    }
    size_t first = piece_at(span.start);
    if (first == pieces.size()) {
        return false;
    }
    const Piece& head = pieces[first];
    if (head.is_cut_before && span.end <= head.start + cut_margin) {
        return true;
    }
    size_t last = span.end <= head.end() ? first : piece_at(span.end - 1);
    if (last == pieces.size()) {
        return false;
    }
    const Piece& tail = pieces[last];
    return tail.is_cut_after && span.start + cut_margin >= tail.end();
}

void Collected::clear()
{
    buffer.clear();
    pieces.clear();
    if (buffer.capacity() > spare_buffer) {
        std::string().swap(buffer);
    }
    runs.clear();
    if (runs.capacity() > spare_runs) {
        std::vector<Run>().swap(runs);
    }
    model.text.clear();
    model.is_present = model.is_string = false;
    models.clear();
    media = 0;
    is_object = has_members = has_provider = has_token_ids = false;
    has_copies = false;
    models_are_strings = true;
}

void append_piece(std::string_view text, Piece piece, Collected* out)
{
    piece.start = static_cast<uint32_t>(out->buffer.size());
    out->buffer += text;
    piece.size = static_cast<uint32_t>(text.size());
    out->buffer += text_break;
    out->pieces.push_back(piece);
}

}  // namespace gate::guard
