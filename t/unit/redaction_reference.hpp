// What a redaction may change, found out the slow way: every byte that is
// judged is followed back to the bytes of the body that it stands for.
#pragma once

#include "guard/collected.hpp"
#include "json_reference.hpp"
#include "json_tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gate::test {

// A text and, for each of its bytes, where it came from.
struct Traced {
    std::string               text;
    std::vector<guard::Span>  sources;
};

// The code point of "\uXXXX" in front of `in`, or -1.
inline long unicode_escape(std::string_view in)
{
    if (in.substr(0, 2) != "\\u" || in.size() < 6) {
        return -1;
    }
    std::string digits(in.substr(2, 4));
    bool is_hex = digits.find_first_not_of("0123456789abcdefABCDEF")
                  == digits.npos;
    return is_hex ? std::stol(digits, nullptr, 16) : -1;
}

// What the first bytes of `in` stand for, and how many they are. Whatever is
// no escape stands for itself.
inline std::pair<std::string, size_t> first_unit(std::string_view in)
{
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    std::pair<std::string, size_t> itself(in.substr(0, 1), 1);

    if (in[0] != '\\' || in.size() < 2) {
        return itself;
    }
    size_t letter = letters.find(in[1]);
    if (letter != letters.npos) {
        return {std::string(1, meanings[letter]), 2};
    }
    long high = unicode_escape(in);
    if (high < 0xd800 || high > 0xdfff) {
        return high < 0 ? itself
                        : std::pair(utf8_of(static_cast<unsigned>(high)), 6ul);
    }
    long low = high < 0xdc00 ? unicode_escape(in.substr(6)) : -1;
    if (low < 0xdc00 || low > 0xdfff) {
        return itself;
    }
    long code = 0x10000 + (high - 0xd800) * 0x400 + (low - 0xdc00);
    return {utf8_of(static_cast<unsigned>(code)), 12};
}

inline Traced part_of(const Traced& of, size_t start, size_t size)
{
    size_t end = start + std::min(size, of.text.size() - start);
    Traced out;
    out.text = of.text.substr(start, end - start);
    out.sources.assign(of.sources.begin() + static_cast<std::ptrdiff_t>(start),
                       of.sources.begin() + static_cast<std::ptrdiff_t>(end));
    return out;
}

// The first `size` bytes of the text that `raw` stands for.
inline Traced decode_traced(const Traced& raw, size_t size)
{
    Traced out;
    for (size_t at = 0; at < raw.text.size() && out.text.size() < size; ) {
        auto [text, length] = first_unit(std::string_view(raw.text)
                                             .substr(at));
        guard::Span source{raw.sources[at].start,
                           raw.sources[at + length - 1].end};
        out.text += text;
        out.sources.resize(out.text.size(), source);
        at += length;
    }
    return out;
}

// As the label stands in a text, in a string, and two levels below.
inline void add_spellings(std::set<std::string>* labels,
    std::string_view label)
{
    std::string spelled(label);
    for (int level = 0; level < 4; level++) {
        labels->insert(spelled);
        std::string quoted;
        for (char c : spelled) {
            quoted += c == '"' || c == '\\' ? "\\" : "";
            quoted += c;
        }
        spelled = quoted;
    }
}

// The digits of a whole number without its sign, the decimal point moved place
// by place; empty when there is a fraction.
inline std::string whole_digits(std::string_view spelling)
{
    size_t e = std::min(spelling.find_first_of("eE"), spelling.size());
    std::string digits(spelling.substr(0, e));
    long places = e == spelling.size()
                  ? 0 : std::strtol(spelling.data() + e + 1, nullptr, 10);
    if (digits[0] == '-') {
        digits.erase(0, 1);
    }
    if (digits.find('.') == digits.npos) {
        digits += '.';
    }
    for (; places > 0 && digits.size() < 500; places--) {
        size_t point = digits.find('.');
        digits += point + 1 == digits.size() ? "0" : "";
        std::swap(digits[point], digits[point + 1]);
    }
    for (; places < 0 && digits.size() < 500; places++) {
        digits.insert(0, "0");
        size_t point = digits.find('.');
        std::swap(digits[point], digits[point - 1]);
    }
    while (digits.back() == '0') {
        digits.pop_back();
    }
    bool is_whole = digits.back() == '.';
    digits.pop_back();
    digits.erase(0, digits.find_first_not_of('0'));
    return is_whole ? digits : "";
}

