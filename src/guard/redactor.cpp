#include "guard/redactor.hpp"

#include "json/escape.hpp"
#include "json/scanner.hpp"
#include "json/writer.hpp"

#include <algorithm>
#include <map>

namespace gate::guard {

namespace {

struct Edit {
    Span              span;  // in a piece's text, then in what holds it
    std::string_view  label;
    uint8_t           level;  // how often the label is escaped
    bool              is_quoted;  // in place of a number
};

using Edits = std::vector<Edit>;

bool contains(const Span& outer, const Span& inner) noexcept
{
    return outer.start <= inner.start && inner.end <= outer.end;
}

// A text that is spelled the same in a string of JSON.
bool is_plain(std::string_view text) noexcept
{
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c >= 0x20 && c < 0x7f && c != '"' && c != '\\' && c != '/';
    });
}

// Appends `text` as it has to be spelled inside `level` strings, one within
// the other; level 0 is plain text.
void append_escaped(std::string& out, std::string_view text, unsigned level)
{
    if (is_plain(text)) {
        out += text;
        return;
    }
    std::string inner(text);
    for (unsigned i = 0; i < level; i++) {
        std::string quoted;
        json::append_string(quoted, inner);
        inner.assign(quoted, 1, quoted.size() - 2);
    }
    out += inner;
}

// Takes any JSON.
struct AnyJson {
    bool begin(json::Kind) { return true; }
    bool end(json::Kind) { return true; }
    bool member(json::RawString) { return true; }
    bool string(json::RawString) { return true; }
    bool literal(json::Kind, std::string_view) { return true; }
};

// Whether a text is a JSON object or array, whose strings have no text of
// their own here as long as nothing in them is escaped.
bool is_json(std::string_view text)
{
    size_t at = text.find_first_not_of(" \t\r\n");
    if (at == text.npos || (text[at] != '{' && text[at] != '[')) {
        return false;
    }
    AnyJson any;
    json::Flaw flaw{0, {}};
    return json::scan(text, any, &flaw) == json::Parsed::whole;
}

// Makes overlapping edits one. The label is that of the edit that covers
// both, else of the first; its level that of the text that holds both.
void merge(Edits& edits)
{
    auto before = [](const Edit& a, const Edit& b) {
        return a.span.start != b.span.start ? a.span.start < b.span.start
                                            : a.span.end > b.span.end;
    };
    std::stable_sort(edits.begin(), edits.end(), before);

    size_t kept = 0;
    for (size_t i = 1; i < edits.size(); i++) {
        Edit& last = edits[kept];
        const Edit& next = edits[i];
        bool is_same = last.span.start == next.span.start
                       && last.span.end == next.span.end;

        if (next.span.start >= last.span.end && !is_same) {
            edits[++kept] = next;
            continue;
        }
        if (!contains(last.span, next.span)) {
            last.level = std::min(last.level, next.level);
        } else if (is_same) {
            last.level = std::max(last.level, next.level);
        }
        if (last.label.empty()) {
            last.label = next.label;
        }
        last.span.end = std::max(last.span.end, next.span.end);
    }
    edits.resize(std::min(edits.size(), kept + 1));
}

class Rewriter {
public:
    Rewriter(const Collected& texts) : texts_(texts) {}

    // Cuts the place into the pieces it lies in; false if one is not rewritten.
    bool add(const Redaction& redaction)
    {
        auto ends_before = [](const Piece& piece, uint32_t start) {
            return piece.end <= start;
        };
        const auto& pieces = texts_.pieces;
        auto piece = std::lower_bound(pieces.begin(), pieces.end(),
                                      redaction.span.start, ends_before);
        std::string_view label = redaction.label;

        for ( ; piece != pieces.end()
                && piece->start < redaction.span.end; ++piece)
        {
            if (piece->kind == Piece::Kind::name
                || piece->kind == Piece::Kind::payload)
            {
                return false;
            }
            Span span{std::max(redaction.span.start, piece->start)
                          - piece->start,
                      std::min(redaction.span.end, piece->end)
                          - piece->start};
            auto index = static_cast<uint32_t>(piece - pieces.begin());
            if (piece->kind == Piece::Kind::copy) {
                index = piece->parent;
            }
            bool is_number = piece->kind == Piece::Kind::number;
            if (is_number) {
                span = {0, piece->raw_end - piece->raw_start};
            }
            if (span.start < span.end) {
                bool is_deeper = (label.find('"') != label.npos
                                  || label.find('\\') != label.npos)
                                 && holds_json(index);
                edits_[index].push_back({span, label, static_cast<uint8_t>(
                                             piece->level + is_deeper),
                                         is_number});
                label = {};
            }
        }
        return true;
    }

