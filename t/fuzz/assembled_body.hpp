// A body of JSON out of any bytes, so that few cases are lost to the grammar.
#pragma once

#include "base64_encoder.hpp"
#include "json/writer.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace gate::fuzz {

inline std::string quoted(std::string_view text)
{
    std::string out;
    json::append_string(out, text);
    return out;
}

inline std::string number_in(std::string_view text)
{
    std::string out = "-1";
    for (char c : text) {
        if (c >= '0' && c <= '9') {
            out += c;
        }
    }
    return out;
}

// A payload that is a text, and one that is an image.
inline std::string payload_of(std::string_view text)
{
    std::string of_text = "see data:text/csv;base64," + test::base64(text);
    std::string image = "\x89PNG\r\n\x1a\n" + std::string(40, '\1');
    return "{\"text\":" + quoted(of_text + " " + std::string(text))
           + ",\"data\":" + quoted(test::base64(image + std::string(text)))
           + "}";
}

// The lines are the elements of one array; the first byte of each says how.
inline std::string assembled_body(std::string_view lines)
{
    std::string out = "{\"content\":[null";

    while (!lines.empty()) {
        size_t end = std::min(lines.find('\n'), lines.size());
        char how = lines[0];
        std::string_view text = lines.substr(std::min<size_t>(end, 1));
        text = text.substr(0, end - std::min<size_t>(end, 1));
        std::string inner = "{\"a\":" + quoted(text) + "}";

        out += ',';
        switch (static_cast<unsigned char>(how) % 8) {
        case 0: out += number_in(text); break;
        case 1: out += "{\"other\":" + quoted(text) + "}"; break;
        case 2: out += "{" + quoted(text) + ":{}}"; break;
        case 3: out += quoted(inner); break;
        case 4: out += quoted(quoted(inner)); break;
        case 5: out += payload_of(text); break;
        default: out += "{\"text\":" + quoted(text) + "}";
        }
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return out + "]}";
}

}  // namespace gate::fuzz
