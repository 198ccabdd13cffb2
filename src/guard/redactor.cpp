#include "guard/redactor.hpp"

#include "guard/label_levels.hpp"
#include "guard/origins.hpp"
#include "json/writer.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

struct Edit {
    Span              span;  // in the body
    std::string_view  label;
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

// The edits of the body, ascending and apart. Those that overlap are one; its
// label is that of the one that covers both, else of the first. A place of
// several parts has its label in the first.
Edits edits_of(const std::vector<Place>& places,
    const std::vector<Redaction>& redactions)
{
    Edits edits;
    std::vector<bool> is_labelled(redactions.size());

    for (const Place& place : places) {
        std::string_view label = is_labelled[place.id]
                                 ? std::string_view()
                                 : redactions[place.id].label;
        is_labelled[place.id] = true;
        if (edits.empty() || place.span.start >= edits.back().span.end) {
            edits.push_back({place.span, label, place.is_number != 0});
            continue;
        }
        Edit& last = edits.back();
        bool is_wider = contains(place.span, last.span)
                        && !contains(last.span, place.span);
        if (last.label.empty() || (is_wider && !label.empty())) {
            last.label = label;
        }
        last.span.end = std::max(last.span.end, place.span.end);
    }
    return edits;
}

// How often each label that has to be escaped is, by the number of its edit.
LabelLevels levels_of(std::string_view body, const Edits& edits)
{
    std::vector<LabelPlace> odd;
    for (size_t i = 0; i < edits.size(); i++) {
        if (!is_plain(edits[i].label)) {
            odd.push_back({edits[i].span.start, static_cast<uint32_t>(i)});
        }
    }
    return LabelLevels(body, std::move(odd));
}

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
    const std::vector<Redaction>& redactions, std::string* out,
    uint32_t* count, std::vector<Replaced>* replaced)
{
    std::vector<Place> places;
    places.reserve(redactions.size());
    for (const Redaction& redaction : redactions) {
        Place place{};
        place.span = redaction.span;
        place.id = static_cast<uint32_t>(places.size());
        places.push_back(place);
    }
    to_body(texts, body, &places);
    for (const Place& place : places) {
        if (place.is_fixed) {
            return Redacted::fixed;
        }
    }

    Edits edits = edits_of(places, redactions);
    LabelLevels levels = levels_of(body, edits);
    const size_t limit = 2 * body.size() + max_growth;
    out->clear();
    out->reserve(std::min(limit, room_for(body, edits)));
    size_t done = 0;
    for (size_t i = 0; i < edits.size(); i++) {
        const Edit& edit = edits[i];
        auto id = static_cast<uint32_t>(i);
        out->append(body, done, edit.span.start - done);
        size_t start = out->size();
        *out += edit.is_quoted ? "\"" : "";
        append_escaped(*out, edit.label, edit.is_quoted ? 1 : levels.next(id));
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
