#include "guard/pii/email.hpp"

#include "guard/pii/glyph.hpp"

namespace gate::guard {

namespace {

// RFC 5321 4.5.3.1
constexpr size_t longest_local = 64;
constexpr size_t longest_domain = 253;

constexpr bool is_any_letter(char c) noexcept
{
    return is_alphabetic(c) || c == Glyph::ideograph;
}

// Of the characters that RFC 5322 allows, those that are in use: '=', '&' or
// '/' before a name are more often what leads to it.
constexpr bool is_local(char c) noexcept
{
    switch (c) {
    case '.': case '_': case '+': case '-': case '%': case '\'':
        return true;
    default:
        return is_any_letter(c) || is_digit(c);
    }
}

// Writing without spaces runs into an address that is not in ideographs.
constexpr bool changes_writing(char from, char to) noexcept
{
    return from != Glyph::ideograph && to == Glyph::ideograph;
}

// The ideographs before `end` are a name and no sentence: few, or parted by a
// mark from what is one.
bool is_short_name(std::string_view text, size_t end) noexcept
{
    constexpr size_t longest = 4;
    size_t at = end;
    Glyph g = glyph_before(text, at);
    for (size_t n = 0; g.c == Glyph::ideograph; n++) {
        if (n == longest) {
            return false;
        }
        at -= g.size;
        g = glyph_before(text, at);
    }
    return true;
}

// What stands behind some ideographs in a local part.
class LocalTail {
public:
    void add(char c) noexcept
    {
        has_ideograph_ = has_ideograph_ || c == Glyph::ideograph;
        digits_ = is_digit(c) ? digits_ + 1 : digits_;
        is_number_ = is_number_ && is_digit(c);
        last_ = c;
    }

