#include "guard/injection/rule_set.hpp"

#include "guard/injection/fold.hpp"

#include <string_view>

namespace gate::guard {

namespace {

struct Phrase {
    std::string_view  name;
    std::string_view  text;
};

constexpr Rule alone(const char* pattern)
{
    return {Sign::alone, flagging_weight, Place::anywhere, pattern};
}

constexpr Rule weak(Sign sign, uint8_t weight, const char* pattern)
{
    return {sign, weight, Place::anywhere, pattern};
}

// Counts at the start of a line of the text only.
constexpr Rule turn(Sign sign, uint8_t weight, const char* pattern)
{
    return {sign, weight, Place::line_start, pattern};
}

// Counts unless the text says that it does not ask for that.
constexpr Rule wish(Sign sign, uint8_t weight, const char* pattern)
{
    return {sign, weight, Place::wished, pattern};
}

// Says which other view may matter.
constexpr Rule hint(Sign sign, const char* pattern)
{
    return {sign, 0, Place::anywhere, pattern};
}

#include "guard/injection/injection_rules.inc"

std::string_view phrase(std::string_view name) noexcept
{
    for (const Phrase& phrase : phrases) {
        if (phrase.name == name) {
            return phrase.text;
        }
    }
    return {};
}

// Phrases stand in rules and in phrases: two rounds are enough.
std::string with_phrases(std::string_view pattern)
{
    std::string out;
    while (!pattern.empty()) {
        size_t open = pattern.find('%');
        size_t close = pattern.find('%', open + 1);
        std::string_view text = close == std::string_view::npos
            ? std::string_view{}
            : phrase(pattern.substr(open + 1, close - open - 1));

        if (text.empty()) {
            size_t plain = open == std::string_view::npos ? pattern.size()
                                                          : open + 1;
            out += pattern.substr(0, plain);
            pattern.remove_prefix(plain);
            continue;
        }
        out += pattern.substr(0, open);
        out += text;
        pattern.remove_prefix(close + 1);
    }
    return out;
}

std::string folded(std::string_view pattern)
{
    std::string out;
    for (size_t at = 0; at < pattern.size();) {
        auto [code, length] = decode_character(pattern.data() + at);
        if (code < 0x80) {
            out += pattern[at];
        } else {
            Folding folding = fold(code);
            out.append(folding.bytes, folding.length);
        }
        at += length;
    }
    return out;
}

// Nothing matches over the border of two texts.
std::string without_nul(std::string_view pattern)
{
    constexpr std::string_view negated = "[^";
    std::string out;
    for (;;) {
        size_t at = pattern.find(negated);
        if (at == std::string_view::npos) {
            return out += pattern;
        }
        out += pattern.substr(0, at + negated.size());
        out += "\\x00";
        pattern.remove_prefix(at + negated.size());
    }
}

}  // namespace

size_t rule_count() noexcept
{
    return sizeof rules / sizeof rules[0];
}

const Rule& rule_at(size_t index) noexcept
{
    return rules[index];
}

std::string expanded_pattern(size_t index)
{
    std::string pattern = with_phrases(with_phrases(rules[index].pattern));
    return folded(without_nul(pattern));
}

}  // namespace gate::guard