    // The edits of the body itself, ascending and apart.
    Edits body_edits()
    {
        Edits result;

        // from the innermost text outwards: a parent has a smaller number
        while (!edits_.empty()) {
            auto [index, edits] = std::move(*edits_.begin());
            edits_.erase(edits_.begin());
            const Piece& piece = texts_.pieces[index];

            merge(edits);
            to_raw(piece, edits);
            Edits& target = piece.parent == Piece::no_parent
                            ? result : edits_[piece.parent];
            target.insert(target.end(), edits.begin(), edits.end());
        }
        merge(result);
        return result;
    }

    std::string_view body;

private:
    void to_raw(const Piece& piece, Edits& edits) const
    {
        std::string_view holder = body;
        if (piece.parent != Piece::no_parent) {
            const Piece& parent = texts_.pieces[piece.parent];
            holder = std::string_view(texts_.buffer).substr(parent.start,
                parent.end - parent.start);
        }

        if (piece.has_escape) {
            json::EscapeWalk walk(holder.substr(
                piece.raw_start, piece.raw_end - piece.raw_start));
            for (Edit& edit : edits) {
                edit.span.start = static_cast<uint32_t>(
                    walk.start_of(edit.span.start));
                edit.span.end = static_cast<uint32_t>(
                    walk.end_of(edit.span.end));
            }
        }
        for (Edit& edit : edits) {
            edit.span.start += piece.raw_start;
            edit.span.end += piece.raw_start;
        }
    }

    // A label that needs escapes comes to stand in the strings of a JSON text;
    // what was decoded from one has the level of its strings already.
    bool holds_json(uint32_t index)
    {
        auto [known, is_new] = is_json_.try_emplace(index, false);
        if (is_new) {
            const Piece& piece = texts_.pieces[index];
            known->second = piece.kind == Piece::Kind::value
                && piece.parent == Piece::no_parent
                && is_json(std::string_view(texts_.buffer).substr(
                       piece.start, piece.end - piece.start));
        }
        return known->second;
    }

    const Collected&  texts_;
    std::map<uint32_t, Edits, std::greater<uint32_t>>  edits_;
    std::map<uint32_t, bool>  is_json_;  // by piece, as far as was asked
};

// As long as the new body will be, if no label needs an escape.
size_t room_for(std::string_view body, const Edits& edits) noexcept
{
    size_t size = body.size();
    for (const Edit& edit : edits) {
        size_t gone = edit.span.end - edit.span.start;
        size += edit.label.size() + (edit.is_quoted ? 2 : 0);
        size -= std::min(size, gone);
    }
    return size;
}

}  // namespace

Redacted redact(std::string_view body, const Collected& texts,
    std::vector<Redaction> redactions, std::string* out, uint32_t* count,
    std::vector<Replaced>* replaced)
{
    Rewriter rewriter(texts);
    rewriter.body = body;
    for (const Redaction& redaction : redactions) {
        if (!rewriter.add(redaction)) {
            return Redacted::fixed;
        }
    }

    Edits edits = rewriter.body_edits();
    const size_t limit = 2 * body.size() + max_growth;
    out->clear();
    out->reserve(std::min(limit, room_for(body, edits)));
    size_t done = 0;
    for (const Edit& edit : edits) {
        out->append(body, done, edit.span.start - done);
        size_t start = out->size();
        *out += edit.is_quoted ? "\"" : "";
        append_escaped(*out, edit.label, edit.level);
        *out += edit.is_quoted ? "\"" : "";
        done = edit.span.end;
        if (replaced != nullptr) {
            replaced->push_back({edit.span, out->substr(start)});
        }
        *count += edit.label.empty() ? 0 : 1;

        if (out->size() > limit) {
            return Redacted::too_long;
        }
    }
    out->append(body, done);
    return Redacted::done;
}

}  // namespace gate::guard
