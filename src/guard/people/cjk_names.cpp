#include "guard/people/cjk_names.hpp"

#include <algorithm>

#include "guard/people/cjk_text.hpp"
#include "guard/people/han_name.hpp"
#include "guard/people/hangul_name.hpp"

namespace gate::guard {

namespace {

using cjk::Run;
using cjk::run_at;
using cjk::Script;

constexpr size_t most_of_a_part = 3;  // characters

// Whether Latin letters stand before text[at], with a few signs between.
bool is_behind_latin(std::string_view text, size_t at) noexcept
{
    constexpr std::string_view signs = " :.,;\"'(*";
    for (int i = 0; i < 3 && at > 0; i++) {
        if (signs.find(text[at - 1]) == signs.npos) {
            break;
        }
        at--;
    }
    return at > 0 && (text[at - 1] | 0x20) >= 'a'
        && (text[at - 1] | 0x20) <= 'z';
}

// "涛 马", "서연 박"
bool is_pair(std::string_view first, std::string_view second, Script script)
    noexcept
{
    if (script == Script::han) {
        return is_han_surname(first) || is_han_surname(second);
    }
    constexpr size_t given = 2 * cjk::char_size;
    return (is_hangul_surname(first) && second.size() == given)
        || (is_hangul_surname(second) && first.size() == given);
}

// Behind the two words that begin with `first`, or 0 if they are no name.
size_t pair_end(std::string_view text, const Run& first, Script script)
    noexcept
{
    if (first.count() > most_of_a_part || text.substr(first.end, 1) != " "
        || !is_behind_latin(text, first.start))
    {
        return 0;
    }
    Run second = run_at(text, first.end + 1, script);
    bool ends = text.substr(second.end, 1) != " "
        || run_at(text, second.end + 1, script).count() == 0;
    return second.count() > 0 && second.count() <= most_of_a_part && ends
                   && is_pair(first.of(text), second.of(text), script)
        ? second.end : 0;
}

// Decides about the run at text[at]; where to look next.
size_t look(std::string_view text, size_t at, Findings* out)
{
    Char c = char_at(text, at);
    bool is_han = cjk::is_of(Script::han, c.code);
    if (!is_han && !cjk::is_of(Script::hangul, c.code)) {
        return at + c.size;
    }
    Script script = is_han ? Script::han : Script::hangul;
    Run run = run_at(text, at, script);
    if (run.count() == 0) {
        return at + 1;  // no whole character
    }
    size_t end = pair_end(text, run, script);
    if (end == 0 && is_han) {
        find_han_names(text, run, out);
        return run.end;
    }
    if (end == 0) {
        end = hangul_name_end(text, run);
    }
    if (end == 0) {
        return run.end;
    }
    out->push_back({{static_cast<uint32_t>(run.start),
                     static_cast<uint32_t>(end)}, Slug::person_name});
    return std::max(end, run.end);
}

}  // namespace

void find_cjk_names(std::string_view text, const ByteMap& map,
    Findings* out)
{
    size_t at = map.next(&ByteBlock::ideographs, 0);
    while (at < text.size()) {
        at = map.next(&ByteBlock::ideographs, look(text, at, out));
    }
}

}  // namespace gate::guard
