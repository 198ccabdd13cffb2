#include "json/reader.hpp"

#include "base/text.hpp"

namespace gate::json {

namespace {

bool is_digit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

}  // namespace

void Reader::skip_space() noexcept
{
    while (at_ < text_.size()) {
        char c = text_[at_];
        if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
            return;
        }
        at_++;
    }
}

bool Reader::fail() noexcept
{
    failed_ = true;
    at_ = text_.size();
    return false;
}

char Reader::peek() noexcept
{
    skip_space();
    return at_ < text_.size() ? text_[at_] : '\0';
}

bool Reader::enter_object() noexcept
{
    if (peek() != '{') {
        return fail();
    }
    at_++;
    first_ = true;
    return true;
}

bool Reader::enter_array() noexcept
{
    if (peek() != '[') {
        return fail();
    }
    at_++;
    first_ = true;
    return true;
}

bool Reader::next_member(std::string_view* name)
{
    char c = peek();

    if (c == '}') {
        at_++;
        first_ = false;
        return false;
    }
    if (!first_) {
        if (c != ',') {
            return fail();
        }
        at_++;
        skip_space();
    }
    first_ = false;

    bool escaped = false;
    if (peek() != '"' || !raw_string(name, &escaped)) {
        return fail();
    }
    if (escaped) {
        name_.clear();
        unescape(name_, *name);
        *name = name_;
    }
    if (peek() != ':') {
        return fail();
    }
    at_++;
    return true;
}

bool Reader::next_element() noexcept
{
    char c = peek();

    if (c == ']') {
        at_++;
        first_ = false;
        return false;
    }
    if (!first_) {
        if (c != ',') {
            return fail();
        }
        at_++;
    }
    first_ = false;
    return peek() != '\0' || fail();
}

bool Reader::raw_string(std::string_view* inside, bool* escaped) noexcept
{
    size_t start = ++at_;

    for ( ;; ) {
        while (text_.size() - at_ >= 8) {
            uint64_t w = text::Word::load(text_.data() + at_);
            uint64_t special = text::Word::has(w, '"')
                               | text::Word::has(w, '\\');
            if (special != 0) {
                at_ += text::Word::first(special);
                break;
            }
            at_ += 8;
        }
        if (at_ >= text_.size()) {
            return fail();
        }
        if (text_[at_] == '"') {
            *inside = text_.substr(start, at_ - start);
            at_++;
            return true;
        }
        if (text_[at_] == '\\') {
            *escaped = true;
            // a text that starts inside a prescanned one may end here
            if (++at_ == text_.size()) {
                return fail();
            }
        }
        at_++;
    }
}

bool Reader::read_string(std::string_view* out)
{
    bool escaped = false;
    if (peek() != '"' || !raw_string(out, &escaped)) {
        return fail();
    }
    if (escaped) {
        string_.clear();
        unescape(string_, *out);
        *out = string_;
    }
    return true;
}

bool Reader::read_raw_string(std::string_view* inside) noexcept
{
    bool escaped = false;
    return (peek() == '"' && raw_string(inside, &escaped)) || fail();
}

bool Reader::literal(std::string_view word) noexcept
{
    if (text_.substr(at_, word.size()) != word) {
        return fail();
    }
    at_ += word.size();
    return true;
}

bool Reader::read_boolean(bool* out) noexcept
{
    *out = peek() == 't';
    return literal(*out ? "true" : "false");
}

bool Reader::read_null() noexcept
{
    skip_space();
    return literal("null");
}

bool Reader::read_integer(int64_t* out) noexcept
{
    peek();
    size_t start = at_;
    if (!skip_number()) {
        return false;
    }

    std::string_view digits = text_.substr(start, at_ - start);
    bool negative = digits[0] == '-';
    digits.remove_prefix(negative ? 1 : 0);

    // 18 digits always fit; nothing that is counted here is larger
    if (digits.size() > 18
        || digits.find_first_not_of("0123456789") != digits.npos)
    {
        return fail();
    }

    int64_t value = 0;
    for (char c : digits) {
        value = value * 10 + (c - '0');
    }
    *out = negative ? -value : value;
    return true;
}

// number = [ "-" ] int [ frac ] [ exp ], RFC 8259 section 6
bool Reader::skip_number() noexcept
{
    auto digits = [this] {
        size_t start = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) {
            at_++;
        }
        return at_ - start;
    };
    auto is_at = [this](char c) {
        return at_ < text_.size() && text_[at_] == c;
    };

    if (is_at('-')) {
        at_++;
    }
    bool zero = is_at('0');
    size_t count = digits();
    if (count == 0 || (zero && count > 1)) {
        return fail();
    }
    if (is_at('.')) {
        at_++;
        if (digits() == 0) {
            return fail();
        }
    }
    if (is_at('e') || is_at('E')) {
        at_++;
        if (is_at('+') || is_at('-')) {
            at_++;
        }
        if (digits() == 0) {
            return fail();
        }
    }
    return true;
}

bool Reader::skip(std::string_view* raw) noexcept
{
    peek();
    size_t start = at_;
    if (!skip_value(0)) {
        return false;
    }
    if (raw != nullptr) {
        *raw = text_.substr(start, at_ - start);
    }
    return true;
}

bool Reader::skip_value(size_t depth) noexcept
{
    std::string_view inside;
    bool escaped;

    switch (peek()) {
    case '{': return skip_container('}', depth + 1);
    case '[': return skip_container(']', depth + 1);
    case '"': return raw_string(&inside, &escaped);
    case 't': return literal("true");
    case 'f': return literal("false");
    case 'n': return literal("null");
    default:  return skip_number();
    }
}

bool Reader::skip_container(char close, size_t depth) noexcept
{
    if (depth > max_depth) {
        return fail();
    }
    at_++;

    for (bool first = true; peek() != close; first = false) {
        if (!first) {
            if (text_.substr(at_, 1) != ",") {
                return fail();
            }
            at_++;
        }
        if (close == '}') {
            std::string_view name;
            bool escaped;
            if (peek() != '"' || !raw_string(&name, &escaped)
                || peek() != ':')
            {
                return fail();
            }
            at_++;
        }
        if (!skip_value(depth)) {
            return false;
        }
    }

    at_++;
    return true;
}

bool Reader::finished() noexcept
{
    skip_space();
    return !failed_ && at_ == text_.size();
}

}  // namespace gate::json
