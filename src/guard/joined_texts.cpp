#include "guard/joined_texts.hpp"

#include "guard/message_parts.hpp"

namespace gate::guard {

namespace {

void append_copy(uint32_t of, Collected* out)
{
    Piece piece = out->pieces[of];
    uint32_t size = piece.end - piece.start;
    // room first: the bytes come from the buffer itself
    out->buffer.reserve(out->buffer.size() + size);
    auto start = static_cast<uint32_t>(out->buffer.size());
    out->buffer.append(out->buffer.data() + piece.start, size);

    piece.start = start;
    piece.end = start + size;
    piece.parent = of;
    piece.kind = Piece::Kind::copy;
    piece.has_escape = false;
    out->pieces.push_back(piece);
}

}  // namespace

void append_joined(const std::vector<uint32_t>& pieces, Collected* out)
{
    for (uint32_t piece : pieces) {
        if (piece == MessageParts::end_of_text) {
            out->buffer += text_break;
        } else {
            append_copy(piece, out);
        }
    }
}

}  // namespace gate::guard
