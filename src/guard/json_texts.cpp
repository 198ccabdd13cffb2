#include "guard/json_texts.hpp"

#include "guard/collector.hpp"
#include "guard/dialect_words.hpp"
#include "guard/joined_texts.hpp"
#include "guard/message_parts.hpp"
#include "guard/message_turns.hpp"
#include "guard/model_names.hpp"
#include "guard/number_digits.hpp"
#include "guard/payload_texts.hpp"
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
        : body_(body), own_(own), out_(out), models_(out), turns_(out)
    {
    }

    bool begin(Kind kind)
    {
        if (parts_.depth() == 0) {
            out_->is_object = kind == Kind::object;
        }
        models_.begin(kind);
        token_ids_.begin(kind);
        if (kind == Kind::object && parts_.in_messages()) {
            turns_.begin(parts_.depth() + 1);
        }
        parts_.begin(word_, kind == Kind::array);
        bytes_ = 0;
        return true;
    }

    bool end(Kind kind)
    {
        models_.end();
        token_ids_.end(kind);
        bool ends_turn = kind == Kind::array && parts_.in_messages();
        if (kind == Kind::object) {
            turns_.end(parts_.depth());
        }
        join(parts_.end());
        if (ends_turn) {
            turns_.finish();
        }
        sealed_at_ = parts_.depth() < sealed_at_ ? 0 : sealed_at_;
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
            add_text(name, decoded, Piece::Kind::name, Place::text);
        }
        return true;
    }

    bool string(RawString text)
    {
        models_.string(text);
        note_sealed(text.raw);

        if (word_ == Word::role && turns_.is_open_at(parts_.depth())) {
            turns_.set_role(text.raw);
        }
        if (text.raw.empty() || text.raw == own_ || is_known(text)) {
            return true;
        }
        std::string_view decoded = text.raw;
        if (text.has_escape) {
            decoded_.clear();
            json::unescape(decoded_, text.raw);
            decoded = decoded_;
        }
        add_text(text, decoded, Piece::Kind::value, place());
        for (size_t i = 0; i < sections_.size(); i++) {
            take_part(sections_[i], i == 0);
        }
        return true;
    }

    bool literal(Kind kind, std::string_view spelling)
    {
        models_.literal(kind);
        if (kind == Kind::number) {
            token_ids_.number();
            count_byte();
            add_number(spelling);
        }
        return true;
    }

    bool has_token_ids() const noexcept { return token_ids_.is_found(); }

private:
    bool is_known(const RawString& text) const noexcept
    {
        return (word_ == Word::kind || word_ == Word::role)
               && !text.has_escape && is_kind_value(text.raw);
    }

    // What a section of a text will be joined with.
    void take_part(uint32_t section, bool is_first)
    {
        bool is_part = parts_.is_part(word_);
        if (is_part) {
            parts_.add(word_, section);
        }
        if (turns_.is_open_at(parts_.depth())
            && (word_ == Word::content || word_ == Word::thought))
        {
            turns_.add(section, !is_first);
        } else if (is_part && turns_.is_open()) {
            turns_.add(section, true);
        }
    }

    void join(const std::vector<uint32_t>& parts)
    {
        JoinedText joined(out_);

        for (size_t i = 0; i < parts.size(); i++) {
            bool is_last = parts[i + 1] == MessageParts::end_of_text;
            joined.add(&parts[i], 1, is_last);
            if (is_last) {
                joined = JoinedText(out_);
                i++;
            }
        }
    }

    Place place() const noexcept
    {
        switch (word_) {
        case Word::sealed:
            return Place::sealed;
        case Word::payload:
            return sealed_at_ != 0 && parts_.depth() == sealed_at_
                   ? Place::sealed : Place::payload;
        case Word::media:
            return Place::payload;
        default:
            return Place::text;
        }
    }

    // A file may be spelled as an array of its bytes.
    void count_byte() noexcept
    {
        constexpr size_t least = 64;
        bool is_byte = word_ == Word::media && parts_.in_array();
        if (is_byte && ++bytes_ == least) {
            out_->media++;
        }
    }

    // The "data" of such an object is the provider's.
    void note_sealed(std::string_view text) noexcept
    {
        if (word_ == Word::kind && text == "redacted_thinking") {
            sealed_at_ = parts_.depth();
        }
    }

    // The numbers of the pieces that it becomes are in sections_.
    void add_text(RawString text, std::string_view decoded, Piece::Kind kind,
        Place place)
    {
        sections_.clear();
        Piece piece = piece_of(text, kind);
        if (!append_around_payloads(decoded, text.raw, piece, place, out_,
                                    &sections_))
        {
            sections_.push_back(static_cast<uint32_t>(out_->pieces.size()));
            append_piece(decoded, piece, out_);
        }
    }

    // As it is spelled, and as its value is.
    void add_number(std::string_view spelling)
    {
        Piece piece = piece_of({spelling, false}, Piece::Kind::number);
        decoded_.clear();
        if (append_whole_digits(decoded_, spelling, least_number_digits)) {
            append_piece(decoded_, piece, out_);
        }
        if (spelling.size() >= least_number_digits) {
            append_piece(spelling, piece, out_);
        }
    }

    Piece piece_of(RawString text, Piece::Kind kind) const noexcept
    {
        Piece piece{};
        piece.source = static_cast<uint32_t>(text.raw.data() - body_.data());
        piece.kind_bits = static_cast<uint32_t>(kind);
        piece.has_escape = text.has_escape ? 1 : 0;
        return piece;
    }

    std::string_view  body_;
    std::string_view  own_;
    Collected*        out_;
    ModelNames        models_;
    TokenIds          token_ids_;
    MessageParts      parts_;
    MessageTurns      turns_;
    Word              word_ = Word::plain;  // of the value that comes
    size_t            sealed_at_ = 0;       // depth of an open object
    size_t            bytes_ = 0;  // numbers in an array for a file
    std::string       decoded_;
    std::vector<uint32_t>  sections_;
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
