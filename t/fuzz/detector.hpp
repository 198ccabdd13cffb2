// What every detector owes to every text: its spans are whole characters of
// one text, in ascending order and apart; they do not depend on where in a
// buffer the text stands, what other texts stand there, or how many bytes are
// read at a time.
#pragma once

#include "filters.hpp"
#include "twin/twin.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gate::fuzz {

// Of exact size, for the sanitizer.
using Bytes = std::vector<char>;

inline std::string_view view(const Bytes& bytes)
{
    return {bytes.data(), bytes.size()};
}

inline void append(Bytes* out, std::string_view text)
{
    out->insert(out->end(), text.begin(), text.end());
}

// So that few cases are lost: what is no UTF-8 is taken for Latin-1.
inline std::string as_utf8(std::string_view text)
{
    if (text::is_utf8(text)) {
        return std::string(text);
    }
    std::string out;
    for (char c : text) {
        auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) {
            out += c;
        } else {
            out += static_cast<char>(0xc0 | byte >> 6);
            out += static_cast<char>(0x80 | (byte & 0x3f));
        }
    }
    return out;
}

inline bool is_border(std::string_view text, size_t at)
{
    return at == text.size()
           || (static_cast<unsigned char>(text[at]) & 0xc0) != 0x80;
}

// `text` is the one text, without the break behind it.
inline void check_spans(std::string_view text, guard::Slug slug,
    const guard::Findings& found)
{
    size_t last = 0;
    for (const guard::Finding& one : found) {
        auto [start, end] = one.span;
        demand(one.slug == slug, "a finding of another slug");
        demand(start < end && end <= text.size(), "a span outside the text");
        demand(start >= last, "spans out of order, or over each other");
        demand(is_border(text, start) && is_border(text, end),
               "a span that cuts a character");
        demand(text.substr(start, end - start).find('\0') == text.npos,
               "a span over a NUL");
        last = end;
    }
}

// Of findings in a text `shift` bytes further back in its buffer. Marks that
// keep words apart are looked through near signs of an injection, which may be
// those of another text: that can be found besides.
inline void check_same(guard::Slug slug, const guard::Findings& found,
    const guard::Findings& moved, size_t shift, const char* what)
{
    if (slug == guard::Slug::prompt_injection) {
        demand(found.empty() || !moved.empty(), what);
        return;
    }
    demand(found.size() == moved.size(), what);
    for (size_t i = 0; i < found.size(); i++) {
        demand(found[i].span.start + shift == moved[i].span.start
                   && found[i].span.end + shift == moved[i].span.end, what);
    }
}

class DetectorCheck {
public:
    DetectorCheck(guard::Slug slug, std::string_view input)
        : slug_(slug), text_(as_utf8(input)),
          rigor_(static_cast<guard::Rigor>(input.size() % 3))
    {
    }

    // What is found in the text, which is as it should be.
    guard::Findings run() const
    {
        Bytes buffer;
        append(&buffer, text_);
        append(&buffer, guard::text_break);
        guard::Findings found = find(view(buffer));
        check_spans(text_, slug_, found);
        check_twin(view(buffer), found);
        check_moved(found);
        check_amid(found);
        return found;
    }

    std::string_view text() const { return text_; }

private:
    static constexpr size_t places = 64;
    // Longer texts are moved to some places only, to bound the time, and so
    // are those of the slowest filter.
    static constexpr size_t short_text = 128;
    static constexpr size_t few_places = 5;

    guard::Findings find(std::string_view buffer) const
    {
        return find_slug(slug_, rigor_, buffer);
    }

    void check_twin(std::string_view buffer, const guard::Findings& found)
        const
    {
        auto others = twin::find(static_cast<unsigned>(slug_),
                                 static_cast<unsigned>(rigor_), buffer);
        demand(others.size() == found.size(), "another number without SIMD");
        for (size_t i = 0; i < found.size(); i++) {
            demand(others[i].start == found[i].span.start
                       && others[i].end == found[i].span.end,
                   "another span without SIMD");
        }
    }

    // Behind a text of white space, at every place in a block.
    void check_moved(const guard::Findings& found) const
    {
        Bytes buffer;
        for (size_t i = 0; i < places; i++) {
            buffer.push_back(i % 5 == 4 ? '\n' : ' ');
        }
        append(&buffer, guard::text_break);
        append(&buffer, text_);
        append(&buffer, guard::text_break);

        bool is_everywhere = text_.size() <= short_text
                             && slug_ != guard::Slug::prompt_injection;
        size_t step = is_everywhere ? 1 : places / few_places;
        size_t first = text_.size() % step;
        for (size_t skipped = first; skipped < places; skipped += step) {
            size_t shift = places - skipped + guard::text_break.size();
            check_same(slug_, found, find(view(buffer).substr(skipped)),
                       shift, "other findings behind another text");
        }
    }

    // Before a text of plain words.
    void check_amid(const guard::Findings& found) const
    {
        Bytes buffer;
        append(&buffer, text_);
        append(&buffer, guard::text_break);
        append(&buffer, "nothing to see, and no more than that");
        append(&buffer, guard::text_break);
        check_same(slug_, found, find(view(buffer)), 0,
                   "other findings before another text");
    }

    guard::Slug   slug_;
    std::string   text_;
    guard::Rigor  rigor_;
};

}  // namespace gate::fuzz
