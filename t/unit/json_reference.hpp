// A slow, plain reader of strict JSON: the rules of RFC 8259 and of faults.md
// 4 once more, written without a look at the code under test.
#pragma once

#include "json_dump.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace gate::test {

inline std::string utf8_of(unsigned c)
{
    auto byte = [](unsigned b) { return static_cast<char>(b); };

    if (c < 0x80) {
        return {byte(c)};
    }
    if (c < 0x800) {
        return {byte(0xc0 + c / 64), byte(0x80 + c % 64)};
    }
    if (c < 0x10000) {
        return {byte(0xe0 + c / 4096), byte(0x80 + c / 64 % 64),
                byte(0x80 + c % 64)};
    }
    return {byte(0xf0 + c / 262144), byte(0x80 + c / 4096 % 64),
            byte(0x80 + c / 64 % 64), byte(0x80 + c % 64)};
}

// Length of the one UTF-8 character in front, or 0: reads the bits, then asks
// whether writing the value gives the same bytes back.
inline size_t reference_utf8_length(std::string_view in)
{
    if (in.empty()) {
        return 0;
    }

    auto lead = static_cast<unsigned char>(in[0]);
    size_t length = lead < 0x80 ? 1 : lead >> 5 == 6 ? 2
                    : lead >> 4 == 14 ? 3 : lead >> 3 == 30 ? 4 : 0;
    if (length == 0 || in.size() < length) {
        return 0;
    }

    unsigned value = length == 1 ? lead : lead & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        value = value * 64 + (static_cast<unsigned char>(in[i]) & 0x3f);
    }
    bool is_scalar = value < 0xd800 || (value > 0xdfff && value < 0x110000);
    return is_scalar && utf8_of(value) == in.substr(0, length) ? length : 0;
}

class JsonReference {
public:
    explicit JsonReference(std::string_view text) : rest_(text) {}

    Dump read()
    {
        space();
        if (!value(0)) {
            return std::nullopt;
        }
        space();
        return rest_.empty() ? Dump(out_) : std::nullopt;
    }

private:
    bool take(std::string_view word)
    {
        if (rest_.substr(0, word.size()) != word) {
            return false;
        }
        rest_.remove_prefix(word.size());
        return true;
    }

    void space()
    {
        while (take(" ") || take("\n") || take("\t") || take("\r")) {
        }
    }

    bool value(size_t depth)
    {
        if (take("{")) {
            return depth < 64 && object(depth + 1);
        }
        if (take("[")) {
            return depth < 64 && array(depth + 1);
        }
        if (take("\"")) {
            std::string text;
            bool good = string(&text);
            append_text(out_, 's', text);
            return good;
        }
        for (std::string_view word : {"true", "false", "null"}) {
            if (take(word)) {
                append_literal(out_, word);
                return true;
            }
        }
        return number();
    }

    bool object(size_t depth)
    {
        std::set<std::string> names;
        out_ += '{';
        space();

        for (bool first = true; !take("}"); first = false) {
            std::string name;
            if (!first && !take(",")) {
                return false;
            }
            space();
            if (!take("\"") || !string(&name) || !names.insert(name).second) {
                return false;
            }
            append_text(out_, 'k', name);
            space();
            if (!take(":")) {
                return false;
            }
            space();
            if (!value(depth)) {
                return false;
            }
            space();
        }
        out_ += '}';
        return true;
    }

    bool array(size_t depth)
    {
        out_ += '[';
        space();

        for (bool first = true; !take("]"); first = false) {
            if (!first && !take(",")) {
                return false;
            }
            space();
            if (!value(depth)) {
                return false;
            }
            space();
        }
        out_ += ']';
        return true;
    }

    bool string(std::string* text)
    {
        while (!take("\"")) {
            if (take("\\")) {
                if (!escape(text)) {
                    return false;
                }
                continue;
            }
            size_t length = reference_utf8_length(rest_);
            if (length == 0 || static_cast<unsigned char>(rest_[0]) < 0x20) {
                return false;
            }
            *text += rest_.substr(0, length);
            rest_.remove_prefix(length);
        }
        return true;
    }

    bool escape(std::string* text)
    {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";

        for (size_t i = 0; i < letters.size(); i++) {
            if (take(letters.substr(i, 1))) {
                *text += meanings[i];
                return true;
            }
        }

        unsigned high = 0;
        unsigned low = 0;
        if (!take("u") || !hex(&high) || high == 0) {
            return false;
        }
        if (high >= 0xd800 && high < 0xe000) {
            if (high >= 0xdc00 || !take("\\u") || !hex(&low)
                || low < 0xdc00 || low > 0xdfff)
            {
                return false;
            }
            high = 0x10000 + (high - 0xd800) * 1024 + (low - 0xdc00);
        }
        *text += utf8_of(high);
        return true;
    }

    bool hex(unsigned* value)
    {
        constexpr std::string_view digits = "0123456789abcdef";

        for (int i = 0; i < 4; i++) {
            if (rest_.empty()) {
                return false;
            }
            char c = rest_[0];
            if (c >= 'A' && c <= 'F') {
                c = static_cast<char>(c - 'A' + 'a');
            }
            size_t digit = digits.find(c);
            if (digit == digits.npos) {
                return false;
            }
            *value = *value * 16 + static_cast<unsigned>(digit);
            rest_.remove_prefix(1);
        }
        return true;
    }

    size_t digits()
    {
        size_t count = std::min(rest_.find_first_not_of("0123456789"),
                                rest_.size());
        rest_.remove_prefix(count);
        return count;
    }

    bool number()
    {
        std::string_view start = rest_;

        take("-");
        bool zero = rest_.substr(0, 1) == "0";
        size_t count = digits();
        if (count == 0 || (zero && count > 1)) {
            return false;
        }
        if (take(".") && digits() == 0) {
            return false;
        }
        if (take("e") || take("E")) {
            if (!take("+")) {
                take("-");
            }
            if (digits() == 0) {
                return false;
            }
        }
        append_literal(out_, start.substr(0, start.size() - rest_.size()));
        return true;
    }

    std::string_view  rest_;
    std::string       out_;
};

inline Dump dump_by_reference(std::string_view text)
{
    return JsonReference(text).read();
}

}  // namespace gate::test
