#include "guard/nested_texts.hpp"

#include "guard/payload_texts.hpp"
#include "guard/window.hpp"
#include "json/escape.hpp"

#include <algorithm>
#include <string>

namespace gate::guard {

namespace {

constexpr int nested_levels = 2;

// Windows that are nearer to each other become one.
constexpr size_t least_gap = 128;

bool holds_escapes(Piece::Kind kind) noexcept
{
    return kind == Piece::Kind::value || kind == Piece::Kind::name
           || kind == Piece::Kind::payload
           || kind == Piece::Kind::unescaped;
}

struct Window {
    std::string  raw;   // the bytes come from the buffer itself
    std::string  text;
};

// Where in the body the text is that a piece was decoded from.
uint32_t base_of(Piece piece, const Collected& texts) noexcept
{
    while (!piece.is_of_body()) {
        piece = texts.pieces[texts.piece_at(piece.source)];
    }
    return piece.source;
}

// False, and nothing has happened, for a window without a payload.
bool append_without_payloads(const Window& window, const Piece& piece,
    uint32_t source, bool is_cut_before, bool is_cut_after, Collected* out)
{
    size_t first = out->pieces.size();
    Piece inner{};
    inner.source = source;
    inner.has_escape = 1;
    inner.kind_bits = static_cast<uint32_t>(Piece::Kind::unescaped);
    if (!append_around_payloads(window.text, window.raw, inner, Place::text,
                                out))
    {
        return false;
    }
    if (first == out->pieces.size()) {
        return true;
    }
    out->has_copies = true;
    out->pieces[first].is_cut_before = is_cut_before ? 1 : 0;
    out->pieces.back().is_cut_after = is_cut_after ? 1 : 0;
    for (size_t i = first; i < out->pieces.size(); i++) {
        if (out->pieces[i].kind() == Piece::Kind::payload) {
            out->pieces[i].source = base_of(piece, *out);
        }
    }
    return true;
}

// Decodes bytes [start, end) of a piece's text, which parts no escape.
void decode_window(const Piece& piece, size_t start, size_t end,
    Window* window, Collected* out)
{
    auto source = piece.start + static_cast<uint32_t>(start);
    bool is_cut_before = start > 0 || piece.is_cut_before;
    bool is_cut_after = end < piece.size || piece.is_cut_after;

    window->raw = out->text_of(piece).substr(start, end - start);
    window->text.clear();
    json::unescape(window->text, window->raw);
    // a NUL would end the text
    std::replace(window->text.begin(), window->text.end(), '\0', ' ');
    if (append_without_payloads(*window, piece, source, is_cut_before,
                                is_cut_after, out))
    {
        return;
    }
    WindowWriter writer(out);
    writer.begin(is_cut_before);
    auto at = static_cast<uint32_t>(out->buffer.size());
    out->buffer += window->text;
    writer.add(at, Piece::Kind::unescaped, source);
    writer.end(is_cut_after);
}

void decode_piece(const Piece& piece, Window* window, Collected* out)
{
    size_t done = 0;  // no escape reaches over it
    json::EscapePlace next = json::next_escape(out->text_of(piece), 0);

    while (next.length != 0) {
        std::string_view text = out->text_of(piece);
        size_t start = cut_before(text, std::max(next.at, nested_reach)
                                            - nested_reach, done);
        do {
            done = next.at + next.length;
            next = json::next_escape(text, done);
        } while (next.length != 0
                 && next.at - done <= 2 * nested_reach + least_gap);
        decode_window(piece, start, cut_after(text, done + nested_reach),
                      window, out);
    }
}

}  // namespace

void decode_nested(Collected* out)
{
    size_t done = 0;
    Window window;

    for (int level = 0; level < nested_levels; level++) {
        for (size_t end = out->pieces.size(); done < end; done++) {
            const Piece piece = out->pieces[done];
            if (holds_escapes(piece.kind())) {
                decode_piece(piece, &window, out);
            }
        }
    }
}

}  // namespace gate::guard
