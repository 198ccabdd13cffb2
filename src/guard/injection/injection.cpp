#include "guard/injection/injection.hpp"

#include "guard/injection/bare_words.hpp"
#include "guard/injection/costs.hpp"
#include "guard/injection/decode.hpp"
#include "guard/injection/judge.hpp"
#include "guard/injection/normalise.hpp"
#include "guard/injection/repair.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Spans = std::vector<Span>;

// The views of one text, each judged, and what was found as spans of the
// text.
class Search {
public:
    Search(const RuleDatabase& database, Scratch& scratch,
        std::string_view text)
        : shared_{database, scratch}, scratch_(scratch), text_(text)
    {
    }

    bool run();
    Spans& found() noexcept { return found_; }

private:
    // What made a view and the way back to the text: nothing but the map of
    // the view itself, or a second one.
    bool judge(const View& view, std::string_view source,
        const SourceMap* below, BentSearch* bent = nullptr);
    bool judge_bare(const View& view, const Spans& parts, Spans* found);
    bool judge_bent(const View& view, std::string_view source,
        const SourceMap* below);
    bool judge_rotated(const View& main);
    bool judge_reversed(const View& main);

    bool spend(uint64_t units) noexcept
    {
        return scratch_.work().spend(units);
    }

    // For the way back of a normalised view.
    bool spend_pieces(const View& view) noexcept
    {
        return spend(view.map.pieces() * cost::normalised_piece);
    }

    Judge::Shared        shared_;
    Scratch&             scratch_;
    std::string_view     text_;
    Spans                found_;
    bool                 names_rot13_ = false;
    bool                 names_reversed_ = false;
};

bool Search::judge(const View& view, std::string_view source,
    const SourceMap* below, BentSearch* bent)
{
    Judge judge(shared_, view, source);
    if (!judge.scan(bent)) {
        return false;
    }
    names_rot13_ = names_rot13_ || judge.saw(Sign::rot13);
    names_reversed_ = names_reversed_ || judge.saw(Sign::reversed);

    Spans found = judge.spans();
    if (!judge_bare(view, judge.parts(), &found)
        || scratch_.work().is_over()) {
        return false;
    }
    for (const Span& inner : found) {
        Span span = view.map.source_of(inner.start, inner.end);
        found_.push_back(below == nullptr
                             ? span : below->source_of(span.start, span.end));
    }
    return true;
}

// What the rules can match in a view, without the marks around its words.
bool Search::judge_bare(const View& view, const Spans& parts, Spans* found)
{
    size_t size = 0;
    for (const Span& part : parts) {
        size += part.end - part.start;
    }
    if (!spend(size * cost::bared_byte)) {
        return false;
    }
    View bare = bare_words(view.text(), parts);
    if (bare.size == 0 || !spend(bare.map.pieces() * cost::bared_piece)) {
        return bare.size == 0;
    }
    Judge judge(shared_, bare, view.text());
    if (!judge.scan()) {
        return false;
    }
    for (const Span& span : judge.spans()) {
        found->push_back(bare.map.source_of(span.start, span.end));
    }
    return true;
}

// A view and what its bent words become.
bool Search::judge_bent(const View& view, std::string_view source,
    const SourceMap* below)
{
    BentSearch bent(view.text());
    if (!judge(view, source, below, &bent)) {
        return false;
    }
    BentPlaces places = bent.finish();
    if (places.places.empty() || !spend(repair_cost(view.size, places))) {
        return places.places.empty();
    }
    View straight = repaired(view.text(), places);
    size_t first = found_.size();
    if (!judge(straight, view.text(), &view.map)) {
        return false;
    }
    for (size_t i = first; below != nullptr && i < found_.size(); i++) {
        found_[i] = below->source_of(found_[i].start, found_[i].end);
    }
    return true;
}

bool Search::judge_rotated(const View& main)
{
    if (!spend(main.size * cost::turned_byte)) {
        return false;
    }
    View view;
    view.reserve(main.size);
    view.map.copied(0, 0);
    for (char c : main.text()) {
        bool is_letter = c >= 'a' && c <= 'z';
        view.bytes[view.size++] =
            is_letter ? static_cast<char>('a' + (c - 'a' + 13) % 26) : c;
    }
    return judge(view, main.text(), &main.map);
}

bool Search::judge_reversed(const View& main)
{
    if (!spend(main.size * cost::turned_byte)) {
        return false;
    }
    View view;
    view.reserve(main.size);
    view.map.copied(0, 0);
    view.size = main.size;
    std::reverse_copy(main.text().begin(), main.text().end(),
                      view.bytes.get());

    size_t first = found_.size();
    if (!judge(view, view.text(), nullptr)) {
        return false;
    }
    for (size_t i = first; i < found_.size(); i++) {
        found_[i] = main.map.source_of(main.size - found_[i].end,
                                       main.size - found_[i].start);
    }
    return true;
}

bool Search::run()
{
    size_t size = text_.size();
    if (!spend(size * (cost::normalised_byte + cost::decoded_byte))) {
        return false;
    }
    View main = normalise(text_);
    if (!spend_pieces(main) || !judge_bent(main, text_, nullptr)) {
        return false;
    }
    if (may_hold_tags(text_)) {
        View view = normalise(text_, Tags::removed);
        if (!spend(size * cost::normalised_byte) || !spend_pieces(view)
            || !judge_bent(view, text_, nullptr)) {
            return false;
        }
    }
    View plain = decoded(text_, best_simd(), &scratch_.work());
    if (!spend(plain.size * cost::normalised_byte)) {
        return false;
    }
    if (plain.size != 0) {
        View view = normalise(plain.text());
        if (!spend_pieces(view)
            || !judge_bent(view, plain.text(), &plain.map)) {
            return false;
        }
    }
    return (!names_rot13_ || judge_rotated(main))
           && (!names_reversed_ || judge_reversed(main));
}

// A span takes whole characters: a rule that knows bytes may end within one.
Span at_characters(Span span, std::string_view text) noexcept
{
    auto continues = [text](size_t at) {
        return at < text.size()
               && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
    };
    while (continues(span.start)) {
        span.start--;
    }
    while (continues(span.end)) {
        span.end++;
    }
    return span;
}

void put_ordered(Spans& spans, std::string_view text, Findings* out)
{
    for (Span& span : spans) {
        span = at_characters(span, text);
    }
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
        return a.start < b.start;
    });
    size_t first = out->size();
    for (const Span& span : spans) {
        if (out->size() > first && span.start <= out->back().span.end) {
            uint32_t& end = out->back().span.end;
            end = std::max(end, span.end);
        } else {
            out->push_back({span, Slug::prompt_injection});
        }
    }
}

}  // namespace

InjectionFilter::InjectionFilter(RuleDatabase database)
    : database_(std::move(database))
{
}

InjectionFilter::Made InjectionFilter::make()
{
    RuleDatabase database;
    std::string error = database.compile();
    if (!error.empty()) {
        return {nullptr, error};
    }
    return {std::unique_ptr<InjectionFilter>(
                new InjectionFilter(std::move(database))), {}};
}

InjectionFilter::Made InjectionFilter::load(std::string_view serialized)
{
    RuleDatabase database;
    std::string error = database.load(serialized);
    if (!error.empty()) {
        return {nullptr, error};
    }
    return {std::unique_ptr<InjectionFilter>(
                new InjectionFilter(std::move(database))), {}};
}

bool InjectionFilter::find(std::string_view text, Scratch& scratch,
    Findings* out) const
{
    Search search(database_, scratch, text);
    bool done = search.run();
    put_ordered(search.found(), text, out);
    return done;
}

}  // namespace gate::guard
