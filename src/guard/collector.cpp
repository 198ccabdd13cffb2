#include "guard/collector.hpp"

#include "base/text.hpp"
#include "guard/dialect_words.hpp"
#include "guard/message_parts.hpp"
#include "guard/number_digits.hpp"
#include "json/scanner.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using json::Kind;
using json::RawString;

// kept between requests
constexpr size_t spare_buffer = 256 * 1024;
constexpr size_t spare_pieces = 4096;

constexpr uint8_t nested_levels = 2;

// What the files begin with that the dialects carry, in base64: PNG, JPEG, GIF,
// RIFF (WebP, WAV), PDF, ID3 and MPEG audio, Ogg, FLAC, MP4, WebM, ZIP (office
// documents).
constexpr std::string_view file_starts[] = {
    "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "SUQz", "//uQ",
    "//sQ", "//NE", "//vQ", "T2dnUw", "ZkxhQ", "AAAAHGZ0eX", "AAAAIGZ0eX",
    "AAAAGGZ0eX", "GkXfo", "UEsDB",
};

// "image/png"
bool is_plain_type(std::string_view type) noexcept
{
    for (char c : type) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                       || c == '/' || c == '-' || c == '+' || c == '.';
        if (!is_fine) {
            return false;
        }
    }
    return type.size() <= 100;
}

bool is_base64(std::string_view text) noexcept
{
    size_t padding = 0;

    for (char c : text) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                       || (c >= '0' && c <= '9') || c == '+' || c == '/';
        padding += c == '=' ? 1 : 0;
        if (!is_fine && c != '=') {
            return false;
        }
    }
    return padding == 0
           || (padding <= 2 && text.find('=') + padding == text.size());
}

// Whether a payload's text is nothing but a file's encoded bytes, so that no
// filter could read anything in it; where a text may stand, too, what is
// spelled with base64's letters need not be base64.
bool is_opaque(std::string_view text) noexcept
{
    constexpr size_t longest_head = 128;
    constexpr std::string_view marker = ";base64,";

    if (text.substr(0, 5) == "data:") {
        size_t end = text.substr(0, longest_head).find(marker);
        if (end == text.npos || !is_plain_type(text.substr(5, end - 5))) {
            return false;
        }
        text.remove_prefix(end + marker.size());
    }
    for (std::string_view start : file_starts) {
        if (text.substr(0, start.size()) == start) {
            return is_base64(text);
        }
    }
    return false;
}

class Collector {
public:
    Collector(std::string_view body, std::string_view own,
        Collected* out) noexcept
        : body_(body), own_(own), out_(out)
    {
    }

    bool begin(Kind kind)
    {
        if (parts_.depth() == 0) {
            out_->is_object = kind == Kind::object;
        }
        if (parts_.depth() == 1 && word_ == Word::models) {
            out_->models_are_strings = kind == Kind::array;
        } else {
            take_policy_value(nullptr);
        }
        parts_.begin(word_, kind == Kind::array);
        return true;
    }

    bool end(Kind)
    {
        for (uint32_t piece : parts_.end()) {
            if (piece == MessageParts::end_of_text) {
                out_->buffer += text_break;
            } else {
                add_copy(piece);
            }
        }
        word_ = parts_.word();
        return true;
    }

    bool member(RawString name)
    {
        if (!name.has_escape) {
            word_ = word_of(name.raw);
        } else {
            decoded_.clear();
            json::unescape(decoded_, name.raw);
            word_ = word_of(decoded_);
        }
        if (parts_.depth() == 1) {
            out_->has_members = true;
            out_->has_provider = out_->has_provider
                                 || word_ == Word::provider;
        }
        if (word_ == Word::unknown && !name.raw.empty()) {
            add(name, Piece::Kind::name);
        }
        return true;
    }

    bool string(RawString text)
    {
        take_policy_value(&text);

        if (text.raw.empty() || text.raw == own_ || is_known(text)) {
            return true;
        }
        if (is_payload() && !text.has_escape && is_opaque(text.raw)) {
            out_->media++;
            return true;
        }
        if (parts_.is_part(word_)) {
            parts_.add(static_cast<uint32_t>(out_->pieces.size()));
        }
        add(text, Piece::Kind::value);
        return true;
    }

