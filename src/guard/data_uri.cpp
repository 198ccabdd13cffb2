#include "guard/data_uri.hpp"

#include "base/find.hpp"
#include "base/text.hpp"

namespace gate::guard {

namespace {

constexpr std::string_view scheme = "data:";
constexpr std::string_view marker = "base64";
constexpr std::string_view white = " \t\r\n\f";
constexpr size_t longest_head = 256;

bool is_at(std::string_view text, size_t at, std::string_view word) noexcept
{
    return text::equals_ignore_case(text.substr(at, word.size()), word);
}

bool holds(std::string_view text, std::string_view word) noexcept
{
    for (size_t at = 0; at + word.size() <= text.size(); at++) {
        if (is_at(text, at, word)) {
            return true;
        }
    }
    return false;
}

std::string_view trimmed(std::string_view text) noexcept
{
    size_t start = text.find_first_not_of(white);
    if (start == text.npos) {
        return {};
    }
    return text.substr(start, text.find_last_not_of(white) + 1 - start);
}

// "image/png;name=a.png;base64"
DataUri read_head(std::string_view head, size_t data) noexcept
{
    DataUri uri{data, false, false};
    std::string_view type = head.substr(0, head.find(';'));

    for (std::string_view word : {"text/", "json", "csv", "xml", "yaml",
                                  "javascript", "x-ndjson"})
    {
        uri.is_text = uri.is_text || holds(type, word);
    }
    for (size_t at = head.find(';'); at < head.size();
         at = head.find(';', at + 1))
    {
        std::string_view parameter = head.substr(at + 1);
        parameter = parameter.substr(0, parameter.find(';'));
        uri.is_base64 = uri.is_base64
            || text::equals_ignore_case(trimmed(parameter), marker);
    }
    return uri;
}

}  // namespace

std::optional<DataUri> read_data_uri(std::string_view text) noexcept
{
    size_t start = text.find_first_not_of(white);
    if (start == text.npos || !is_at(text, start, scheme)) {
        return std::nullopt;
    }
    start += scheme.size();
    size_t comma = text.find(',', start);
    if (comma == text.npos) {
        return std::nullopt;
    }
    return read_head(text.substr(start, comma - start), comma + 1);
}

std::optional<DataUri> find_data_uri(std::string_view text, size_t from)
    noexcept
{
    constexpr std::string_view tail = "64";

    for (size_t at = from; at < text.size(); ) {
        size_t found = find_word(text.substr(at), tail);
        if (found == text.npos) {
            return std::nullopt;
        }
        at += found + tail.size();
        size_t comma = text.find_first_not_of(white, at);
        if (at < from + scheme.size() + marker.size()
            || comma >= text.size() || text[comma] != ','
            || !is_at(text, at - marker.size(), marker))
        {
            continue;
        }
        // back to the scheme, which is in front of any other comma
        size_t limit = at - from > longest_head ? at - longest_head : from;
        for (size_t back = at - marker.size(); back-- > limit; ) {
            if (text[back] == ',') {
                break;
            }
            if (is_at(text, back, scheme)) {
                size_t start = back + scheme.size();
                return read_head(text.substr(start, comma - start), comma + 1);
            }
        }
    }
    return std::nullopt;
}

}  // namespace gate::guard
