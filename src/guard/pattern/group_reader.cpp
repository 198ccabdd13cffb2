#include "guard/pattern/group_reader.hpp"

namespace gate::guard {

namespace {

struct Refused {
    std::string_view  start;
    std::string_view  cause;
};

constexpr Refused refused_groups[] = {
    {"(?=", "a look-ahead cannot run in linear time"},
    {"(?!", "a look-ahead cannot run in linear time"},
    {"(?<=", "a look-behind cannot run in linear time"},
    {"(?<!", "a look-behind cannot run in linear time"},
    {"(?>", "an atomic group cannot run in linear time"},
    {"(?(", "a condition cannot run in linear time"},
    {"(?P=", "a back-reference cannot run in linear time"},
    {"(?P>", "recursion cannot run in linear time"},
    {"(?&", "recursion cannot run in linear time"},
    {"(?R", "recursion cannot run in linear time"},
    {"(?+", "recursion cannot run in linear time"},
    {"(?0", "recursion cannot run in linear time"},
    {"(?|", "a branch reset is not supported"},
    {"(?#", "a comment is not supported"},
    {"(*", "verbs are not supported; write \\* for an asterisk"},
};

// The flag that a letter names; false if there is none.
bool set_flag(char letter, bool is_on, GroupFlags* flags)
{
    switch (letter) {
    case 'i':
        flags->fold = is_on ? Case::folded : Case::exact;
        flags->scan += letter;
        break;
    case 's':
        flags->dot_all = is_on;
        break;
    case 'm':
        break;
    default:
        return false;
    }
    flags->re2 += letter;
    return true;
}

}  // namespace

bool refuse_group(PatternCursor& in)
{
    size_t start = in.at();

    for (const Refused& refused : refused_groups) {
        if (in.take(refused.start)) {
            in.fail(start, std::string(refused.cause));
            return true;
        }
    }
    return false;
}

GroupFlags read_flags(PatternCursor& in)
{
    size_t start = in.at() - 2;
    GroupFlags flags;
    bool is_on = true;

    flags.re2 = flags.scan = "(?";
    while (in.peek() != ':' && in.peek() != ')') {
        char letter = in.peek();
        if (letter >= '1' && letter <= '9') {
            in.fail(start, "recursion cannot run in linear time");
            return flags;
        }
        if (letter == '-' && is_on) {
            is_on = false;
            flags.re2 += letter;
            flags.scan += letter;
        } else if (!set_flag(letter, is_on, &flags)) {
            in.fail(start, "flags are i, s and m");
            return flags;
        }
        in.skip(1);
    }
    flags.opens_group = in.peek() == ':';
    if (flags.re2.back() == '-'
        || (flags.re2.back() == '?' && !flags.opens_group))
    {
        in.fail(start, "flags are missing");
        return flags;
    }
    // m is a matter of RE2's, s of what a dot is
    if (flags.scan.back() == '-') {
        flags.scan.pop_back();
    }
    flags.re2 += in.peek();
    flags.scan += in.peek();
    if (flags.scan == "(?)") {
        flags.scan.clear();
    }
    in.skip(1);
    return flags;
}

}  // namespace gate::guard
