// The same JSON with some characters of its strings written as escapes.
#pragma once

#include "base/text.hpp"
#include "random.hpp"

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

namespace gate::test {

inline std::string code_unit_escape(unsigned unit)
{
    char out[16];
    std::snprintf(out, sizeof out, "\\u%04x", unit);
    return out;
}

// The escape of the one character of UTF-8 in `character`.
inline std::string as_escape(std::string_view character)
{
    auto lead = static_cast<unsigned char>(character[0]);
    constexpr unsigned lead_masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    unsigned code = lead & lead_masks[character.size()];

    for (char c : character.substr(1)) {
        code = code << 6 | (static_cast<unsigned char>(c) & 0x3f);
    }
    if (code < 0x10000) {
        return code_unit_escape(code);
    }
    code -= 0x10000;
    return code_unit_escape(0xd800 + (code >> 10))
           + code_unit_escape(0xdc00 + (code & 0x3ff));
}

// The inside of a string; escapes that stand there stay.
inline std::string respelled_string(std::string_view raw, Random& random)
{
    std::string out;
    size_t at = 0;

    while (at < raw.size()) {
        size_t length = raw[at] != '\\' ? text::utf8_length(raw, at)
                        : raw[at + 1] == 'u' ? 6 : 2;
        std::string_view one = raw.substr(at, length);
        bool is_changed = raw[at] != '\\' && random.one_in(4);
        out += is_changed ? as_escape(one) : std::string(one);
        at += length;
    }
    return out;
}

// `body` is strict JSON; strings spelled `own` stay as they are.
inline std::string respelled(std::string_view body, std::string_view own,
    Random& random)
{
    std::string out;
    size_t at = 0;

    while (at < body.size()) {
        size_t quote = std::min(body.find('"', at), body.size());
        out += body.substr(at, quote - at);
        if (quote == body.size()) {
            break;
        }
        size_t end = quote + 1;
        while (body[end] != '"') {
            end += body[end] == '\\' ? 2 : 1;
        }
        std::string_view raw = body.substr(quote + 1, end - quote - 1);
        out += '"';
        out += raw == own ? std::string(raw) : respelled_string(raw, random);
        out += '"';
        at = end + 1;
    }
    return out;
}

}  // namespace gate::test