    bool literal(Kind kind, std::string_view spelling)
    {
        take_policy_value(nullptr);
        if (kind == Kind::number) {
            add_number(spelling);
        }
        return true;
    }

private:
    bool is_known(const RawString& text) const noexcept
    {
        return word_ == Word::kind && !text.has_escape
               && is_kind_value(text.raw);
    }

    bool is_payload() const noexcept
    {
        return word_ == Word::payload || word_ == Word::media;
    }

    // "model" and "models" at the top; nullptr: no string.
    void take_policy_value(const RawString* text)
    {
        size_t depth = parts_.depth();
        bool is_element = depth == 2 && parts_.in_array();

        if (depth == 1 && word_ == Word::model) {
            out_->model.is_present = true;
            out_->model.is_string = text != nullptr;
            if (text != nullptr) {
                json::unescape(out_->model.text, text->raw);
            }
        } else if (word_ == Word::models && (depth == 1 || is_element)) {
            if (depth == 1 || text == nullptr) {
                out_->models_are_strings = false;
                return;
            }
            std::string slug;
            json::unescape(slug, text->raw);
            out_->models.push_back(std::move(slug));
        }
    }

    void add(RawString text, Piece::Kind kind)
    {
        auto start = static_cast<uint32_t>(out_->buffer.size());
        json::append_decoded(out_->buffer, text);
        add_piece(start, text, kind);
    }

    // As it is spelled, and as its value is.
    void add_number(std::string_view spelling)
    {
        auto start = static_cast<uint32_t>(out_->buffer.size());
        if (append_whole_digits(out_->buffer, spelling,
                                least_number_digits)) {
            add_piece(start, {spelling, false}, Piece::Kind::number);
        }
        if (spelling.size() >= least_number_digits) {
            add({spelling, false}, Piece::Kind::number);
        }
    }

    // What stands in the buffer from `start` on is `text`.
    void add_piece(uint32_t start, RawString text, Piece::Kind kind)
    {
        Piece piece;
        piece.start = start;
        piece.parent = Piece::no_parent;
        piece.raw_start = static_cast<uint32_t>(text.raw.data()
                                                - body_.data());
        piece.raw_end = piece.raw_start
                        + static_cast<uint32_t>(text.raw.size());
        piece.kind = kind;
        piece.level = 1;
        piece.has_escape = text.has_escape;
        piece.end = static_cast<uint32_t>(out_->buffer.size());
        out_->buffer += text_break;
        out_->pieces.push_back(piece);
    }

    void add_copy(uint32_t of)
    {
        Piece piece = out_->pieces[of];
        uint32_t size = piece.end - piece.start;
        // room first: the bytes come from the buffer itself
        out_->buffer.reserve(out_->buffer.size() + size);
        auto start = static_cast<uint32_t>(out_->buffer.size());
        out_->buffer.append(out_->buffer.data() + piece.start, size);

        piece.start = start;
        piece.end = start + size;
        piece.parent = of;
        piece.kind = Piece::Kind::copy;
        piece.has_escape = false;
        out_->pieces.push_back(piece);
    }

    std::string_view  body_;
    std::string_view  own_;
    Collected*        out_;
    MessageParts      parts_;
    Word              word_ = Word::plain;  // of the value that comes
    std::string       decoded_;
};

// Decodes what stands escaped inside the texts, twice.
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
    is_object = has_members = has_provider = false;
    models_are_strings = true;
}

std::optional<json::Flaw> collect_json(std::string_view body, Collected* out,
    std::string_view own)
{
    json::Flaw flaw{};

    out->clear();
    Collector collector(body, own, out);
    if (json::scan(body, collector, &flaw) != json::Parsed::whole) {
        return flaw;
    }
    decode_nested(out, 1 + nested_levels);
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
    piece.end = piece.raw_end = static_cast<uint32_t>(body.size());
    piece.parent = Piece::no_parent;
    piece.kind = Piece::Kind::value;
    out->buffer = body;
    out->buffer += text_break;
    out->pieces.push_back(piece);
    decode_nested(out, nested_levels);
    return std::nullopt;
}

}  // namespace gate::guard
