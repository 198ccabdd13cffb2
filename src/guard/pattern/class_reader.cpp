#include "guard/pattern/class_reader.hpp"

namespace gate::guard {

namespace {

// False when it was not one character but \d or a property.
bool read_bound(PatternCursor& in, CharClass* members, uint32_t* bound)
{
    if (in.peek() != '\\') {
        *bound = in.character();
        return true;
    }
    in.skip(1);
    if (read_class_escape(in, members)) {
        return false;
    }
    if (in.take("b")) {
        *bound = '\b';
    } else {
        *bound = in.escaped_character();
    }
    return true;
}

void read_member(PatternCursor& in, CharClass* members)
{
    size_t start = in.at();
    uint32_t low = 0;
    uint32_t high = 0;

    if (in.take("[:")) {
        std::optional<std::string_view> name = in.take_until(':');
        if (!name || !members->add_posix(*name) || !in.take("]")) {
            in.fail(start, "no class has this name; write \\[ for a bracket");
        }
        return;
    }
    if (!read_bound(in, members, &low)) {
        return;
    }
    if (in.peek() != '-' || in.peek(1) == ']') {
        members->add(low, low);
        return;
    }
    in.skip(1);
    if (in.ended() || !read_bound(in, members, &high) || high < low) {
        in.fail(start, "a range has no order");
        return;
    }
    members->add(low, high);
}

}  // namespace

bool read_class_escape(PatternCursor& in, CharClass* members)
{
    switch (in.peek()) {
    case 'd':
    case 'D':
    case 'w':
    case 'W':
    case 's':
    case 'S':
        members->add_escape(in.peek());
        in.skip(1);
        return true;
    case 'p':
    case 'P':
        members->add_property(in.property());
        return true;
    default:
        return false;
    }
}

CharClass read_brackets(PatternCursor& in)
{
    size_t start = in.at();
    CharClass members;

    in.skip(1);
    if (in.take("^]")) {
        return CharClass::any();
    }
    if (in.peek() == ']') {
        in.fail(start, "[] matches nothing; write \\] for a bracket");
        return members;
    }
    if (in.take("^")) {
        members.negate();
    }
    while (!in.ended() && in.peek() != ']') {
        read_member(in, &members);
    }
    if (!in.take("]")) {
        in.fail(start, "a bracket is not closed");
    }
    return members;
}

}  // namespace gate::guard
