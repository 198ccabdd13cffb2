#include "json/sax.hpp"

#include "json/member_names.hpp"
#include "json/prescan.hpp"

#include <yajl/yajl_parse.h>

#include <memory>
#include <new>

namespace gate::json {

namespace {

constexpr int go_on = 1;
constexpr int stop = 0;

// What stands between yajl's C callbacks and a Handler: the depth, the
// member names, and the rule that nothing thrown crosses C code.
class Bridge {
public:
    Bridge(std::string_view text, Handler& handler)
        : handler_(handler), names_(text)
    {
    }

    template <class F>
    int call(F&& body) noexcept
    {
        try {
            return body() ? go_on : stop;
        } catch (...) {
            out_of_memory = true;
            return stop;
        }
    }

    bool open(Kind kind)
    {
        if (++depth_ > max_depth) {
            cause = "nested too deeply";
            return false;
        }
        if (kind == Kind::object) {
            names_.open();
        }
        return handler_.begin(kind);
    }

    bool close(Kind kind)
    {
        depth_--;
        if (kind == Kind::object) {
            names_.close();
        }
        return handler_.end(kind);
    }

    bool name(std::string_view text)
    {
        if (!names_.add(text)) {
            cause = "duplicate member name";
            return false;
        }
        return handler_.member(text);
    }

    Handler& handler() noexcept { return handler_; }

    std::string_view  cause;
    bool              out_of_memory = false;

private:
    Handler&     handler_;
    MemberNames  names_;
    size_t       depth_ = 0;
};

Bridge& bridge(void* context) noexcept
{
    return *static_cast<Bridge*>(context);
}

std::string_view view(const unsigned char* text, size_t size) noexcept
{
    return {reinterpret_cast<const char*>(text), size};
}

int on_null(void* c)
{
    return bridge(c).call([c] {
        return bridge(c).handler().literal(Kind::null, "null");
    });
}

int on_boolean(void* c, int value)
{
    return bridge(c).call([c, value] {
        return bridge(c).handler().literal(Kind::boolean,
                                           value ? "true" : "false");
    });
}

int on_number(void* c, const char* text, size_t size)
{
    return bridge(c).call([c, text, size] {
        return bridge(c).handler().literal(Kind::number, {text, size});
    });
}

int on_string(void* c, const unsigned char* text, size_t size)
{
    return bridge(c).call([c, text, size] {
        return bridge(c).handler().string(view(text, size));
    });
}

int on_member(void* c, const unsigned char* text, size_t size)
{
    return bridge(c).call([c, text, size] {
        return bridge(c).name(view(text, size));
    });
}

int on_object(void* c)
{
    return bridge(c).call([c] { return bridge(c).open(Kind::object); });
}

int on_object_end(void* c)
{
    return bridge(c).call([c] { return bridge(c).close(Kind::object); });
}

int on_array(void* c)
{
    return bridge(c).call([c] { return bridge(c).open(Kind::array); });
}

int on_array_end(void* c)
{
    return bridge(c).call([c] { return bridge(c).close(Kind::array); });
}

constexpr yajl_callbacks callbacks = {
    on_null, on_boolean, nullptr, nullptr, on_number, on_string,
    on_object, on_member, on_object_end, on_array, on_array_end,
};

struct FreeYajl {
    void operator()(yajl_handle handle) const noexcept { yajl_free(handle); }
};

std::string at_byte(std::string_view cause, size_t offset)
{
    std::string out(cause);
    out += " at byte ";
    out += std::to_string(offset);
    return out;
}

}  // namespace

Parsed parse(std::string_view text, Handler& handler, std::string* cause)
{
    if (auto flaw = prescan(text)) {
        *cause = at_byte(flaw->cause, flaw->offset);
        return Parsed::invalid;
    }

    Bridge state(text, handler);
    std::unique_ptr<yajl_handle_t, FreeYajl> yajl(
        yajl_alloc(&callbacks, nullptr, &state));
    if (!yajl) {
        throw std::bad_alloc();
    }
    // prescan() has validated the strings, and more strictly
    yajl_config(yajl.get(), yajl_dont_validate_strings, 1);

    auto bytes = reinterpret_cast<const unsigned char*>(text.data());
    yajl_status status = yajl_parse(yajl.get(), bytes, text.size());
    if (status == yajl_status_ok) {
        status = yajl_complete_parse(yajl.get());
    }

    if (state.out_of_memory) {
        throw std::bad_alloc();
    }
    if (status == yajl_status_ok) {
        return Parsed::whole;
    }

    size_t offset = yajl_get_bytes_consumed(yajl.get());
    if (!state.cause.empty()) {
        *cause = at_byte(state.cause, offset);
        return Parsed::invalid;
    }
    if (status == yajl_status_client_canceled) {
        return Parsed::stopped;
    }

    *cause = at_byte("not a JSON document", offset);
    return Parsed::invalid;
}

}  // namespace gate::json
