#include "json/writer.hpp"

#include "base/text.hpp"

namespace gate::json {

namespace {

using text::Word;

// Bytes from `at` that need no change: printable ASCII but quote, backslash
// and slash.
size_t plain_run(std::string_view in, size_t at) noexcept
{
    size_t start = at;

    while (in.size() - at >= 8) {
        uint64_t w = Word::load(in.data() + at);
        uint64_t special = Word::has_control(w) | Word::has_non_ascii(w)
                           | Word::has(w, '"') | Word::has(w, '\\')
                           | Word::has(w, '/');
        if (special != 0) {
            return at + Word::first(special) - start;
        }
        at += 8;
    }

    while (at < in.size()) {
        auto c = static_cast<unsigned char>(in[at]);
        if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\' || c == '/') {
            break;
        }
        at++;
    }

    return at - start;
}

void append_control(std::string& out, unsigned char c)
{
    constexpr char digits[] = "0123456789abcdef";

    switch (c) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default:
        out += "\\u00";
        out += digits[c >> 4];
        out += digits[c & 0xf];
    }
}

// Appends the character at `at`, which is not plain; returns its length.
size_t append_special(std::string& out, std::string_view in, size_t at)
{
    auto c = static_cast<unsigned char>(in[at]);

    if (c == '"' || c == '\\') {
        out += '\\';
        out += in[at];
        return 1;
    }
    if (c == '/') {
        out += at > 0 && in[at - 1] == '<' ? "\\/" : "/";
        return 1;
    }
    if (c < 0x20) {
        append_control(out, c);
        return 1;
    }

    size_t length = text::utf8_length(in, at);
    if (length == 0) {
        out += "\xef\xbf\xbd";
        return 1;
    }

    std::string_view character = in.substr(at, length);
    if (character == "\xe2\x80\xa8") {
        out += "\\u2028";
    } else if (character == "\xe2\x80\xa9") {
        out += "\\u2029";
    } else {
        out += character;
    }
    return length;
}

}  // namespace

void append_string(std::string& out, std::string_view in)
{
    out += '"';

    size_t at = 0;
    while (at < in.size()) {
        size_t run = plain_run(in, at);
        out.append(in.data() + at, run);
        at += run;
        if (at < in.size()) {
            at += append_special(out, in, at);
        }
    }

    out += '"';
}

}  // namespace gate::json
