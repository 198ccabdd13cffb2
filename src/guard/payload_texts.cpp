#include "guard/payload_texts.hpp"

#include "json/escape.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// An image in a page in a mail; what is deeper is counted as not read.
constexpr unsigned deepest_payload = 3;

// What stands between the payloads. The spelling of a text without escapes is
// the text.
void append_sections(std::string_view text, std::string_view raw,
    const Piece& whole, const std::vector<Span>& opaque, Collected* out,
    std::vector<uint32_t>* sections)
{
    json::EscapeWalk walk(raw);
    auto append = [&](size_t start, size_t end) {
        if (start >= end) {
            return;
        }
        Piece piece = whole;
        auto from = piece.has_escape ? walk.start_of(start) : start;
        piece.source = whole.source + static_cast<uint32_t>(from);
        if (sections != nullptr) {
            sections->push_back(static_cast<uint32_t>(out->pieces.size()));
        }
        append_piece(text.substr(start, end - start), piece, out);
    };

    size_t done = 0;
    for (const Span& span : opaque) {
        append(done, span.start);
        done = span.end;
    }
    append(done, text.size());
}

void append_payload(std::string_view text, const Piece& holder,
    unsigned depth, Collected* out)
{
    Piece piece = holder;
    piece.kind_bits = static_cast<uint32_t>(Piece::Kind::payload);
    piece.has_escape = 0;

    if (out->buffer.size() + 2 * text.size() > max_buffer) {
        out->media++;
        return;
    }
    Payloads inner = find_payloads(text, Place::text);
    out->media += inner.media;
    std::vector<Span> cut;
    if (depth < deepest_payload) {
        cut = std::move(inner.opaque);
    } else {
        out->media += static_cast<uint32_t>(inner.texts.size());
    }

    size_t done = 0;
    for (const Span& span : cut) {
        append_piece(text.substr(done, span.start - done), piece, out);
        done = span.end;
    }
    append_piece(text.substr(done), piece, out);
    if (depth < deepest_payload) {
        for (const std::string& one : inner.texts) {
            append_payload(one, holder, depth + 1, out);
        }
    }
}

}  // namespace

bool append_around_payloads(std::string_view text, std::string_view raw,
    const Piece& piece, Place place, Collected* out,
    std::vector<uint32_t>* sections)
{
    if (text.size() < least_payload_text) {
        return false;
    }
    Payloads found = find_payloads(text, place);
    if (found.opaque.empty() && found.texts.empty() && found.media == 0) {
        return false;
    }
    out->media += found.media;
    append_sections(text, raw, piece, found.opaque, out, sections);
    for (const std::string& one : found.texts) {
        append_payload(one, piece, 1, out);
    }
    return true;
}

}  // namespace gate::guard
