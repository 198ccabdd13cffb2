#include "guard/collected.hpp"

namespace gate::guard {

namespace {

// kept between requests
constexpr size_t spare_buffer = 256 * 1024;
constexpr size_t spare_pieces = 4096;

}  // namespace

void Collected::clear()
{
    buffer.clear();
    pieces.clear();
    if (buffer.capacity() > spare_buffer) {
        std::string().swap(buffer);
    }
    if (pieces.capacity() > spare_pieces) {
        std::vector<Piece>().swap(pieces);
    }
    model.text.clear();
    model.is_present = model.is_string = false;
    models.clear();
    media = 0;
    is_object = has_members = has_provider = has_token_ids = false;
    models_are_strings = true;
}

void append_piece(std::string_view text, Piece piece, Collected* out)
{
    piece.start = static_cast<uint32_t>(out->buffer.size());
    out->buffer += text;
    piece.end = static_cast<uint32_t>(out->buffer.size());
    out->buffer += text_break;
    out->pieces.push_back(piece);
}

}  // namespace gate::guard
