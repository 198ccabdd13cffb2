#include "guard/pattern/pattern_syntax.hpp"

#include "base/text.hpp"
#include "guard/pattern/class_reader.hpp"
#include "guard/pattern/group_reader.hpp"
#include "guard/pattern/needle_finder.hpp"
#include "guard/pattern/pattern_cursor.hpp"
#include "guard/pattern/pattern_width.hpp"

#include <algorithm>

namespace gate::guard {

namespace {

constexpr size_t max_depth = 250;
constexpr int max_repeat = 1000;  // RE2's limit

struct Assertion {
    std::string_view  re2;
    std::string_view  scan;
};

constexpr Assertion assertions[] = {
    {"\\b", "\\b"}, {"\\B", "\\B"}, {"\\A", "^"}, {"\\z", "$"},
};

// What is known inside one group.
struct Group {
    size_t  start = 0;
    Case    fold = Case::exact;
    bool    dot_all = false;
    Width   branches;            // of the branches before the last |
    bool    has_branches = false;
    Width   before;              // in this branch before `last`
    Width   last;                // what a quantifier would repeat
    bool    can_repeat = false;
    size_t  parts = 0;           // of the pattern before this group
    size_t  last_parts = 0;      // before `last`
    bool    is_other = false;    // behind a | of it or of one around it
};

class Translator {
public:
    Translator(std::string_view pattern, Translation* out)
        : in_(pattern), out_(*out)
    {
        groups_.emplace_back();
    }

    std::optional<PatternError> run();

private:
    void read_token();
    void read_group();
    void read_name(size_t start);
    bool read_flags();
    void close_group();
    void next_branch();
    void read_quantifier(char op);
    bool read_counts(size_t start, int* least, int* most);
    void apply(Width times);
    void read_escape();

    void write(std::string_view both);
    void mark(size_t written);
    void atom(const CharClass& members);
    void assertion(std::string_view re2, std::string_view scan);
    void item(Width width, bool can_repeat, size_t parts);
    Width close_width() const;
    Group& group() { return groups_.back(); }

