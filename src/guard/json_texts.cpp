#include "guard/json_texts.hpp"

#include "guard/collector.hpp"
#include "guard/dialect_words.hpp"
#include "guard/joined_texts.hpp"
#include "guard/message_parts.hpp"
#include "guard/model_names.hpp"
#include "guard/number_digits.hpp"
#include "guard/payload.hpp"
#include "guard/token_ids.hpp"
#include "json/scanner.hpp"

namespace gate::guard {

namespace {

using json::Kind;
using json::RawString;

// Takes the events of json::scan().
class JsonTexts {
public:
    JsonTexts(std::string_view body, std::string_view own,
        Collected* out) noexcept
        : body_(body), own_(own), out_(out), models_(out)
    {
    }

    bool begin(Kind kind)
    {
        if (parts_.depth() == 0) {
            out_->is_object = kind == Kind::object;
        }
        models_.begin(kind);
        token_ids_.begin(kind);
        parts_.begin(word_, kind == Kind::array);
        return true;
    }

    bool end(Kind kind)
    {
        models_.end();
        token_ids_.end(kind);
        append_joined(parts_.end(), out_);
        word_ = parts_.word();
        return true;
    }

    bool member(RawString name)
    {
        std::string_view decoded = name.raw;
        if (name.has_escape) {
            decoded_.clear();
            json::unescape(decoded_, name.raw);
            decoded = decoded_;
        }
        word_ = word_of(decoded);
        models_.member(decoded);
        token_ids_.member(decoded);
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
        models_.string(text);

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
        models_.literal(kind);
        if (kind == Kind::number) {
            token_ids_.number();
            add_number(spelling);
        }
        return true;
    }

    bool has_token_ids() const noexcept { return token_ids_.is_found(); }

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

    std::string_view  body_;
    std::string_view  own_;
    Collected*        out_;
    ModelNames        models_;
    TokenIds          token_ids_;
    MessageParts      parts_;
    Word              word_ = Word::plain;  // of the value that comes
    std::string       decoded_;
};

}  // namespace

std::optional<json::Flaw> read_json_texts(std::string_view body,
    std::string_view own, Collected* out)
{
    json::Flaw flaw{};
    JsonTexts texts(body, own, out);

    if (json::scan(body, texts, &flaw) != json::Parsed::whole) {
        return flaw;
    }
    out->has_token_ids = texts.has_token_ids();
    return std::nullopt;
}

}  // namespace gate::guard
