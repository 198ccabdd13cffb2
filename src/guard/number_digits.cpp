#include "guard/number_digits.hpp"

#include <algorithm>
#include <cstdint>

namespace gate::guard {

namespace {

// Further than any body reaches with its zeros.
constexpr int64_t farthest = int64_t{1} << 40;

int64_t exponent_of(std::string_view spelling) noexcept
{
    bool is_negative = !spelling.empty() && spelling[0] == '-';
    int64_t value = 0;

    for (char c : spelling) {
        if (c >= '0' && c <= '9') {
            value = std::min(value * 10 + (c - '0'), farthest);
        }
    }
    return is_negative ? -value : value;
}

// The number is its digits without leading zeros, with the point behind
// `whole` of them.
struct Digits {
    std::string_view  text;  // with the point in it
    int64_t           whole = 0;
};

Digits read(std::string_view spelling) noexcept
{
    size_t exponent = std::min(spelling.find_first_of("eE"),
                               spelling.size());
    std::string_view text = spelling.substr(0, exponent);
    if (!text.empty() && text[0] == '-') {
        text.remove_prefix(1);
    }
    Digits digits;
    digits.whole = static_cast<int64_t>(std::min(text.find('.'),
                                                 text.size()));
    if (exponent < spelling.size()) {
        digits.whole += exponent_of(spelling.substr(exponent + 1));
    }
    for ( ; !text.empty() && (text[0] == '0' || text[0] == '.');
            text.remove_prefix(1))
    {
        digits.whole -= text[0] == '0' ? 1 : 0;
    }
    digits.text = text;
    return digits;
}

}  // namespace

bool append_whole_digits(std::string& out, std::string_view spelling,
    size_t least)
{
    if (spelling.find_first_of(".eE") == spelling.npos) {
        return false;
    }
    Digits digits = read(spelling);
    if (digits.whole < static_cast<int64_t>(least)
        || digits.whole > static_cast<int64_t>(most_whole_digits)) {
        return false;
    }

    auto whole = static_cast<size_t>(digits.whole);
    size_t first = out.size();
    for (char c : digits.text) {
        bool is_fraction = out.size() - first == whole;
        if (is_fraction && c != '0' && c != '.') {
            out.resize(first);
            return false;
        }
        if (c != '.' && !is_fraction) {
            out += c;
        }
    }
    bool is_zero = out.size() == first;
    out.append(is_zero ? 0 : whole - (out.size() - first), '0');
    return !is_zero;
}

}  // namespace gate::guard