    PatternCursor       in_;
    Translation&        out_;
    std::vector<Group>  groups_;
    NeedleFinder        needle_;
};

std::optional<PatternError> Translator::run()
{
    while (!in_.ended()) {
        read_token();
    }
    if (!in_.failed() && groups_.size() > 1) {
        in_.fail(group().start, "a group is not closed");
    }
    if (!in_.failed() && close_width().least == 0) {
        in_.fail(0, "the pattern matches the empty text");
    }
    out_.max_width = close_width().most;
    out_.needle = needle_.needle();
    return in_.error();
}

void Translator::read_token()
{
    size_t start = in_.at();
    char c = in_.peek();

    mark(start);
    switch (c) {
    case '(': read_group(); return;
    case ')': close_group(); return;
    case '|': next_branch(); return;
    case '[': atom(read_brackets(in_)); return;
    case '\\': read_escape(); return;
    case '*':
    case '+':
    case '?':
    case '{': read_quantifier(c); return;
    default: break;
    }

    CharClass members;
    uint32_t character = in_.character();
    if (c == '^') {
        assertion("^", "^");
    } else if (c == '$') {
        assertion("$", "$");
    } else if (c == '.') {
        if (group().dot_all) {
            members = CharClass::any();
        } else {
            members.add('\n', '\n');
            members.negate();
        }
        atom(members);
    } else {
        members.add(character, character);
        atom(members);
    }
}

void Translator::read_group()
{
    size_t start = in_.at();

    if (refuse_group(in_)) {
        return;
    }
    if (groups_.size() > max_depth) {
        in_.fail(start, "groups are nested too deeply");
        return;
    }
    Group inner;
    inner.start = start;
    inner.fold = group().fold;
    inner.dot_all = group().dot_all;
    inner.parts = out_.parts.size();
    inner.is_other = group().is_other;
    needle_.interrupt();

    in_.skip(1);
    if (!in_.take("?")) {
        groups_.push_back(inner);
        write("(?:");
    } else if (in_.take("<") || in_.take("P<")) {
        groups_.push_back(inner);
        read_name(start);
    } else {
        groups_.push_back(inner);
        if (!read_flags()) {
            // flags alone hold to the end of the group around them
            Group flags = group();
            groups_.pop_back();
            group().fold = flags.fold;
            group().dot_all = flags.dot_all;
            group().can_repeat = false;
        }
    }
}

void Translator::read_name(size_t start)
{
    std::optional<std::string_view> name = in_.take_until('>');

    if (!name) {
        in_.fail(start, "the name of a group has no closing >");
        return;
    }
    // RE2 says what is wrong about the name
    out_.re2 += "(?P<";
    out_.re2 += *name;
    out_.re2 += '>';
    out_.scan += "(?:";
}

// True when a group was opened: "(?i:".
bool Translator::read_flags()
{
    GroupFlags flags = guard::read_flags(in_);
    Group& now = group();

    now.fold = flags.fold.value_or(now.fold);
    now.dot_all = flags.dot_all.value_or(now.dot_all);
    out_.re2 += flags.re2;
    out_.scan += flags.scan;
    return flags.opens_group;
}

void Translator::close_group()
{
    if (groups_.size() == 1) {
        in_.fail(in_.at(), "a ) closes no group");
        return;
    }
    in_.skip(1);
    write(")");
    Width width = close_width();
    size_t parts = group().parts;
    groups_.pop_back();
    item(width, true, parts);
}

void Translator::next_branch()
{
    in_.skip(1);
    write("|");
    Group& now = group();
    if (groups_.size() == 1) {
        needle_.branch();
    }
    now.branches = close_width();
    now.has_branches = now.is_other = true;
    now.before = now.last = Width();
    now.can_repeat = false;
}

void Translator::read_quantifier(char op)
{
    size_t start = in_.at();
    int least = op == '+' ? 1 : 0;
    int most = op == '?' ? 1 : -1;

    in_.skip(1);
    if (op == '{' && !read_counts(start, &least, &most)) {
        CharClass brace;
        brace.add('{', '{');
        atom(brace);
        return;
    }
    if (in_.failed()) {
        return;
    }
    if (!group().can_repeat) {
        in_.fail(start, "there is nothing to repeat");
        return;
    }
    write(op != '{' ? std::string_view(&op, 1) : "");
    if (in_.take("?")) {
        write("?");
    } else if (in_.peek() == '+') {
        in_.fail(start, "a possessive quantifier cannot run in linear time");
        return;
    }
    apply({static_cast<uint32_t>(least),
           most < 0 ? unbounded_width : static_cast<uint32_t>(most)});
}

// "{2,3}" behind its brace; false if it is a brace like any other character.
bool Translator::read_counts(size_t start, int* least, int* most)
{
    if (!in_.counts(least, most)) {
        return false;
    }
    if (*least > max_repeat || *most > max_repeat) {
        in_.fail(start, "more than 1000 repeats");
    } else if (*most >= 0 && *most < *least) {
        in_.fail(start, "the repeats are not in order");
    }
    std::string counts = "{" + std::to_string(*least);
    if (*most != *least) {
        counts += ',';
        counts += *most < 0 ? "" : std::to_string(*most);
    }
    write(counts + "}");
    return true;
}

void Translator::apply(Width times)
{
    Width& last = group().last;

    if (times.least == 0) {
        needle_.drop_last();
    }
    needle_.interrupt();
    last.least = clamp(uint64_t{last.least} * times.least);
    last.most = clamp(uint64_t{last.most} * times.most);
    repeat_parts(&out_.parts, group().last_parts, times.least, times.most);
    group().can_repeat = false;
}

void Translator::read_escape()
{
    CharClass members;

    in_.skip(1);
    if (read_class_escape(in_, &members)) {
        atom(members);
        return;
    }
    for (const Assertion& one : assertions) {
        if (in_.peek() == one.re2[1]) {
            in_.skip(1);
            assertion(one.re2, one.scan);
            return;
        }
    }
    uint32_t c = in_.escaped_character();
    members.add(c, c);
    atom(members);
}

void Translator::write(std::string_view both)
{
    out_.re2 += both;
    out_.scan += both;
}

void Translator::mark(size_t written)
{
    out_.marks.push_back({static_cast<uint32_t>(out_.re2.size()),
                          static_cast<uint32_t>(written)});
}

void Translator::atom(const CharClass& members)
{
    Case fold = group().fold;

    members.append_re2(out_.re2);
    members.append_scan(out_.scan, fold);
    members.add_bytes(&out_.bytes, fold);
    out_.scan_needs_utf8 = out_.scan_needs_utf8 || members.needs_utf8(fold);
    std::optional<uint32_t> single = members.single();
    if (groups_.size() == 1 && single && fold == Case::exact) {
        needle_.extend(*single);
    } else {
        needle_.interrupt();
    }
    item({1, members.max_width(fold)}, true, out_.parts.size());
    out_.parts.push_back({members.samples(), 1, 1, group().is_other});
}

void Translator::assertion(std::string_view re2, std::string_view scan)
{
    out_.re2 += re2;
    out_.scan += scan;
    item({0, 0}, false, out_.parts.size());
}

// Its parts are those behind the first `parts`.
void Translator::item(Width width, bool can_repeat, size_t parts)
{
    Group& now = group();

    now.before = now.before + now.last;
    now.last = width;
    now.can_repeat = can_repeat;
    now.last_parts = parts;
}

// The group with its last branch.
Width Translator::close_width() const
{
    const Group& now = groups_.back();
    Width branch = now.before + now.last;

    if (!now.has_branches) {
        return branch;
    }
    return {std::min(now.branches.least, branch.least),
            std::max(now.branches.most, branch.most)};
}

}  // namespace

std::optional<PatternError> translate(std::string_view pattern,
    Translation* out)
{
    *out = Translation();

    if (pattern.empty()) {
        return PatternError{0, "the pattern is empty"};
    }
    if (pattern.size() > max_pattern) {
        return PatternError{max_pattern, "the pattern is longer than 4096"
                                         " bytes"};
    }
    for (size_t at = 0; at < pattern.size(); ) {
        size_t size = text::utf8_length(pattern, at);
        if (size == 0) {
            return PatternError{at, "the pattern is not UTF-8"};
        }
        at += size;
    }
    return Translator(pattern, out).run();
}

}  // namespace gate::guard
