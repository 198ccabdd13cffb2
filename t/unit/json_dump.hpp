// A JSON text as a flat list of what it holds, as each reader saw it, so that
// two readers can be compared: {k4:names2:ab} is {"name":"ab"}.
#pragma once

#include "json/prescan.hpp"
#include "json/reader.hpp"
#include "json/sax.hpp"

#include <yajl/yajl_parse.h>

#include <optional>
#include <string>
#include <string_view>

namespace gate::test {

// Nothing: the reader refused the text.
using Dump = std::optional<std::string>;

inline void append_text(std::string& out, char kind, std::string_view text)
{
    out += kind;
    out += std::to_string(text.size());
    out += ':';
    out += text;
}

inline void append_literal(std::string& out, std::string_view spelling)
{
    out += '#';
    out += spelling;
    out += ';';
}

// Writes down all that json::parse() says.
class Recorder final : public json::Handler {
public:
    bool begin(json::Kind kind) override
    {
        out += kind == json::Kind::object ? '{' : '[';
        return true;
    }

    bool end(json::Kind kind) override
    {
        out += kind == json::Kind::object ? '}' : ']';
        return true;
    }

    bool member(std::string_view name) override
    {
        append_text(out, 'k', name);
        return true;
    }

    bool string(std::string_view text) override
    {
        append_text(out, 's', text);
        return true;
    }

    bool literal(json::Kind, std::string_view spelling) override
    {
        append_literal(out, spelling);
        return true;
    }

    std::string  out;
};

inline Dump dump_by_parse(std::string_view text, std::string* cause = nullptr)
{
    Recorder recorder;
    std::string why;

    if (json::parse(text, recorder, &why) != json::Parsed::whole) {
        if (cause != nullptr) {
            *cause = why;
        }
        return std::nullopt;
    }
    return recorder.out;
}

// Drives a handler by yajl alone: its own grammar, no depth limit, no look for
// duplicates. Whether the text is one document for it.
class Yajl {
public:
    explicit Yajl(json::Handler& handler) : handler_(handler) {}

    bool read(std::string_view text)
    {
        static constexpr yajl_callbacks callbacks = {
            on_null, on_boolean, nullptr, nullptr, on_number, on_string,
            on_object, on_member, on_object_end, on_array, on_array_end,
        };
        auto bytes = reinterpret_cast<const unsigned char*>(text.data());

        yajl_handle yajl = yajl_alloc(&callbacks, nullptr, this);
        bool good = yajl_parse(yajl, bytes, text.size()) == yajl_status_ok
                    && yajl_complete_parse(yajl) == yajl_status_ok;
        yajl_free(yajl);
        return good;
    }

private:
    using Bytes = const unsigned char*;

    static json::Handler& to(void* context)
    {
        return static_cast<Yajl*>(context)->handler_;
    }

    static std::string_view view(Bytes text, size_t size)
    {
        return {reinterpret_cast<const char*>(text), size};
    }

    static int on_null(void* c)
    {
        return to(c).literal(json::Kind::null, "null");
    }

    static int on_boolean(void* c, int value)
    {
        return to(c).literal(json::Kind::boolean, value ? "true" : "false");
    }

    static int on_number(void* c, const char* text, size_t size)
    {
        return to(c).literal(json::Kind::number, {text, size});
    }

    static int on_string(void* c, Bytes text, size_t size)
    {
        return to(c).string(view(text, size));
    }

    static int on_member(void* c, Bytes text, size_t size)
    {
        return to(c).member(view(text, size));
    }

    static int on_object(void* c) { return to(c).begin(json::Kind::object); }
    static int on_object_end(void* c) { return to(c).end(json::Kind::object); }
    static int on_array(void* c) { return to(c).begin(json::Kind::array); }
    static int on_array_end(void* c) { return to(c).end(json::Kind::array); }

    json::Handler&  handler_;
};

inline Dump dump_by_yajl(std::string_view text)
{
    Recorder recorder;
    return Yajl(recorder).read(text) ? Dump(recorder.out) : std::nullopt;
}

inline void walk(json::Reader& in, std::string& out, size_t depth)
{
    std::string_view text;
    char c = in.peek();

    if (c == '{' && depth < json::Reader::max_depth) {
        in.enter_object();
        out += '{';
        while (in.next_member(&text)) {
            append_text(out, 'k', text);
            walk(in, out, depth + 1);
        }
        out += '}';

    } else if (c == '[' && depth < json::Reader::max_depth) {
        in.enter_array();
        out += '[';
        while (in.next_element()) {
            walk(in, out, depth + 1);
        }
        out += ']';

    } else if (c == '"') {
        if (in.read_string(&text)) {
            append_text(out, 's', text);
        }

    } else if (c == 't' || c == 'f') {
        bool value = false;
        in.read_boolean(&value);
        append_literal(out, value ? "true" : "false");

    } else if (c == 'n') {
        in.read_null();
        append_literal(out, "null");

    } else if (c == '{' || c == '[') {
        in.read_null();  // too deep: fails

    } else if (in.skip(&text)) {
        append_literal(out, text);
    }
}

// prescan() and a Reader that reads each value by its kind.
inline Dump dump_by_reader(std::string_view text)
{
    if (json::prescan(text)) {
        return std::nullopt;
    }

    json::Reader in(text);
    std::string out;
    walk(in, out, 0);
    return in.finished() ? Dump(out) : std::nullopt;
}

// prescan() and Reader::skip() alone.
inline bool is_skipped(std::string_view text)
{
    json::Reader in(text);
    return !json::prescan(text) && in.skip() && in.finished();
}

}  // namespace gate::test
