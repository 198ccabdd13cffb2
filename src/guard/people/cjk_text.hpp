// Runs of characters of one script, and lists of words around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/people/name_table.hpp"

namespace gate::guard::cjk {

constexpr size_t char_size = 3;  // bytes of a character of either script

enum class Script : uint8_t { han, hangul };

inline bool is_of(Script script, char32_t c) noexcept
{
    return script == Script::hangul
        ? c >= 0xac00 && c <= 0xd7a3
        : (c >= 0x4e00 && c <= 0x9fff) || (c >= 0x3400 && c <= 0x4dbf)
              || c == 0x3005;
}

// Characters of one script in a row.
struct Run {
    size_t  start = 0;
    size_t  end = 0;

    size_t count() const noexcept { return (end - start) / char_size; }
    std::string_view of(std::string_view text) const noexcept
    {
        return text.substr(start, end - start);
    }
};

// The one that begins at text[at]; it may be empty.
inline Run run_at(std::string_view text, size_t at, Script script) noexcept
{
    Run run{at, at};
    while (run.end + char_size <= text.size()
           && is_of(script, char_at(text, run.end).code))
    {
        run.end += char_size;
    }
    return run;
}

// The bytes of the first word of the list that `text` begins with, or 0.
template <size_t size>
size_t prefix_of(std::string_view text, const std::string_view (&list)[size])
    noexcept
{
    for (std::string_view one : list) {
        if (text.substr(0, one.size()) == one) {
            return one.size();
        }
    }
    return 0;
}

// The same for its end.
template <size_t size>
size_t ending_of(std::string_view text, const std::string_view (&list)[size])
    noexcept
{
    for (std::string_view one : list) {
        if (text.size() >= one.size()
            && text.substr(text.size() - one.size()) == one)
        {
            return one.size();
        }
    }
    return 0;
}

// What ends before the colon, spaces and quotes that end at text[at].
struct Gap {
    std::string_view  before;
    bool              has_colon = false;
};

inline Gap gap_before(std::string_view text, size_t at) noexcept
{
    constexpr std::string_view signs[] = {
        " ", ":", "：", "\"", "“", "「", "*", "\t",
    };
    constexpr int most = 4;
    Gap gap{text.substr(0, at)};
    for (int i = 0; i < most; i++) {
        size_t size = ending_of(gap.before, signs);
        if (size == 0) {
            break;
        }
        std::string_view sign =
            gap.before.substr(gap.before.size() - size);
        gap.has_colon = gap.has_colon || sign == ":" || sign == "：";
        gap.before.remove_suffix(size);
    }
    return gap;
}

}  // namespace gate::guard::cjk
