#include "guard/people/name_words.hpp"

#include <algorithm>

#include "guard/people/masked_name.hpp"
#include "guard/people/name_roles.hpp"
#include "guard/people/name_scan.hpp"
#include "guard/people/name_table.hpp"

namespace gate::guard {

namespace {

bool is_ascii_alnum(char c) noexcept
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

// The character that ends before text[at]; 0 at the front.
char32_t char_before(std::string_view text, size_t at) noexcept
{
    size_t start = at;
    while (start > 0 && at - start < 4) {
        start--;
        if ((text[start] & 0xc0) != 0x80) {
            return char_at(text, start).code;
        }
    }
    return 0;
}

bool is_joiner(char32_t c) noexcept
{
    return c == '-' || c == '\'' || c == 0x2019 || c == 0x2010;
}

// What stands right behind a word makes it code, a path or an address.
bool is_glued(std::string_view text, size_t at) noexcept
{
    if (at >= text.size()) {
        return false;
    }
    char c = text[at];
    char after = at + 1 < text.size() ? text[at + 1] : ' ';

    switch (c) {
    case '_': case '@': case '(': case '=': case '\\': case '[': case '$':
        return true;
    case '.': case '-':
        return is_ascii_alnum(after);
    case '/':
        return after == '/' || (after >= 'a' && after <= 'z');
    case ':':
        return after == ':' || after == '/';
    default:
        return c >= '0' && c <= '9';
    }
}

struct Shape {
    size_t  letters = 0;
    size_t  inner = 0;  // capitals after a small letter; two or more are 2
    bool    starts_upper = false;
    bool    all_upper = false;
};

WordKind kind_of_roles(uint8_t roles) noexcept
{
    if (roles == 0) {
        return WordKind::name;
    }
    if ((roles & role_honorific) != 0) {
        return WordKind::honorific;
    }
    if ((roles & role_title) != 0) {
        return WordKind::title;
    }
    return (roles & role_suffix) != 0 ? WordKind::suffix : WordKind::name;
}

WordKind kind_of(std::string_view word, uint8_t roles, const Shape& shape,
    bool dotted) noexcept
{
    // "I'm", "I've"
    bool is_pronoun = word[0] == 'I'
        && (word.substr(1, 1) == "'" || word.substr(1, 3) == "\u2019");
    if (!shape.starts_upper || is_pronoun) {
        return WordKind::other;
    }
    if (shape.letters == 1) {
        return dotted || word.size() > 1 || word[0] != 'I'
            ? WordKind::initial : WordKind::other;
    }
    return kind_of_roles(roles);
}

// "McDonald", "DeLuca", "O'Neill", "Jean-Luc"; "JavaScript" is none.
bool is_camel(std::string_view word, const Shape& shape) noexcept
{
    static constexpr std::string_view heads[] = {
        "Mc", "Mac", "De", "Di", "La", "Le", "Van", "Fitz", "St", "El", "Al",
    };
    if (shape.inner == 0) {
        return false;
    }
    for (std::string_view head : heads) {
        if (word.substr(0, head.size()) == head && shape.inner == 1) {
            return false;
        }
    }
    return true;
}

// A particle, and a capital letter behind the one space that follows it.
bool reads_particle(std::string_view text, size_t at, NameWord* word) noexcept
{
    size_t end = at;
    while (end < text.size() && end - at < 6
           && (is_ascii_alnum(text[end]) || text[end] == '\''))
    {
        end++;
    }
    std::string_view bytes = text.substr(at, end - at);
    if ((roles_of(bytes) & role_particle) == 0) {
        return false;
    }
    if (end + 1 >= text.size() || text[end] != ' ') {
        return false;
    }
    *word = NameWord{};
    word->start = static_cast<uint32_t>(at);
    word->end = static_cast<uint32_t>(end);
    word->kind = WordKind::particle;
    return true;
}

Shape shape_of(std::string_view text, size_t at, size_t size) noexcept
{
    uint32_t capitals = capitals_of(text, at, size);
    Shape shape;
    shape.letters = size;
    uint32_t inner = capitals & ~(capitals << 1) & ~1u;
    shape.inner = inner == 0 ? 0 : (inner & (inner - 1)) == 0 ? 1 : 2;
    shape.starts_upper = (capitals & 1) != 0;
    shape.all_upper = capitals == (1u << size) - 1;
    return shape;
}

// "'s" and what is no letter end a word.
bool joins_letters(std::string_view text, size_t next) noexcept
{
    if (next >= text.size() || !is_cased_letter(char_at(text, next).code)) {
        return false;
    }
    return text[next] != 's' || (next + 1 < text.size()
        && is_cased_letter(char_at(text, next + 1).code));
}

// Where the word at text[at] ends.
size_t read_shape(std::string_view text, size_t at, Shape* shape) noexcept
{
    size_t end = at;
    bool after_small = false;
    size_t capitals = 0;
    shape->starts_upper = is_upper(char_at(text, at).code);

    while (end < text.size() && end - at < max_word) {
        Char c = char_at(text, end);
        if (is_cased_letter(c.code)) {
            bool upper = is_upper(c.code);
            shape->letters++;
            capitals += upper;
            shape->inner += upper && after_small && shape->inner < 2;
            after_small = !upper;
        } else if (is_joiner(c.code) && joins_letters(text, end + c.size)) {
            after_small = false;
        } else if (!is_invisible(c.code)) {
            break;
        }
        end += c.size;
    }
    shape->all_upper = capitals == shape->letters;
    return end;
}

// "Craig R.Hughes": a word of small letters stands right behind the initial.
bool is_word_behind_dot(std::string_view text, size_t at) noexcept
{
    constexpr size_t least = 3;
    size_t size = count_ascii_letters(text, at);
    return size >= least && text[at] <= 'Z' && text[at + 1] >= 'a'
           && text[at + 2] >= 'a';
}

// Where the next word of a run may begin: behind one space.
size_t behind_space(std::string_view text, const NameWord& word, bool is_first)
    noexcept
{
    size_t at = word.end + (word.dotted ? 1 : 0);
    // of one word, "B.Method" is code
    if (word.kind == WordKind::initial && word.dotted && !is_first
        && is_word_behind_dot(text, at)) {
        return at;
    }
    return at + 1 < text.size() && text[at] == ' ' ? at + 1 : text.size();
}

// "Jean-Luc" is what both of its parts are.
uint32_t look_up_parts(std::string_view word) noexcept
{
    size_t hyphen = word.find('-');
    if (hyphen == word.npos) {
        return look_up_word(word);
    }
    uint32_t both = look_up_word(word.substr(0, hyphen))
        & look_up_word(word.substr(hyphen + 1))
        & (flag_given | flag_surname | flag_known_given);
    return both != 0 ? both : look_up_word(word);
}

// A word as it is written.
struct Measured {
    size_t  end;
    Shape   shape;
    bool    plain;  // letters of ASCII that nothing is joined to
};

Measured measure(std::string_view text, size_t at) noexcept
{
    Measured word{};
    size_t size = count_ascii_letters(text, at);
    word.plain = size < 16 && ends_plain_word(text, at + size);
    if (word.plain) {
        word.shape = shape_of(text, at, size);
        word.end = at + size;
    } else {
        word.end = read_shape(text, at, &word.shape);
    }
    return word;
}

uint32_t look_up(std::string_view text, size_t at, const Measured& word)
    noexcept
{
    return word.plain ? look_up_ascii_word(text, at, word.end - at)
                      : look_up_parts(text.substr(at, word.end - at));
}

bool starts_upper(std::string_view text, size_t at) noexcept
{
    return at < text.size() && is_upper(char_at(text, at).code);
}

bool may_have_dot(WordKind kind) noexcept
{
    return kind == WordKind::initial || kind == WordKind::title
        || kind == WordKind::honorific || kind == WordKind::suffix;
}

}  // namespace

bool is_word_start(std::string_view text, size_t at) noexcept
{
    if (at == 0) {
        return true;
    }
    char before = text[at - 1];
    if (before == ' ' || before == '\n') {
        return true;
    }
    if (static_cast<unsigned char>(before) < 0x80) {
        switch (before) {
        case '_': case '@': case '\\': case '$': case '#': case '%':
        case '&': case '+': case '`':
            return false;
        case '=':
            return at >= 5 && text.substr(at - 5, 4) == "name";
        case '.': case '-': case '/': case '\'': case ':':
            return at < 2 || before == '/'
                || (!is_ascii_alnum(text[at - 2]) && text[at - 2] != ':');
        default:
            return !is_ascii_alnum(before);
        }
    }
    char32_t c = char_before(text, at);
    return !is_cased_letter(c) && !is_invisible(c);
}

bool ends_plain_owner(std::string_view text, size_t end) noexcept
{
    if (end + 2 >= text.size()) {
        return false;
    }
    // what joins_letters() says of "'s"
    char behind = text[end + 2];
    return text[end + 1] == 's' && static_cast<unsigned char>(behind) < 0x80
        && !is_cased_letter(static_cast<unsigned char>(behind));
}

NameWord read_name_word(std::string_view text, size_t at, uint32_t flags)
    noexcept
{
    NameWord word{};
    Measured measured = measure(text, at);
    const Shape& shape = measured.shape;
    size_t end = measured.end;

    std::string_view bytes = text.substr(at, end - at);
    word.start = static_cast<uint32_t>(at);
    word.end = static_cast<uint32_t>(end);
    word.all_caps = shape.letters > 1 && shape.all_upper;
    word.dotted = end < text.size() && text[end] == '.';
    word.roles = roles_of(bytes);
    word.kind = kind_of(bytes, word.roles, shape, word.dotted);
    word.dotted = word.dotted && may_have_dot(word.kind);
    if (word.kind == WordKind::name) {
        if (is_camel(bytes, shape) || end - at >= max_word
            || is_glued(text, end))
        {
            word.kind = WordKind::other;
        } else if (measured.plain && flags != flag_not_known) {
            word.flags = flags;
        } else {
            word.flags = look_up(text, at, measured);
        }
    }
    return word;
}

NameWord read_small_word(std::string_view text, size_t at) noexcept
{
    NameWord word{};
    Measured measured = measure(text, at);
    const Shape& shape = measured.shape;
    size_t end = measured.end;

    word.start = static_cast<uint32_t>(at);
    word.end = static_cast<uint32_t>(end);
    bool is_name = shape.letters > 1 && shape.inner == 0
        && !shape.starts_upper && end - at < max_word && !is_glued(text, end);
    word.kind = is_name ? WordKind::name : WordKind::other;
    if (is_name) {
        word.roles = roles_of(text.substr(at, end - at));
        word.flags = look_up(text, at, measured);
    }
    return word;
}

NameRun read_name_run(std::string_view text, size_t at, uint32_t flags)
    noexcept
{
    NameRun run;
    run.words[0] = read_name_word(text, at, flags);
    run.count = 1;

    while (run.count < max_run) {
        const NameWord& last = run.words[run.count - 1];
        size_t next = behind_space(text, last, run.count == 1);
        if (starts_upper(text, next)) {
            if (masked_name_end(text, next) != 0) {
                break;
            }
            run.words[run.count++] = read_name_word(text, next);
            continue;
        }

        // up to two particles, if a capital letter follows
        NameWord first;
        NameWord second;
        if (next >= text.size() || run.count + 3 > max_run
            || !reads_particle(text, next, &first))
        {
            break;
        }
        size_t behind = first.end + 1;
        if (starts_upper(text, behind)) {
            run.words[run.count++] = first;
        } else if (reads_particle(text, behind, &second)
                   && starts_upper(text, second.end + 1))
        {
            run.words[run.count++] = first;
            run.words[run.count++] = second;
        } else {
            break;
        }
        run.words[run.count] =
            read_name_word(text, run.words[run.count - 1].end + 1);
        run.count++;
    }
    run.next = std::max<size_t>(run.words[run.count - 1].end, at + 1);
    return run;
}

}  // namespace gate::guard
