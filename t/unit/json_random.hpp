// Random JSON documents, and documents with a small harm done to them.
#pragma once

#include "random.hpp"

#include <string>
#include <string_view>

namespace gate::test {

inline std::string random_string(Random& random)
{
    static constexpr std::string_view parts[] = {
        "a", "name", "0", " ", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n",
        "\\r", "\\t", "\\u0041", "\\u00e9", "\\u20AC", "\\uffff",
        "\\ud83d\\ude00", "\\uD800\\uDC00", "\xc3\xa9", "\xe2\x82\xac",
        "\xf0\x9f\x98\x80", "\x7f", "/", "abcdefghijkl", "{", "[", ",", ":",
    };
    std::string out = "\"";
    for (size_t count = random.below(6); count > 0; count--) {
        out += random.pick(parts);
    }
    return out + '"';
}

inline std::string random_space(Random& random)
{
    return random.one_in(6) ? random.text(" \n\t\r", 3) : "";
}

inline std::string random_scalar(Random& random)
{
    static constexpr std::string_view scalars[] = {
        "true", "false", "null", "0", "-0", "1", "-17", "1.5", "0.25e-3",
        "1E+400", "9223372036854775808", "123456789012345678901234567890",
    };
    return random.one_in(2) ? random_string(random)
                            : std::string(random.pick(scalars));
}

inline std::string random_document(Random& random, size_t depth = 4)
{
    std::string out = random_space(random);
    size_t kind = random.below(4);

    if (depth == 0 || kind < 2) {
        out += random_scalar(random);
        return out + random_space(random);
    }

    bool is_object = kind == 2;
    out += is_object ? '{' : '[';
    out += random_space(random);
    size_t count = random.below(5);
    for (size_t i = 0; i < count; i++) {
        out += i > 0 ? "," : "";
        if (is_object) {
            out += random_space(random) + random_string(random)
                   + random_space(random) + ':';
        }
        out += random_document(random, depth - 1);
    }
    out += is_object ? '}' : ']';
    return out + random_space(random);
}

// Removes, repeats or replaces a few bytes.
inline std::string harmed(std::string text, Random& random)
{
    static constexpr std::string_view bytes[] = {
        "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "1", "-", "+", ".",
        "e", "E", "u", "n", "t", " ", "\n", std::string_view("\0", 1), "\x01",
        "\x0c", "\x80", "\xc1", "\xed", "\xff", "/", "*", "'", "\xef\xbb\xbf",
        "\\u", "\\ud800", "\\udc00", "\\u0000", "null", "NaN",
    };

    for (size_t count = 1 + random.below(3); count > 0; count--) {
        size_t at = random.below(text.size() + 1);
        switch (random.below(3)) {
        case 0: text.insert(at, random.pick(bytes)); break;
        case 1: text.erase(at, 1 + random.below(3)); break;
        default:
            if (at < text.size()) {
                text.replace(at, 1, random.pick(bytes));
            }
        }
    }
    return text;
}

}  // namespace gate::test
