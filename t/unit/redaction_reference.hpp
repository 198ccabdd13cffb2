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

inline Traced decode_traced(const Traced& raw)
{
    Traced out;
    for (size_t at = 0; at < raw.text.size(); ) {
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
        for (const guard::Piece& piece : texts.pieces) {
            traced_.push_back(trace(piece));
        }
    }

    // Whether each piece is what the body says at its place.
    bool texts_are_right() const
    {
        for (size_t i = 0; i < traced_.size(); i++) {
            const guard::Piece& piece = texts_.pieces[i];
            if (texts_.buffer.substr(piece.start, piece.end - piece.start)
                != traced_[i].text)
            {
                return false;
            }
        }
        return true;
    }

    // Marks what a place of the buffer stands for.
    void mark(guard::Span place)
    {
        for (size_t i = 0; i < traced_.size(); i++) {
            const guard::Piece& piece = texts_.pieces[i];
            uint32_t start = std::max(place.start, piece.start);
            uint32_t end = std::min(place.end, piece.end);
            bool is_number = piece.kind == guard::Piece::Kind::number;

            bool is_fixed = piece.kind == guard::Piece::Kind::name
                            || piece.kind == guard::Piece::Kind::payload;
            is_fixed_ = is_fixed_ || (start < end && is_fixed);
            for (uint32_t at = start; at < end; at++) {
                guard::Span source = traced_[i].sources[at - piece.start];
                std::fill(marks_.begin() + source.start,
                          marks_.begin() + source.end,
                          is_number ? Mark::number : Mark::text);
            }
        }
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

    Traced trace(const guard::Piece& piece) const
    {
        if (piece.kind == guard::Piece::Kind::copy) {
            return traced_[piece.parent];
        }
        const Traced& holder = piece.parent == guard::Piece::no_parent
                               ? whole_ : traced_[piece.parent];
        Traced raw;
        raw.text = holder.text.substr(piece.raw_start,
                                      piece.raw_end - piece.raw_start);
        raw.sources.assign(holder.sources.begin() + piece.raw_start,
                           holder.sources.begin() + piece.raw_end);
        if (piece.kind == guard::Piece::Kind::number) {
            guard::Span all{piece.raw_start, piece.raw_end};
            // a number can be judged as the digits of its value, too
            if (texts_.buffer.substr(piece.start, piece.end - piece.start)
                != raw.text)
            {
                raw.text = whole_digits(raw.text);
            }
            raw.sources.assign(raw.text.size(), all);
            return raw;
        }
        if (piece.kind == guard::Piece::Kind::payload && !piece.has_escape) {
            // decoded from somewhere in there
            raw.text = texts_.buffer.substr(piece.start,
                                            piece.end - piece.start);
            guard::Span all{0, 0};
            if (!raw.sources.empty()) {
                all = {raw.sources.front().start, raw.sources.back().end};
            }
            raw.sources.assign(raw.text.size(), all);
            return raw;
        }
        if (piece.level == 0) {
            return raw;
        }
        Traced text = decode_traced(raw);
        std::replace(text.text.begin(), text.text.end(), '\0', ' ');
        return text;
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
    std::vector<Traced>      traced_;
    std::vector<Mark>        marks_;
    bool                     is_fixed_ = false;
};

}  // namespace gate::test
