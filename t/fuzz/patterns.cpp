// Any pattern is translated or refused at an offset inside it, and what a set
// finds in any texts is what RE2 finds at each of their offsets. The first
// line is the pattern; 0xff bytes in the rest become text_breaks. What takes
// time is compiling, so a pattern is asked for the rest turned round, too.
#include "fuzz.hpp"

#include "base/text.hpp"
#include "pattern_reference.hpp"

namespace gate::fuzz {

namespace {

std::string buffer_of(std::string_view rest)
{
    std::string buffer;
    for (char c : rest) {
        if (c == '\xff') {
            buffer += guard::text_break;
        } else {
            buffer += c == '\0' ? ' ' : c;
        }
    }
    return buffer;
}

bool continues(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// The same characters, beginning at another one.
std::string turned(std::string_view rest, size_t at)
{
    while (at < rest.size() && continues(rest[at])) {
        at++;
    }
    at = std::min(at, rest.size());
    return std::string(rest.substr(at)).append(rest.substr(0, at));
}

// Ends that Vectorscan might say, more than are true.
void check_windows(const std::string& pattern, std::string_view buffer)
{
    auto matcher = guard::PatternMatcher::make(pattern);
    demand(matcher != nullptr, "checked, and not made");

    std::string text(buffer.substr(0, buffer.find('\0')));
    test::Reference reference({{pattern}});
    test::Hits expected = reference.find(text, test::Search::whole);
    guard::EndSet ends;
    demand(ends.make(text.size()), "no memory");
    for (const guard::PatternHit& hit : expected) {
        ends.add(hit.span.end);
    }
    for (size_t at = 0; at < text.size(); at += 1 + text.size() % 7) {
        ends.add(at);
    }
    guard::Work work;
    guard::ScanBudget budget(1000000, &work);
    test::Hits hits;
    guard::Span all = {0, static_cast<uint32_t>(text.size())};
    demand(matcher->find(text, all, &ends, 0, budget, &hits), "not judged");
    demand_none(test::difference({{pattern}}, hits, expected));
}

}  // namespace

}  // namespace gate::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    using namespace gate;

    std::string_view in = fuzz::view(data, size);
    size_t line = in.find('\n');
    if (line == in.npos || line > 300 || size > 2000) {
        return 0;
    }
    std::string pattern(in.substr(0, line));
    std::string buffer = fuzz::buffer_of(in.substr(line + 1));
    guard::CheckedPattern checked;
    auto error = guard::check_pattern(pattern, &checked);

    if (error) {
        fuzz::demand(error->offset <= pattern.size(), "an offset outside");
        fuzz::demand(!error->cause.empty(), "no cause");
        return 0;
    }
    if (!text::is_utf8(buffer)) {
        return 0;
    }
    fuzz::check_windows(pattern, buffer);

    auto set = test::build_set({{pattern}});
    fuzz::demand(set != nullptr, "checked, and not built");
    test::Reference reference({{pattern}});
    guard::Scratch scratch;
    std::string_view rest = in.substr(line + 1);
    for (size_t at = 0; at <= rest.size(); at += 1 + rest.size() / 16) {
        std::string turned = fuzz::buffer_of(fuzz::turned(rest, at));
        fuzz::demand_none(test::compare(*set, reference, turned, scratch));
    }
    return 0;
}
