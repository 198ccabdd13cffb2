#include "guard/injection.hpp"

#include "guard/judge.hpp"
#include "guard/normalise.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

using Spans = std::vector<Span>;

void put_ordered(Spans& spans, Findings* out)
{
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
    Spans found;
    View main = normalise(text);
    Judge judge(database_, main, text);
    if (!judge.scan(scratch)) {
        return false;
    }
    for (const Span& span : judge.spans()) {
        found.push_back(main.map.source_of(span.start, span.end));
    }
    put_ordered(found, out);
    return true;
}

}  // namespace gate::guard
