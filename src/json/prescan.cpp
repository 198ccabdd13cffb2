#include "json/prescan.hpp"

#include "base/text.hpp"
#include "json/escape.hpp"

namespace gate::json {

namespace {

using text::Word;

// Skips what needs no look inside a string, eight bytes at a time.
size_t skip_plain(std::string_view in, size_t at) noexcept
{
    while (in.size() - at >= 8) {
        uint64_t w = Word::load(in.data() + at);
        uint64_t special = Word::has_control(w) | Word::has_non_ascii(w)
                           | Word::has(w, '"') | Word::has(w, '\\');
        if (special != 0) {
            return at + Word::first(special);
        }
        at += 8;
    }
    return at;
}

// Walks the string whose first byte is at `*at` to just past its quote.
std::optional<Flaw> walk_string(std::string_view in, size_t* at) noexcept
{
    size_t i = *at;

    for ( ;; ) {
        i = skip_plain(in, i);
        if (i >= in.size()) {
            return Flaw{in.size(), "string without an end"};
        }

        auto c = static_cast<unsigned char>(in[i]);

        if (c == '"') {
            *at = i + 1;
            return std::nullopt;
        }

        size_t length = 1;

        if (c == '\\') {
            std::string_view cause;
            length = read_escape(in, i, &cause).length;
            if (length == 0) {
                return Flaw{i, cause};
            }

        } else if (c < 0x20) {
            return Flaw{i, "control character in a string"};

        } else if (c >= 0x80) {
            length = text::utf8_length(in, i);
            if (length == 0) {
                return Flaw{i, "not UTF-8"};
            }
        }

        i += length;
    }
}

}  // namespace

std::optional<Flaw> prescan(std::string_view in) noexcept
{
    size_t at = 0;

    while (at < in.size()) {
        auto c = static_cast<unsigned char>(in[at++]);

        if (c == '"') {
            if (auto flaw = walk_string(in, &at)) {
                return flaw;
            }
            continue;
        }
        if (c >= 0x80) {
            return Flaw{at - 1, "not ASCII outside a string"};
        }
        if (c < 0x20 && c != '\n' && c != '\t' && c != '\r') {
            return Flaw{at - 1, "control character"};
        }
    }

    return std::nullopt;
}

}  // namespace gate::json
