#include "json/lines.hpp"

#include "base/text.hpp"
#include "json/member_names.hpp"
#include "json/prescan.hpp"

namespace gate::json {

std::string read_object_line(std::string_view line,
    const MemberFunction& member)
{
    if (auto flaw = prescan(line)) {
        return std::string(flaw->cause) + " at column "
               + std::to_string(flaw->offset + 1);
    }

    Reader in(line);
    if (!in.enter_object()) {
        return "not a JSON object; write one {…} a line";
    }

    MemberNames names;
    names.open();
    std::string_view name;

    while (in.next_member(&name)) {
        std::string own(name);
        std::string label;  // for messages, which stay on one line
        text::append_escaped(label, own);

        if (!names.add(own)) {
            return "member \"" + label + "\" stands twice";
        }
        std::string wrong = member(own, in);
        if (!wrong.empty()) {
            return "\"" + label + "\" " + wrong;
        }
        if (in.failed()) {
            break;
        }
    }

    return in.finished() ? "" : "not one whole JSON object";
}

std::optional<LineError> for_each_line(std::string_view text,
    const LineFunction& line)
{
    uint32_t number = 0;

    while (!text.empty()) {
        size_t end = text.find('\n');
        std::string_view one = text.substr(0, end);
        text.remove_prefix(end == text.npos ? text.size() : end + 1);
        number++;

        if (!one.empty() && one.back() == '\r') {
            one.remove_suffix(1);
        }
        size_t start = one.find_first_not_of(" \t");
        if (start == one.npos || one[start] == '#') {
            continue;
        }

        std::string wrong = line(number, one);
        if (!wrong.empty()) {
            return LineError{number, std::move(wrong)};
        }
    }

    return std::nullopt;
}

std::string expect_string(Reader& in, std::string* out)
{
    std::string_view value;

    if (in.peek() != '"' || !in.read_string(&value)) {
        return "must be a string";
    }
    // such values become headers, variables and log fields
    if (value.empty() || text::has_control(value)) {
        return "must not be empty or hold control characters";
    }
    *out = value;
    return "";
}

std::string expect_string_or_null(Reader& in, std::string* out)
{
    if (in.peek() == 'n' && in.read_null()) {
        out->clear();
        return "";
    }
    std::string wrong = expect_string(in, out);
    return wrong == "must be a string" ? "must be a string or null" : wrong;
}

std::string expect_boolean(Reader& in, bool* out)
{
    char c = in.peek();
    if ((c != 't' && c != 'f') || !in.read_boolean(out)) {
        return "must be true or false";
    }
    return "";
}

}  // namespace gate::json
