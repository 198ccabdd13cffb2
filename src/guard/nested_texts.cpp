#include "guard/nested_texts.hpp"

#include "guard/payload_texts.hpp"
#include "json/escape.hpp"

#include <algorithm>

namespace gate::guard {

void decode_nested(Collected* out, uint8_t deepest)
{
    std::string raw;
    std::string text;

    for (size_t i = 0; i < out->pieces.size(); i++) {
        Piece piece = out->pieces[i];
        bool is_text = piece.kind == Piece::Kind::value
                       || piece.kind == Piece::Kind::name
                       || piece.kind == Piece::Kind::payload;
        std::string_view whole(out->buffer);
        std::string_view outer = whole.substr(piece.start,
                                              piece.end - piece.start);
        if (!is_text || piece.level >= deepest
            || outer.find('\\') == outer.npos)
        {
            continue;
        }
        raw = outer;
        text.clear();
        json::unescape(text, raw);
        if (text.size() == raw.size()) {
            continue;  // none of them is an escape
        }
        // a NUL would end the text
        std::replace(text.begin(), text.end(), '\0', ' ');

        Piece inner = piece;
        inner.parent = static_cast<uint32_t>(i);
        inner.raw_start = 0;
        inner.raw_end = piece.end - piece.start;
        inner.level++;
        inner.has_escape = true;
        if (!append_around_payloads(text, raw, inner, Place::text, out)) {
            append_piece(text, inner, out);
        }
    }
}

}  // namespace gate::guard