// Whether `b` is `a` but for what its strings say; a number may have become a
// string.
inline bool have_one_structure(const Tree& a, const Tree& b)
{
    bool is_label = a.kind == json::Kind::number
                    && b.kind == json::Kind::string;

    if ((a.kind != b.kind && !is_label)
        || a.members.size() != b.members.size()
        || a.items.size() != b.items.size())
    {
        return false;
    }
    for (size_t i = 0; i < a.members.size(); i++) {
        if (a.members[i].first != b.members[i].first
            || !have_one_structure(a.members[i].second, b.members[i].second))
        {
            return false;
        }
    }
    for (size_t i = 0; i < a.items.size(); i++) {
        if (!have_one_structure(a.items[i], b.items[i])) {
            return false;
        }
    }
    return b.kind == json::Kind::string || a.text == b.text;
}

class RedactionReference {
public:
    RedactionReference(std::string_view body, const guard::Collected& texts)
        : body_(body), texts_(texts), marks_(body.size(), Mark::none)
    {
        for (uint32_t at = 0; at < body.size(); at++) {
            whole_.text += body[at];
            whole_.sources.push_back({at, at + 1});
        }
        buffer_.text = texts.buffer;
        buffer_.sources.resize(texts.buffer.size());
        for (size_t i = 0; i < texts.pieces.size(); i++) {
            const guard::Piece& piece = texts.pieces[i];
            traced_.push_back(trace(piece));
            std::copy(traced_[i].sources.begin(), traced_[i].sources.end(),
                      buffer_.sources.begin() + piece.start);
        }
    }

    // Whether each piece is what the body says at its place.
    bool texts_are_right() const
    {
        for (size_t i = 0; i < traced_.size(); i++) {
            const guard::Piece& piece = texts_.pieces[i];
            if (texts_.text_of(piece) != traced_[i].text) {
                return false;
            }
        }
        return true;
    }

    // Marks what a place of the buffer stands for.
    void mark(guard::Span place)
    {
        for_each_source(place, [this](guard::Span source, size_t i) {
            guard::Piece::Kind kind = base_of(i).kind();
            if (kind == guard::Piece::Kind::name
                || kind == guard::Piece::Kind::payload)
            {
                is_fixed_ = true;
                return;
            }
            std::fill(marks_.begin() + source.start,
                      marks_.begin() + source.end,
                      kind == guard::Piece::Kind::number ? Mark::number
                                                         : Mark::text);
        });
    }

    // From the first byte of the body that a place stands for to the last.
    guard::Span reach_of(guard::Span place) const
    {
        guard::Span reach{UINT32_MAX, 0};
        for_each_source(place, [&reach](guard::Span source, size_t) {
            reach.start = std::min(reach.start, source.start);
            reach.end = std::max(reach.end, source.end);
        });
        return reach;
    }

    // Whether a mark is in a member's name or in the text of a payload.
    bool is_fixed() const { return is_fixed_; }

    // Whether `out` is the body with `count` labels in place of the marked
    // bytes and with all other bytes; labels as they may be spelled.
    bool is_result(std::string_view out, const std::set<std::string>& labels,
        size_t count) const
    {
        States states = {{0, 0}};

        for (size_t at = 0; at < body_.size() && !states.empty(); ) {
            Mark mark = marks_[at];
            size_t start = at;
            while (at < body_.size() && marks_[at] == mark) {
                at++;
            }
            if (mark == Mark::none) {
                states = after(states, out, body_.substr(start, at - start));
            } else if (mark == Mark::number) {
                states = after_label(states, out, labels, "\"");
            } else {
                states = after_labels(states, out, labels);
            }
        }
        return states.count({out.size(), count}) != 0;
    }

private:
    enum class Mark : uint8_t { none, text, number };

