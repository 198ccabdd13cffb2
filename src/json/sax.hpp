// Reads a JSON request body as a series of events.
//
// The front door for bodies of the interface: prescan(), then yajl as a SAX
// parser with a depth limit of our own, numbers as text, duplicate member
// names refused after unescaping (faults J01 to J19). yajl's tree is never
// used: freeing it recurses and a 512 KB body overflows the stack.
//
// Cost: linear; memory is that of the handler plus the member names of the
// objects that are open.
#pragma once

#include "base/result.hpp"

#include <string_view>

namespace gate::json {

enum class Kind : uint8_t { null, boolean, number, string, object, array };

// What a reader does with the events. Views are valid for the call only.
// A handler that has found the body wrong returns false from any call and
// says why in its own way; parse() then returns.
class Handler {
public:
    virtual ~Handler() = default;

    virtual bool begin(Kind object_or_array) = 0;
    virtual bool end(Kind object_or_array) = 0;
    virtual bool member(std::string_view name) = 0;
    virtual bool string(std::string_view text) = 0;
    // null, boolean ("true", "false") or number, as spelled
    virtual bool literal(Kind kind, std::string_view spelling) = 0;
};

enum class Parsed {
    whole,    // one JSON document and nothing else
    invalid,  // *cause says what and where
    stopped,  // the handler returned false
};

constexpr size_t max_depth = 64;

// Throws only std::bad_alloc.
Parsed parse(std::string_view text, Handler& handler, std::string* cause);

}  // namespace gate::json
