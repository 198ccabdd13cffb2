// The models that a request names, wherever a routing server looks for them.
//
// "model" at the top is the one that is asked for. "models", "fallbacks",
// "route" and the like name alternatives: as a string, as an array of strings,
// as objects with a "model", or as objects that map a model to an array of
// them. Names count in any case of their letters, as some servers read them.
// An alternative of any other shape cannot be compared with a list and makes
// models_are_strings false.
#pragma once

#include "guard/collected.hpp"
#include "json/escape.hpp"
#include "json/sax.hpp"

#include <string_view>

namespace gate::guard {

// Takes the events of one body and fills `model`, `models` and
// `models_are_strings`. Throws only std::bad_alloc.
class ModelNames {
public:
    explicit ModelNames(Collected* out) noexcept : out_(out) {}

    void begin(json::Kind kind);
    void end();
    // The name is decoded.
    void member(std::string_view name) noexcept;
    void string(const json::RawString& text);
    void literal(json::Kind kind) noexcept;

private:
    // What the value that comes may name.
    enum class Use : uint8_t {
        none,
        model,         // the one that is asked for
        alternatives,
        route,         // the same, or the word of a way to route
        others,        // alternatives if it is an array
    };

    struct Level {
        Use     use;       // of an array: that of its elements
        bool    is_array;
        bool    is_list;   // in a list of alternatives
        bool    is_entry;  // an object that has to name a model
        size_t  known;     // models when it was opened
    };

    void spoil() noexcept { out_->models_are_strings = false; }
    Level level_of(bool is_array) const noexcept;

    Collected*  out_;
    Level       levels_[json::max_depth];
    size_t      depth_ = 0;
    Use         use_ = Use::none;  // of the value that comes
};

}  // namespace gate::guard