    // Bytes of the result that are accounted for, and labels among them: more
    // than one way where a label stands beside a text that looks like one.
    using States = std::set<std::pair<size_t, size_t>>;

    template <class Take>
    void for_each_source(guard::Span place, const Take& take) const
    {
        for (size_t i = 0; i < traced_.size(); i++) {
            const guard::Piece& piece = texts_.pieces[i];
            uint32_t start = std::max(place.start, piece.start + 0u);
            uint32_t end = std::min(place.end, piece.end());
            for (uint32_t at = start; at < end; at++) {
                take(traced_[i].sources[at - piece.start], i);
            }
        }
    }

    // The piece of the body that a piece comes from, or one of them.
    const guard::Piece& base_of(size_t i) const
    {
        while (!texts_.pieces[i].is_of_body()) {
            const guard::Piece& piece = texts_.pieces[i];
            i = piece.kind() == guard::Piece::Kind::run
                ? texts_.runs[piece.source].first
                : texts_.piece_at(piece.source);
        }
        return texts_.pieces[i];
    }

    Traced trace(const guard::Piece& piece) const
    {
        Traced out;
        switch (piece.kind()) {
        case guard::Piece::Kind::number:
            return trace_number(piece);
        case guard::Piece::Kind::payload:
            // decoded from somewhere in there
            for (char c : texts_.text_of(piece)) {
                auto at = piece.source + static_cast<uint32_t>(
                    out.text.size());
                out.text += c;
                out.sources.push_back({at, at + 1});
            }
            return out;
        case guard::Piece::Kind::copy:
            return part_of(buffer_, piece.source, piece.size);
        case guard::Piece::Kind::run: {
            const guard::Run& run = texts_.runs[piece.source];
            for (uint32_t i = run.first; i <= run.last; i++) {
                out.text += traced_[i].text;
                out.sources.insert(out.sources.end(),
                    traced_[i].sources.begin(), traced_[i].sources.end());
            }
            return out;
        }
        default:
            break;
        }
        bool is_escaped = piece.has_escape || !piece.is_of_body();
        const Traced& holder = piece.is_of_body() ? whole_ : buffer_;
        out = part_of(holder, piece.source,
                      is_escaped ? std::string::npos : piece.size);
        if (is_escaped) {
            out = part_of(decode_traced(out, piece.size), 0, piece.size);
            std::replace(out.text.begin(), out.text.end(), '\0', ' ');
        }
        return out;
    }

    Traced trace_number(const guard::Piece& piece) const
    {
        size_t end = std::min(body_.find_first_not_of("0123456789+-.eE",
                                                      piece.source),
                              body_.size());
        guard::Span all{piece.source, static_cast<uint32_t>(end)};
        Traced out;
        out.text = body_.substr(all.start, all.end - all.start);
        // a number can be inspected as the digits of its value, too
        if (texts_.text_of(piece) != out.text) {
            out.text = whole_digits(out.text);
        }
        out.sources.assign(out.text.size(), all);
        return out;
    }

    static States after(const States& states, std::string_view out,
        std::string_view text, size_t labels = 0)
    {
        States result;
        for (auto [at, count] : states) {
            if (out.substr(at, text.size()) == text) {
                result.insert({at + text.size(), count + labels});
            }
        }
        return result;
    }

    static States after_label(const States& states, std::string_view out,
        const std::set<std::string>& labels, const std::string& quote)
    {
        States result;
        for (const std::string& label : labels) {
            result.merge(after(states, out, quote + label + quote, 1));
        }
        return result;
    }

    // Any number of labels: none in the later parts of a joined text.
    static States after_labels(const States& states, std::string_view out,
        const std::set<std::string>& labels)
    {
        States result = states;
        States last = states;
        while (!last.empty()) {
            last = after_label(last, out, labels, "");
            result.insert(last.begin(), last.end());
        }
        return result;
    }

    std::string_view         body_;
    const guard::Collected&  texts_;
    Traced                   whole_;
    Traced                   buffer_;
    std::vector<Traced>      traced_;
    std::vector<Mark>        marks_;
    bool                     is_fixed_ = false;
};

}  // namespace gate::test
