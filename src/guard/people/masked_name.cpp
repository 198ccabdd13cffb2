#include "guard/people/masked_name.hpp"

namespace gate::guard {

namespace {

constexpr size_t most_letters = 3;
constexpr size_t least_stars = 3;
constexpr size_t least_stars_of_both = 7;
constexpr size_t most_stars = 24;

// The stars of the word at text[*at], and on to its end; 0 for another one.
size_t stars_of(std::string_view text, size_t* at) noexcept
{
    size_t end = *at;
    if (end >= text.size() || text[end] < 'A' || text[end] > 'Z') {
        return 0;
    }
    do {
        end++;
    } while (end < text.size() && end - *at < most_letters
             && text[end] >= 'a' && text[end] <= 'z');
    size_t start = end;
    while (end < text.size() && text[end] == '*' && end - start < most_stars) {
        end++;
    }
    *at = end;
    return end - start < least_stars ? 0 : end - start;
}

bool goes_on(std::string_view text, size_t end) noexcept
{
    return end < text.size()
           && (text[end] == '*' || (text[end] >= '0' && text[end] <= '9')
               || ((text[end] | 0x20) >= 'a' && (text[end] | 0x20) <= 'z'));
}

}  // namespace

size_t masked_name_end(std::string_view text, size_t at) noexcept
{
    size_t first = stars_of(text, &at);
    if (first == 0 || at >= text.size() || text[at] != ' ') {
        return 0;
    }
    at++;
    size_t second = stars_of(text, &at);
    bool fits = second != 0 && first + second >= least_stars_of_both
        && !goes_on(text, at);
    return fits ? at : 0;
}

}  // namespace gate::guard
