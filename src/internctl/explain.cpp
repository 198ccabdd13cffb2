#include "internctl/filters.hpp"

#include "base/text.hpp"
#include "guard/builtins.hpp"
#include "guard/collector.hpp"
#include "guard/pattern/pattern_compiler.hpp"
#include "guard/pattern/pattern_set.hpp"
#include "guard/pattern/vectorscan.hpp"
#include "internctl/failure.hpp"
#include "json/writer.hpp"

#include <algorithm>
#include <memory>

namespace gate::internctl {

namespace {

struct Found {
    guard::Span  span;
    std::string  filter;
};

std::vector<Found> find_all(std::string_view buffer,
    const guard::PiiOptions& options, const std::vector<std::string>& texts)
{
    guard::InjectionFilter::Made injection;
    if (options.wanted.has(guard::Slug::prompt_injection)) {
        injection = guard::InjectionFilter::make();
    }

    guard::Scratch scratch;
    guard::Findings findings;
    std::vector<Found> found;
    if (!guard::find_builtins(buffer, options, injection.filter.get(),
                              scratch, &findings))
    {
        fail("the text could not be judged " + injection.error);
    }
    for (const guard::Finding& finding : findings) {
        found.push_back({finding.span, std::string(name(finding.slug))});
    }

    std::vector<guard::Pattern> patterns;
    for (const std::string& text : texts) {
        patterns.push_back({text});
    }
    if (patterns.empty()) {
        return found;
    }
    std::string image;
    auto fault = guard::compile_patterns(patterns, guard::usable_filter(), {},
                                         &image);
    if (fault) {
        fail("a pattern is not accepted at byte "
             + std::to_string(fault->error.offset) + ": "
             + fault->error.cause);
    }
    auto set = guard::PatternSet::load(patterns, image);
    std::vector<guard::PatternHit> hits;
    if (set == nullptr || !set->find(buffer, scratch, &hits)) {
        fail("the text could not be judged");
    }
    for (const guard::PatternHit& hit : hits) {
        found.push_back({hit.span, "pattern " + texts[hit.pattern]});
    }
    return found;
}

// Where a piece of the body came from.
std::string place_of(const guard::Collected& texts, const guard::Span& span)
{
    size_t index = texts.piece_at(span.start);
    if (index == texts.pieces.size()) {
        return "";
    }
    const guard::Piece& piece = texts.pieces[index];
    switch (piece.kind()) {
    case guard::Piece::Kind::copy:
    case guard::Piece::Kind::run:
        return "in the parts joined";
    case guard::Piece::Kind::name:
        return "in a member's name";
    case guard::Piece::Kind::payload:
        return "in a payload";
    case guard::Piece::Kind::unescaped:
        return "in a text inside a text";
    default:
        return "in the text at byte " + std::to_string(piece.source);
    }
}

void print(const guard::Collected& texts, std::vector<Found>& found,
    bool as_json)
{
    std::stable_sort(found.begin(), found.end(),
        [](const Found& a, const Found& b) {
            return a.span.start < b.span.start;
        });

    std::string out = as_json ? "{\"texts\":" : "";
    out += std::to_string(texts.pieces.size());
    out += as_json ? ",\"media\":" : " texts, ";
    out += std::to_string(texts.media);
    out += as_json ? ",\"found\":[" : " media payloads not judged\n";

    for (const Found& one : found) {
        std::string_view text = std::string_view(texts.buffer).substr(
            one.span.start, one.span.end - one.span.start);
        std::string place = place_of(texts, one.span);
        if (as_json) {
            out += out.back() == '[' ? "{\"filter\":" : ",{\"filter\":";
            json::append_string(out, one.filter);
            out += ",\"text\":";
            json::append_string(out, text);
            out += ",\"place\":";
            json::append_string(out, place);
            out += '}';
        } else {
            out += one.filter + ": ";
            json::append_string(out, text);
            out += ' ' + place + '\n';
        }
    }
    out += as_json ? "]}\n" : found.empty() ? "nothing found\n" : "";
    std::fwrite(out.data(), 1, out.size(), stdout);
}

}  // namespace

void explain(const guard::PiiOptions& options,
    const std::vector<std::string>& patterns, const std::string& body,
    bool as_json)
{
    guard::Collected texts;
    auto flaw = guard::collect_json(body, &texts);
    if (flaw) {
        std::string cause(flaw->cause);
        if (guard::collect_text(body, &texts)) {
            fail("neither JSON (" + cause + ") nor UTF-8 text");
        }
    }
    std::vector<Found> found = find_all(texts.buffer, options, patterns);
    print(texts, found, as_json);
}

}  // namespace gate::internctl
