#include "internctl/filters.hpp"

#include "base/text.hpp"
#include "guard/builtins.hpp"
#include "internctl/failure.hpp"
#include "json/lines.hpp"
#include "json/prescan.hpp"
#include "json/writer.hpp"

#include <algorithm>
#include <memory>

namespace gate::internctl {

namespace {

struct Line {
    std::string  id;  // as JSON
    std::string  text;
    bool         has_text = false;
};

// Why the line is none of ours, or empty.
std::string read_line(std::string_view json, Line* line)
{
    if (auto flaw = json::prescan(json)) {
        return std::string(flaw->cause);
    }
    json::Reader in(json);
    std::string_view name;
    if (!in.enter_object()) {
        return "is not a JSON object";
    }
    while (in.next_member(&name)) {
        if (name == "id") {
            std::string_view raw;
            in.skip(&raw);
            line->id = raw;
        } else if (name == "text") {
            std::string_view text;
            line->has_text = in.read_string(&text);
            line->text = text;
        } else {
            in.skip();
        }
    }
    if (!in.finished()) {
        return "is not one JSON object";
    }
    if (line->id.empty()) {
        return "has no \"id\"";
    }
    return line->has_text ? "" : "has no \"text\" that is a string";
}

std::string result_of(const Line& line, guard::Findings& findings)
{
    auto before = [](const guard::Finding& a, const guard::Finding& b) {
        return a.span.start < b.span.start;
    };
    std::stable_sort(findings.begin(), findings.end(), before);

    std::string out = "{\"id\":" + line.id + ",\"spans\":[";
    std::string_view text = line.text;
    size_t bytes = 0;
    size_t points = 0;
    bool is_flagged = false;

    for (const guard::Finding& finding : findings) {
        points += text::count_code_points(
            text.substr(bytes, finding.span.start - bytes));
        bytes = finding.span.start;
        size_t length = text::count_code_points(text.substr(
            finding.span.start, finding.span.end - finding.span.start));
        out += out.back() == '[' ? "{\"start\":" : ",{\"start\":";
        out += std::to_string(points) + ",\"end\":"
               + std::to_string(points + length) + ",\"type\":\"";
        out += name(finding.slug);
        out += "\"}";
        is_flagged = is_flagged
                     || finding.slug == guard::Slug::prompt_injection;
    }
    out += is_flagged ? "],\"flagged\":true}\n" : "],\"flagged\":false}\n";
    return out;
}

// "phone", "phone:strict"
void add_filter(std::string_view word, guard::PiiOptions* options)
{
    size_t colon = std::min(word.find(':'), word.size());
    auto slug = guard::slug_named(word.substr(0, colon));
    if (!slug) {
        misuse("no such filter: \"" + std::string(word) + "\"");
    }
    if (options->wanted.has(*slug)) {
        misuse("the filter \"" + std::string(name(*slug)) + "\" stands twice");
    }
    options->wanted.add(*slug);
    if (colon == word.size()) {
        return;
    }
    auto rigor = guard::rigor_named(word.substr(colon + 1));
    if (!rigor || !guard::has_rigor(*slug)) {
        misuse("only phone and credit-card take :strict or :shape, not \""
               + std::string(word) + "\"");
    }
    (*slug == guard::Slug::phone ? options->phone
                                 : options->credit_card) = *rigor;
}

}  // namespace

guard::PiiOptions filters_named(std::string_view list)
{
    guard::PiiOptions options;
    if (list.empty()) {
        options.wanted = guard::SlugSet::all();
        return options;
    }
    for (size_t at = 0; at <= list.size(); ) {
        size_t end = std::min(list.find(',', at), list.size());
        add_filter(list.substr(at, end - at), &options);
        at = end + 1;
    }
    return options;
}

void scan(const guard::PiiOptions& options, std::FILE* in)
{
    guard::InjectionFilter::Made injection;
    if (options.wanted.has(guard::Slug::prompt_injection)) {
        injection = guard::InjectionFilter::make();
        if (injection.filter == nullptr) {
            fail(injection.error);
        }
    }

    guard::Scratch scratch;
    guard::Findings findings;
    char* buffer = nullptr;
    size_t capacity = 0;
    ssize_t size;
    for (size_t number = 1; (size = getline(&buffer, &capacity, in)) > 0;
         number++)
    {
        Line line;
        std::string wrong = read_line({buffer, static_cast<size_t>(size)},
                                      &line);
        findings.clear();
        if (wrong.empty()
            && !guard::find_builtins(line.text + std::string(guard::text_break),
                                     options,
                                     injection.filter.get(), scratch,
                                     &findings))
        {
            wrong = "could not be judged";
        }
        if (!wrong.empty()) {
            std::free(buffer);
            fail("line " + std::to_string(number) + " " + wrong);
        }
        std::string result = result_of(line, findings);
        std::fwrite(result.data(), 1, result.size(), stdout);
    }
    std::free(buffer);
}

}  // namespace gate::internctl
