#include "guard/form_body.hpp"

#include "base/hex.hpp"
#include "base/text.hpp"
#include "json/escape.hpp"
#include "json/writer.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

// One byte of a field, and how long its spelling is.
struct Unit {
    char    byte;
    size_t  length;
};

Unit unit_at(std::string_view form, size_t at) noexcept
{
    if (form[at] == '+') {
        return {' ', 1};
    }
    int byte = percent_escape(form, at);
    if (byte >= 0) {
        return {static_cast<char>(byte), 3};
    }
    return {form[at], 1};
}

void append_encoded(std::string& out, std::string_view text)
{
    constexpr char digits[] = "0123456789ABCDEF";

    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9') || c == '*' || c == '-'
                        || c == '.' || c == '_';
        if (is_plain) {
            out += c;
        } else if (c == ' ') {
            out += '+';
        } else {
            out += '%';
            out += digits[byte >> 4];
            out += digits[byte & 15];
        }
    }
}

}  // namespace

void FormBody::put(std::string_view bytes, size_t source)
{
    json_ += bytes;
    sources_.resize(json_.size(), static_cast<uint32_t>(source));
}

std::optional<json::Flaw> FormBody::put_text(std::string_view form,
    size_t start, size_t end)
{
    std::string_view field = form.substr(0, end);
    std::string one;

    text_.clear();
    put("\"", start);
    for (size_t at = start; at < end; ) {
        Unit unit = unit_at(field, at);
        if (unit.byte == '\0') {
            return json::Flaw{at, "NUL in a field"};
        }
        text_ += unit.byte;
        bool is_plain = static_cast<unsigned char>(unit.byte) >= 0x20
                        && unit.byte != '"' && unit.byte != '\\';
        if (is_plain) {
            put({&unit.byte, 1}, at);
        } else {
            one.clear();
            json::append_string(one, {&unit.byte, 1});
            put(std::string_view(one).substr(1, one.size() - 2), at);
        }
        at += unit.length;
    }
    put("\"", end);
    if (!text::is_utf8(text_)) {
        return json::Flaw{start, "a field is not UTF-8"};
    }
    return std::nullopt;
}

std::optional<json::Flaw> FormBody::read(std::string_view form)
{
    json_.clear();
    sources_.clear();
    put("[", 0);
    for (size_t at = 0; at < form.size(); ) {
        size_t end = std::min(form.find('&', at), form.size());
        size_t equals = std::min(form.substr(0, end).find('=', at), end);
        put(json_.size() > 1 ? ",{" : "{", at);
        auto flaw = put_text(form, at, equals);
        if (!flaw) {
            put(":", equals);
            flaw = put_text(form, std::min(equals + 1, end), end);
        }
        if (flaw) {
            return flaw;
        }
        put("}", end);
        at = end + 1;
    }
    put("]", form.size());
    return std::nullopt;
}

std::string FormBody::write(std::string_view form,
    const std::vector<Replaced>& places) const
{
    std::string out;
    std::string label;
    size_t done = 0;

    for (const Replaced& place : places) {
        size_t start = sources_[place.place.start];
        out.append(form, done, start - done);
        label.clear();
        json::unescape(label, place.spelled);
        append_encoded(out, label);
        done = sources_[place.place.end];
    }
    return out.append(form, done);
}

void FormBody::forget()
{
    constexpr size_t spare = 256 * 1024;

    if (json_.capacity() > spare) {
        std::string().swap(json_);
        std::string().swap(text_);
        std::vector<uint32_t>().swap(sources_);
    }
}

}  // namespace gate::guard
