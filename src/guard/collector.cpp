#include "guard/collector.hpp"

#include "base/text.hpp"
#include "guard/json_texts.hpp"
#include "guard/nested_texts.hpp"
#include "guard/payload_texts.hpp"

namespace gate::guard {

std::optional<json::Flaw> collect_json(std::string_view body, Collected* out,
    std::string_view own)
{
    out->clear();
    auto flaw = read_json_texts(body, own, out);
    if (flaw) {
        return flaw;
    }
    decode_nested(out);
    return std::nullopt;
}

std::optional<json::Flaw> collect_text(std::string_view body, Collected* out)
{
    out->clear();
    size_t nul = body.find('\0');
    if (nul != body.npos) {
        return json::Flaw{nul, "NUL in a text"};
    }
    if (!text::is_utf8(body)) {
        return json::Flaw{0, "the text is not UTF-8"};
    }

    Piece piece{};
    piece.kind_bits = static_cast<uint32_t>(Piece::Kind::value);
    if (!append_around_payloads(body, body, piece, Place::text, out)) {
        append_piece(body, piece, out);
    }
    decode_nested(out);
    return std::nullopt;
}

}  // namespace gate::guard
