#include "guard/window.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// How far white space is looked for.
constexpr size_t longest_word = 64;

bool is_white(char c) noexcept
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

bool continues(char c) noexcept
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

}  // namespace

size_t cut_before(std::string_view text, size_t at, size_t least) noexcept
{
    if (at <= least + longest_word) {
        return least;
    }
    for (size_t i = at; i > at - longest_word; i--) {
        if (is_white(text[i])) {
            return i;
        }
    }
    while (at > least && continues(text[at])) {
        at--;
    }
    return at;
}

size_t cut_after(std::string_view text, size_t at) noexcept
{
    if (at + longest_word >= text.size()) {
        return text.size();
    }
    for (size_t i = at; i < at + longest_word; i++) {
        if (is_white(text[i])) {
            return i + 1;
        }
    }
    while (continues(text[at])) {
        at++;
    }
    return at;
}

void WindowWriter::begin(bool is_cut)
{
    is_cut_ = is_cut;
    if (is_cut) {
        out_->buffer += window_cut;
    }
}

void WindowWriter::add(uint32_t start, Piece::Kind kind, uint32_t source)
{
    Piece piece{};
    piece.start = start;
    piece.is_cut_before = is_cut_ ? 1 : 0;
    piece.source = source;
    piece.size = static_cast<uint32_t>(out_->buffer.size()) - start;
    piece.kind_bits = static_cast<uint32_t>(kind);
    out_->pieces.push_back(piece);
    out_->has_copies = true;
    is_cut_ = false;
}

void WindowWriter::end(bool is_cut)
{
    if (is_cut) {
        out_->pieces.back().is_cut_after = 1;
        out_->buffer += window_cut;
    }
    out_->buffer += text_break;
}

}  // namespace gate::guard
