#include "guard/pattern/pattern_check.hpp"

#include <re2/re2.h>

#include <algorithm>

namespace gate::guard {

namespace {

constexpr int64_t max_memory = 1 << 20;

PatternError too_large()
{
    return {0, "the pattern is too large; fewer repeats make it smaller"};
}

// Where the piece that RE2 complains about was written.
size_t written_offset(const Translation& translation, std::string_view piece)
{
    size_t at = translation.re2.find(piece);
    size_t offset = 0;

    if (piece.empty() || at == std::string::npos) {
        return 0;
    }
    for (const Translation::Mark& mark : translation.marks) {
        if (mark.translated > at) {
            break;
        }
        offset = mark.written;
    }
    return offset;
}

PatternError refusal(const Translation& translation, const RE2& re2)
{
    size_t offset = written_offset(translation, re2.error_arg());

    switch (re2.error_code()) {
    case RE2::ErrorPatternTooLarge:
        return too_large();
    case RE2::ErrorRepeatSize:
    case RE2::ErrorRepeatArgument:
        return {offset, "the repeats multiply to more than 1000"};
    case RE2::ErrorBadCharRange:
        return {offset, "no property has this name"};
    case RE2::ErrorBadNamedCapture:
        return {offset, "the name of a group is not letters and"
                        " digits"};
    default:
        return {offset, re2.error()};
    }
}

}  // namespace

CheckedPattern::CheckedPattern() = default;
CheckedPattern::~CheckedPattern() = default;

std::optional<PatternError> check_pattern(std::string_view pattern,
    CheckedPattern* out)
{
    std::optional<PatternError> error = translate(pattern, &out->translation);
    if (error) {
        return error;
    }
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(max_memory);
    options.set_never_capture(true);

    out->re2 = std::make_unique<RE2>(out->translation.re2, options);
    if (!out->re2->ok()) {
        return refusal(out->translation, *out->re2);
    }
    if (out->re2->ProgramSize() > max_program) {
        return too_large();
    }
    return std::nullopt;
}

}  // namespace gate::guard
