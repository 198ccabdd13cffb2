// The fixed words of the request dialects: OpenAI chat completions, responses,
// completions and embeddings, Anthropic messages.
//
// They are the protocol's, not the caller's: they are not judged, so that a
// custom pattern cannot break every request by matching "content".
#pragma once

#include <cstdint>
#include <string_view>

namespace gate::guard {

// Member names whose value a collector treats in its own way.
enum class Word : uint8_t {
    unknown,  // the caller's own word
    plain,    // a name of some dialect, without more to it
    content,  // texts in its array are parts of one text
    input,    // the same, or its elements are messages
    text,
    value,    // a "text" may be an object that holds it
    thought,  // a text beside the content, or a part of it
    messages,
    role,
    provider,
    kind,     // "role", "type" and the like: the value is a word too
    media,    // an object or string that holds a payload
    payload,  // the payload itself
    sealed,   // what only the provider can open
};

Word word_of(std::string_view name) noexcept;

// Whether this is the value of some "role" or "type".
bool is_kind_value(std::string_view value) noexcept;

}  // namespace gate::guard
