#include "base/media_type.hpp"

#include "base/text.hpp"

#include <algorithm>

namespace gate {

namespace {

constexpr std::string_view blanks = " \t";

std::string_view trim(std::string_view in) noexcept
{
    size_t start = std::min(in.find_first_not_of(blanks), in.size());
    in.remove_prefix(start);
    return in.substr(0, in.find_last_not_of(blanks) + 1);
}

bool is_token(std::string_view in) noexcept
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";

    for (char c : in) {
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                       || (c >= '0' && c <= '9')
                       || marks.find(c) != marks.npos;
        if (!is_fine) {
            return false;
        }
    }
    return !in.empty();
}

// Without its quotes; false when a quote is left or the text is no text. A
// backslash would be read as an escape by some.
bool unquote(std::string_view* value) noexcept
{
    if (value->size() < 2 || value->front() != '"' || value->back() != '"') {
        return false;
    }
    *value = value->substr(1, value->size() - 2);
    for (char c : *value) {
        if (c == '"' || c == '\\' || (static_cast<unsigned char>(c) < 0x20
                                      && c != '\t') || c == '\x7f')
        {
            return false;
        }
    }
    return true;
}

// One parameter: well-formed, and no other charset.
bool is_sound(std::string_view parameter) noexcept
{
    constexpr std::string_view charset = "charset";
    size_t equals = parameter.find('=');

    if (equals == parameter.npos || !is_token(parameter.substr(0, equals))) {
        return false;
    }
    std::string_view name = parameter.substr(0, equals);
    std::string_view value = parameter.substr(equals + 1);
    if (!is_token(value) && !unquote(&value)) {
        return false;
    }
    if (!text::equals_ignore_case(name.substr(0, charset.size()), charset)) {
        return true;
    }
    return name.size() == charset.size()
           && (text::equals_ignore_case(value, "utf-8")
               || text::equals_ignore_case(value, "utf8"));
}

// Takes what stands before the next `mark` off `rest`.
std::string_view take(std::string_view* rest, char mark) noexcept
{
    size_t end = rest->find(mark);
    std::string_view part = rest->substr(0, end);

    rest->remove_prefix(end == rest->npos ? rest->size() : end + 1);
    return trim(part);
}

}  // namespace

bool has_utf8_charset(std::string_view value) noexcept
{
    std::string_view type = take(&value, ';');
    size_t slash = type.find('/');

    if (type.empty() && value.empty()) {
        return true;
    }
    if (slash == type.npos || !is_token(type.substr(0, slash))
        || !is_token(type.substr(slash + 1)))
    {
        return false;
    }

    // quoted or not, a ";" ends a parameter: one inside quotes leaves two
    // halves, of which neither is sound
    while (!value.empty()) {
        std::string_view parameter = take(&value, ';');
        if (!parameter.empty() && !is_sound(parameter)) {
            return false;
        }
    }
    return true;
}

bool is_media_type(std::string_view value, std::string_view wanted) noexcept
{
    std::string_view rest = value;
    return text::equals_ignore_case(take(&rest, ';'), wanted)
           && has_utf8_charset(value);
}

bool is_event_stream_type(std::string_view value) noexcept
{
    while (!value.empty()) {
        std::string_view one = take(&value, ',');
        one = one.substr(0, one.find_first_of("; \t"));
        if (text::equals_ignore_case(one, "text/event-stream")) {
            return true;
        }
    }
    return false;
}

bool is_identity_coding(std::string_view value) noexcept
{
    while (!value.empty()) {
        std::string_view coding = take(&value, ',');
        if (!coding.empty() && !text::equals_ignore_case(coding, "identity")
            && !text::equals_ignore_case(coding, "none"))
        {
            return false;
        }
    }
    return true;
}

bool is_form_type(std::string_view value) noexcept
{
    return text::equals_ignore_case(value.substr(0,
               value.find_first_of("; \t,")),
               "application/x-www-form-urlencoded");
}

bool is_json_type(std::string_view value) noexcept
{
    constexpr std::string_view suffix = "+json";
    std::string_view type = value.substr(0, value.find_first_of("; \t,"));

    return text::equals_ignore_case(type, "application/json")
           || text::equals_ignore_case(type, "text/json")
           || (type.size() > suffix.size()
               && text::equals_ignore_case(
                      type.substr(type.size() - suffix.size()), suffix));
}

}  // namespace gate