    // The ideographs before `at` are part of it too: "田中92@", with fewer
    // digits than an account number has, and "花子.田中@".
    bool continues(std::string_view text, size_t at) const noexcept
    {
        constexpr size_t most_digits = 4;
        if (last_ == Glyph::ideograph) {
            return true;
        }
        if (is_digit(last_)) {
            return is_number_ && digits_ <= most_digits
                   && is_short_name(text, at);
        }
        return has_ideograph_ && !is_any_letter(last_);
    }

private:
    size_t  digits_ = 0;
    bool    is_number_ = true;
    bool    has_ideograph_ = false;
    char    last_ = Glyph::symbol;
};

// An earlier "%40": what stands before it was looked at then.
bool is_escaped_at(std::string_view text, size_t i, size_t at) noexcept
{
    return i + 3 <= at && text.substr(i, 3) == "%40";
}

// Where the local part before `at` starts; `at` if there is none.
size_t local_start(std::string_view text, size_t at) noexcept
{
    size_t start = at;
    LocalTail tail;

    for (size_t n = 0; n < longest_local; n++) {
        Glyph g = glyph_before(text, start);
        bool is_other = n > 0 && g.c == Glyph::ideograph
                        && !tail.continues(text, start);
        if (!is_local(g.c) || is_other
            || (g.c == '%' && is_escaped_at(text, start - g.size, at))) {
            break;
        }
        tail.add(g.c);
        start -= g.size;
    }

    // quotes, list marks and dots before the name are not part of it
    for (;;) {
        Glyph g = glyph_at(text, start);
        if (start >= at || is_any_letter(g.c) || is_digit(g.c)
            || g.c == '_' || g.c == '+') {
            return start;
        }
        start += g.size;
    }
}

// The same for "john doe"@example.com.
size_t quoted_start(std::string_view text, size_t at) noexcept
{
    size_t start = at - 1;
    for (size_t n = 0; n < longest_local && start > 0; n++) {
        Glyph g = glyph_before(text, start);
        if (g.c == '\n' || g.c == '\0') {
            break;
        }
        start -= g.size;
        if (g.c == '"' && glyph_before(text, start).c != '\\') {
            bool is_empty = n == 0;
            return is_empty || is_word(glyph_before(text, start).c) ? at
                                                                    : start;
        }
    }
    return at;
}

struct Label {
    size_t  end;
    size_t  letters_end;  // behind its leading letters
    size_t  letters = 0;  // how many lead it
    bool    is_number = true;
    bool    is_host = true;  // has no '_' and no dash but that of ASCII
};

Label read_label(std::string_view text, size_t at) noexcept
{
    constexpr size_t longest = 63;
    Label label{at, at};
    char first = Glyph::symbol;
    size_t end = at;

    for (size_t n = 0; n < longest; n++) {
        Glyph g = glyph_at(text, end);
        bool is_name = is_any_letter(g.c) || is_digit(g.c);
        if ((!is_name && ((g.c != '-' && g.c != '_') || n == 0))
            || (n > 0 && changes_writing(first, g.c))) {
            break;
        }
        first = n == 0 ? g.c : first;
        label.is_host = label.is_host && g.c != '_'
                        && (g.c != '-' || g.size == 1);
        end += g.size;
        label.is_number = label.is_number && is_digit(g.c);
        if (is_any_letter(g.c) && label.letters == n) {
            label.letters++;
            label.letters_end = end;
        }
        if (is_name) {
            // a label does not end in a mark
            label.end = end;
        }
    }
    return label;
}

// "_john@example.org_": the marks before the name are not part of it where as
// many stand behind the domain.
size_t skip_emphasis(std::string_view text, size_t start, size_t at,
    size_t end) noexcept
{
    size_t count = 0;
    while (start + count < at && text[start + count] == '_') {
        count++;
    }
    bool is_name = start + count < at;
    return is_name && text.substr(end, count).find_first_not_of('_')
                          == text.npos && text.size() - end >= count
           ? start + count : start;
}

bool is_punycode(std::string_view text, size_t at) noexcept
{
    std::string_view lead = text.substr(at, 4);
    return lead.size() == 4 && lower(lead[0]) == 'x' && lower(lead[1]) == 'n'
           && lead[2] == '-' && lead[3] == '-';
}

// Where a top-level label at `at` ends; 0 if this is none.
size_t top_end(std::string_view text, size_t at, const Label& label) noexcept
{
    if (is_punycode(text, at)) {
        return label.end;
    }
    // "x@example.com-office"
    bool is_name = label.letters >= 2
                   && !is_digit(glyph_at(text, label.letters_end).c);
    return is_name ? label.letters_end : 0;
}

// "icon@2x.png"
bool is_picture(std::string_view text, size_t behind, size_t end) noexcept
{
    return end - behind >= 4 && is_digit(text[behind])
           && text[behind + 1] == 'x' && text[behind + 2] == '.';
}

// Where the domain at `behind` ends; 0 if there is none.
size_t domain_end(std::string_view text, size_t behind) noexcept
{
    size_t at = behind;
    size_t end = 0;
    bool is_version = false;

    for (size_t labels = 1; at - behind < longest_domain; labels++) {
        Label label = read_label(text, at);
        if (label.end == at) {
            break;
        }
        if (labels > 1) {
            // "x@my.name-server.org", but "x@example.com-office"
            size_t top = top_end(text, at, label);
            end = top != 0 ? top : end;
            if (end != label.end && end != 0 && !label.is_host) {
                break;
            }
        }
        // "package@1.2.3-rc.one"
        is_version = label.is_number && (labels == 1 || is_version);
        if (labels == 2 && is_version) {
            return 0;
        }

        Glyph dot = glyph_at(text, label.end);
        if (dot.c != '.') {
            break;
        }
        at = label.end + dot.size;
    }
    return end != 0 && !is_picture(text, behind, end) ? end : 0;
}

// "ssh://git@host", "ftp://user:password@host": not looked for any further
// back than a local part may reach.
bool is_in_url(std::string_view text, size_t start) noexcept
{
    size_t at = start;
    for (size_t n = 0; n < longest_local; n++) {
        Glyph g = glyph_before(text, at);
        if (g.c == '/') {
            at -= g.size;
            Glyph second = glyph_before(text, at);
            return second.c == '/'
                   && glyph_before(text, at - second.size).c == ':';
        }
        if (!is_local(g.c) && g.c != ':') {
            return false;
        }
        at -= g.size;
    }
    return false;
}

// git@host:group/project
bool is_remote_path(std::string_view text, size_t start, size_t at,
    size_t end) noexcept
{
    if (text.substr(start, at - start) != "git") {
        return false;
    }
    return glyph_at(text, end).c == ':'
           && is_word(glyph_at(text, end + 1).c);
}

}  // namespace

std::optional<Span> match_email(std::string_view text, size_t at,
    size_t behind) noexcept
{
    bool is_quoted = glyph_before(text, at).c == '"';
    size_t start = is_quoted ? quoted_start(text, at)
                             : local_start(text, at);
    if (start == at) {
        return std::nullopt;
    }

    size_t end = domain_end(text, behind);
    if (end == 0 || is_remote_path(text, start, at, end)
        || is_in_url(text, start)) {
        return std::nullopt;
    }
    start = skip_emphasis(text, start, at, end);
    return Span{static_cast<uint32_t>(start), static_cast<uint32_t>(end)};
}

}  // namespace gate::guard
