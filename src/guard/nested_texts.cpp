#include "guard/nested_texts.hpp"

#include "json/escape.hpp"

#include <algorithm>

namespace gate::guard {

void decode_nested(Collected* out, uint8_t deepest)
{
    std::string text;

    for (size_t i = 0; i < out->pieces.size(); i++) {
        Piece piece = out->pieces[i];
        std::string_view whole(out->buffer);
        std::string_view raw = whole.substr(piece.start,
                                            piece.end - piece.start);
        bool is_text = piece.kind == Piece::Kind::value
                       || piece.kind == Piece::Kind::name;
        if (!is_text || piece.level >= deepest
            || raw.find('\\') == raw.npos)
        {
            continue;
        }
        text = raw;

        Piece inner = piece;
        inner.start = static_cast<uint32_t>(out->buffer.size());
        inner.parent = static_cast<uint32_t>(i);
        inner.raw_start = 0;
        inner.raw_end = piece.end - piece.start;
        inner.level++;
        inner.has_escape = true;
        json::unescape(out->buffer, text);
        // a NUL would end the text
        std::replace(out->buffer.begin() + inner.start, out->buffer.end(),
                     '\0', ' ');
        inner.end = static_cast<uint32_t>(out->buffer.size());
        if (inner.end - inner.start == text.size()) {
            out->buffer.resize(inner.start);  // none of them is an escape
            continue;
        }
        out->buffer += text_break;
        out->pieces.push_back(inner);
    }
}

}  // namespace gate::guard
